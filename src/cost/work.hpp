// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <string_view>

namespace isomer::detail {

/// What a kernel does to the machine, all threads together: the numbers that its time is linear
/// in. To add one: a member, its name below, the functions that count it, a new calibration.
struct Work {
  double launches = 0;        ///< kernels enqueued; a call that enqueues none is a part of one
  double bytes = 0;           ///< of the array: read once and written once
  double lines_read = 0;      ///< cache lines of the source that are touched, piece by piece
  double runs_read = 0;       ///< contiguous pieces of the source, each read apart
  double pages_read = 0;      ///< pages that these touch
  double lines_partial = 0;   ///< lines of the destination that a run fills in part
  double runs_written = 0;    ///< contiguous pieces of the destination, each written apart
  double pages_written = 0;   ///< pages whose translation is gone when they are touched again
  double instructions = 0;    ///< about: of a host for transposing in registers, of a GPU's warps
  double buffered_bytes = 0;  ///< that pass through a buffer, or a cache too small for them
  double conflict_lines = 0;  ///< lines whose places in a cache or in memory are taken
  double scaled_words = 0;    ///< multiplied and added
  double gathers = 0;         ///< turns of a loop that wait for lines here and there
  double shared_lines = 0;    ///< lines that are read after another thread wrote to them
  double stream_bytes = 0;    ///< of `bytes`, those of each stream, of several that come at once

  friend bool operator==(Work const&, Work const&) = default;
};

/// A number of a struct of them, by the name that files have for it.
template <class Numbers>
struct NamedNumber {
  char const* name;
  double Numbers::*value;
};
using WorkNumber = NamedNumber<Work>;

/// The numbers of Work by name, in the order in which files have them.
inline constexpr std::array<WorkNumber, 15> work_numbers{{{"launches", &Work::launches},
                                                          {"bytes", &Work::bytes},
                                                          {"lines_read", &Work::lines_read},
                                                          {"runs_read", &Work::runs_read},
                                                          {"pages_read", &Work::pages_read},
                                                          {"lines_partial", &Work::lines_partial},
                                                          {"runs_written", &Work::runs_written},
                                                          {"pages_written", &Work::pages_written},
                                                          {"instructions", &Work::instructions},
                                                          {"buffered_bytes", &Work::buffered_bytes},
                                                          {"conflict_lines", &Work::conflict_lines},
                                                          {"scaled_words", &Work::scaled_words},
                                                          {"gathers", &Work::gathers},
                                                          {"shared_lines", &Work::shared_lines},
                                                          {"stream_bytes", &Work::stream_bytes}}};
static_assert(sizeof(Work) == work_numbers.size() * sizeof(double));

/// Null for a name that none of them has.
inline WorkNumber const* work_number_named(std::string_view name) {
  for (WorkNumber const& number : work_numbers)
    if (name == number.name) return &number;
  return nullptr;
}

inline Work operator+(Work const& a, Work const& b) {
  Work sum;
  for (WorkNumber const& number : work_numbers)
    sum.*number.value = a.*number.value + b.*number.value;
  return sum;
}

/// The same work, `times` over.
inline Work operator*(double times, Work const& work) {
  Work product;
  for (WorkNumber const& number : work_numbers) product.*number.value = times * work.*number.value;
  return product;
}

}  // namespace isomer::detail
