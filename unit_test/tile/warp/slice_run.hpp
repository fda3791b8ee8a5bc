// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

#include "tile/warp/plan_slices.hpp"
#include "tile/warp/slice_kernel.hpp"
#include "tile_run.hpp"
#include "tiling/slice.hpp"

namespace isomer::test {

/// Calls visit(kernel) with the kernel that moves units of `unit` bytes.
template <class Visit>
void with_slice_kernel(tile::warp::SliceGeometry const& slices, int unit, std::byte* dst,
                       std::byte const* src, Visit const& visit) {
  using namespace tile::warp;
  switch (unit) {
    case 1: return visit(SliceKernel<PlainWords<1>>{slices, dst, src, {}});
    case 2: return visit(SliceKernel<PlainWords<2>>{slices, dst, src, {}});
    case 4: return visit(SliceKernel<PlainWords<4>>{slices, dst, src, {}});
    case 8: return visit(SliceKernel<PlainWords<8>>{slices, dst, src, {}});
    default: return visit(SliceKernel<PlainWords<16>>{slices, dst, src, {}});
  }
}

/// The largest power of two that divides both addresses and the word.
inline int unit_of(MovedCase const& moved, std::byte const* dst) {
  auto const all = reinterpret_cast<std::uintptr_t>(dst) |
                   reinterpret_cast<std::uintptr_t>(moved.src.data()) |
                   static_cast<std::uintptr_t>(moved.normal.element_bytes);
  return static_cast<int>(all & -all);
}

/// Slices grown as asked, within what the kernel has room for.
inline detail::Slice slice_of(detail::NormalProblem const& normal, detail::SliceSize size) {
  std::int64_t const cap =
      std::int64_t{tile::warp::max_slice_words(normal.element_bytes)} * normal.element_bytes;
  size.cap_bytes = std::min(size.cap_bytes, cap);
  return detail::grow_slice(normal, size);
}

template <class Kernel>
void kernel_on_fibers(Kernel const& kernel, GlobalMemory& memory, Findings& findings,
                      FiberOptions options, Mutation const& mutation = {},
                      std::set<Mutation>* all = nullptr) {
  options.threads = Kernel::threads;
  options.shared_bytes = kernel.slices.shared_bytes;
  FiberLeague league(options, memory, findings);
  if (all == nullptr && mutation == Mutation{}) league.run(kernel, kernel.slices.blocks);
  else league.run(Mutant<Kernel>{kernel, mutation, all}, kernel.slices.blocks);
}

/// Moves a case by slices on fibers; success if nothing was found, every byte of the destination
/// was written once and is as the oracle has it.
inline testing::AssertionResult slices_move_on_fibers(MovedCase const& moved,
                                                      tile::warp::SliceGeometry const& slices,
                                                      FiberOptions const& options,
                                                      Mutation const& mutation = {},
                                                      std::set<Mutation>* all = nullptr) {
  GuardedArray const dst(moved.dst);
  ArrayShape const& from = moved.src.shape();
  Findings findings("slices");
  GlobalMemory memory(findings);
  memory.add_source("src", moved.src.data(),
                    static_cast<std::size_t>(from.span() * from.element_bytes));
  memory.add_destination("dst", dst.data(), elements_of(dst.shape()));
  with_slice_kernel(slices, unit_of(moved, dst.data()), dst.data(), moved.src.data(),
                    [&](auto const& kernel) {
                      kernel_on_fibers(kernel, memory, findings, options, mutation, all);
                    });
  if (!findings.empty()) return testing::AssertionFailure() << findings;
  return same_bytes(dst, moved.expected);
}

}  // namespace isomer::test
