// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "files/offer/disk.hpp"
#include "files/schedule/steps.hpp"

/// Numbers that a way may be taken with.
namespace isomer::files {

struct Room {
  std::uint64_t group = 0;  ///< bytes of a buffer
  std::uint64_t spare = 0;  ///< bytes of disk
};

/// A step with its numbers, and what they are expected to cost.
struct Option {
  StepNumbers step{};
  double seconds = 0;
};

inline double number(std::uint64_t n) { return static_cast<double>(n); }

/// Options, or routes of several.
template <class Priced>
void sort_by_price(std::vector<Priced>& list) {
  std::stable_sort(list.begin(), list.end(),
                   [](Priced const& a, Priced const& b) { return a.seconds < b.seconds; });
}

/// Each gives the cheapest first, none if there is no way; `why` says why then.
std::vector<Option> slots_options(Problem const& item, Room const& room, Disk const& disk,
                                  std::string& why);
std::vector<Option> wide_options(Problem const& item, Room const& room, Disk const& disk,
                                 std::string& why);
std::vector<Option> blocks_options(Problem const& item, Room const& room, Disk const& disk,
                                   std::string& why);
std::vector<Option> chunks_options(Problem const& item, Room const& room, Disk const& disk,
                                   std::string& why);
std::vector<Option> local_options(Problem const& item, Room const& room, Disk const& disk,
                                  std::string& why);
std::vector<Option> ring_options(Problem const& problem, Room const& room, std::string& why);
std::vector<Option> transfer_options(Problem const& problem, Room const& room, Disk const& disk,
                                     std::string& why);

/// The largest n up to `most` for which fits(n), which is true up to some n; 0: for none.
template <class Fits>
std::uint64_t largest(std::uint64_t most, Fits fits) {
  std::uint64_t low = 0;
  std::uint64_t high = most;
  while (low < high) {
    std::uint64_t const middle = high - (high - low) / 2;
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

}  // namespace isomer::files
