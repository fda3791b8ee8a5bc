// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <set>
#include <utility>

#include "tile/warp/plan_rows.hpp"
#include "tile/warp/row_kernel.hpp"
#include "tile_run.hpp"

namespace isomer::test {

/// Calls visit(kernel) with the kernel that moves edges in units of `unit` bytes.
template <class Visit>
void with_row_kernel(tile::warp::RowGeometry const& rows, int unit, std::byte* dst,
                     std::byte const* src, Visit const& visit) {
  using tile::warp::RowKernel;
  switch (unit) {
    case 1: return visit(RowKernel<1>{rows, dst, src});
    case 2: return visit(RowKernel<2>{rows, dst, src});
    case 4: return visit(RowKernel<4>{rows, dst, src});
    case 8: return visit(RowKernel<8>{rows, dst, src});
    default: return visit(RowKernel<16>{rows, dst, src});
  }
}

/// The largest power of two that divides both addresses and all distances.
inline int row_unit_of(tile::warp::RowGeometry const& rows, std::byte const* dst,
                       std::byte const* src) {
  auto const all = reinterpret_cast<std::uintptr_t>(dst) | reinterpret_cast<std::uintptr_t>(src) |
                   static_cast<std::uintptr_t>(rows.alignment);
  return static_cast<int>(all & -all);
}

/// Moves a case run by run on fibers; success if nothing was found, every byte of the destination
/// was written once and is as the oracle has it.
inline testing::AssertionResult rows_move_on_fibers(MovedCase const& moved,
                                                    tile::warp::RowGeometry const& rows,
                                                    FiberOptions options,
                                                    Mutation const& mutation = {},
                                                    std::set<Mutation>* all = nullptr) {
  GuardedArray const dst(moved.dst);
  ArrayShape const& from = moved.src.shape();
  Findings findings("rows");
  GlobalMemory memory(findings);
  memory.add_source("src", moved.src.data(),
                    static_cast<std::size_t>(from.span() * from.element_bytes));
  memory.add_destination("dst", dst.data(), elements_of(dst.shape()));
  options.threads = tile::warp::RowGeometry::threads;
  int const unit = row_unit_of(rows, dst.data(), moved.src.data());
  with_row_kernel(rows, unit, dst.data(), moved.src.data(), [&](auto const& kernel) {
    using Kernel = std::decay_t<decltype(kernel)>;
    FiberLeague league(options, memory, findings);
    if (all == nullptr && mutation == Mutation{}) league.run(kernel, rows.blocks);
    else league.run(Mutant<Kernel>{kernel, mutation, all}, rows.blocks);
  });
  if (!findings.empty()) return testing::AssertionFailure() << findings;
  return same_bytes(dst, moved.expected);
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
