// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "files/group.hpp"

/// Numbers of pages and bytes.
namespace isomer::files {

/// A place read by a group is written again this many groups later at the earliest.
constexpr std::uint64_t lag = 2;

constexpr std::uint64_t div_up(std::uint64_t a, std::uint64_t b) { return a / b + (a % b != 0); }
constexpr std::uint64_t round_up(std::uint64_t a, std::uint64_t b) { return div_up(a, b) * b; }
constexpr std::uint64_t round_down(std::uint64_t a, std::uint64_t b) { return a / b * b; }

/// In the order of their files and places.
inline bool begins_before(Pages const& a, Pages const& b) {
  return a.where != b.where ? a.where < b.where : a.first < b.first;
}

/// Whether b follows a in its file.
inline bool goes_on_with(Pages const& a, Pages const& b) {
  return a.where == b.where && a.first + a.count == b.first;
}

/// Appends a range of pages, or lengthens the last one where it goes on in the file and the buffer.
inline void append(std::vector<Pages>& list, std::uint64_t page, Pages const& pages) {
  if (pages.count == 0) return;
  if (!list.empty()) {
    Pages& last = list.back();
    if (goes_on_with(last, pages) && last.at + last.count * page == pages.at) {
      last.count += pages.count;
      return;
    }
  }
  list.push_back(pages);
}

/// One more axis of a box, in bytes from each of its elements to the next; none for a single one.
inline void add_axis(Box& box, std::uint64_t extent, std::uint64_t from, std::uint64_t to) {
  if (extent == 1) return;
  box.axes[box.rank++] = {extent, static_cast<std::int64_t>(from), static_cast<std::int64_t>(to)};
}

/// Bytes that stay in one run, as a box of the largest elements that make them up.
inline Box run_box(std::uint64_t from, std::uint64_t to, std::uint64_t bytes) {
  std::uint32_t element = 64;
  while (bytes % element != 0 || from % element != 0 || to % element != 0) element /= 2;
  Box box{};
  box.from = from;
  box.to = to;
  box.element_bytes = element;
  box.rank = 1;
  box.axes[0] = {bytes / element, element, element};
  return box;
}

}  // namespace isomer::files
