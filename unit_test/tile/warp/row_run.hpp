// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <set>
#include <utility>

#include "tile/warp/common_unit.hpp"
#include "tile/warp/plan/plan_rows.hpp"
#include "tile/warp/row_kernel.hpp"
#include "tile_run.hpp"

namespace isomer::test {

/// Calls visit(kernel) with the kernel that moves edges in units of `unit` bytes.
template <class Visit>
void with_row_kernel(tile::warp::RowGeometry const& rows, int unit, std::byte* dst,
                     std::byte const* src, Visit const& visit) {
  using tile::warp::RowKernel;
  switch (unit) {
    case 1: return visit(RowKernel<1>{rows, {dst, src}});
    case 2: return visit(RowKernel<2>{rows, {dst, src}});
    case 4: return visit(RowKernel<4>{rows, {dst, src}});
    case 8: return visit(RowKernel<8>{rows, {dst, src}});
    default: return visit(RowKernel<16>{rows, {dst, src}});
  }
}

/// Moves a case run by run on fibers.
inline testing::AssertionResult rows_move_on_fibers(MovedCase const& moved,
                                                    tile::warp::RowGeometry const& rows,
                                                    FiberOptions const& options,
                                                    Mutation const& mutation = {},
                                                    std::set<Mutation>* all = nullptr) {
  return case_moves("rows", moved, [&](std::byte* dst, GlobalMemory& memory, Findings& findings) {
    std::byte const* const src = moved.src.data();
    int const unit = tile::warp::common_unit(dst, src, rows.alignment);
    with_row_kernel(rows, unit, dst, src, [&](auto const& kernel) {
      run_on_league(kernel, rows.blocks, rows.shared_bytes(), memory, findings, options, mutation,
                    all);
    });
  });
}

/// Runs of bytes in the order in which they are, pitched, at these bytes behind a line.
inline Case row_case(std::int64_t runs, std::int64_t bytes, int dst_at, int src_at, int dst_gap = 0,
                     int src_gap = 0) {
  Case c;
  c.extent = {runs, bytes};
  c.axes = {0, 1};
  c.element_bytes = 1;
  c.dst = {{0, 1}, {0, dst_gap}, dst_at};
  c.src = {{0, 1}, {0, src_gap}, src_at};
  return c;
}

}  // namespace isomer::test
