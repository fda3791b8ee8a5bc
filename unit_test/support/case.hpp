// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <random>
#include <vector>

#include <isomer/axes.hpp>

#include "support/array_shape.hpp"

namespace isomer::test {

/// One side of a case: how it lies in memory.
struct Arrangement {
  std::vector<int> slowest_first;
  std::vector<int> gap;  ///< elements left out behind each axis, none if empty
  int misalignment = 0;  ///< bytes that the first element lies behind a 128-byte boundary
};

/// One permutation to be tried.
struct Case {
  std::uint64_t seed = 0;  ///< draws this very case again
  Index extent;            ///< of the source
  std::vector<int> axes;
  int element_bytes = 1;
  Arrangement src, dst;

  int rank() const { return static_cast<int>(extent.size()); }
  ArrayShape src_shape() const;
  ArrayShape dst_shape() const;
};

std::ostream& operator<<(std::ostream& out, Case const& c);

/// One without gaps, the last axis fastest on both sides.
Case dense(Index extent, std::vector<int> axes, int element_bytes);

/// What cases are drawn from. Everything that is left open is drawn.
struct CaseRange {
  int min_rank = 1;
  int max_rank = 8;
  std::int64_t max_bytes = 64 * 1024;  ///< of elements, gaps not counted
  std::vector<int> element_bytes{};    ///< 1..40, 48, 64 if empty
  enum class Layouts { left_right, any_with_gaps } layouts = Layouts::any_with_gaps;
  int alignment = 1;  ///< the misalignment is a multiple of it
};

/// The case that belongs to `seed`.
Case draw_case(std::uint64_t seed, CaseRange const& range);

/// Calls `visit` for `count` cases, named in every failure. ISOMER_TEST_SEED in the environment
/// starts elsewhere (to replay one: its seed, with ISOMER_TEST_CASES=1), ISOMER_TEST_CASES changes
/// how many.
void for_each_case(int count, CaseRange const& range,
                   std::function<void(Case const&)> const& visit);

/// The seed and count that are in force.
std::uint64_t first_seed();
int case_count(int usual);

Axes to_axes(std::vector<int> const& axes);

}  // namespace isomer::test
