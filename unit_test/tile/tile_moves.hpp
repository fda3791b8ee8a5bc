// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "problem/normal_problem.hpp"
#include "tile/host/job.hpp"
#include "tiling/slice.hpp"
#include "tiling/slice_tables.hpp"

namespace isomer::test {

/// How a tile job is to be done.
struct Way {
  detail::SliceSize size;
  bool staged;
  bool stream;
  int prefetch_lines;
  int shares;  ///< as many threads would take, one after the other
  detail::Walk walk = detail::Walk::along_input;
  std::int64_t group = 1;
  bool skewed = false;
  bool pipelined = false;
  bool indirect = false;
  bool gathered = false;
};

detail::TileMode mode_of(Way const& way);

/// Moves a normal problem by tiles. False where tiles cannot: no contiguous side, or one run only.
bool move_by_tiles(tile::Kernels const& kernels, detail::NormalProblem const& normal,
                   Way const& way, std::byte* dst, std::byte const* src);

}  // namespace isomer::test
