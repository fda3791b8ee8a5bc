// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

#include "tile/warp/common_unit.hpp"
#include "tile/warp/plan/plan_slices.hpp"
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
    case 1: return visit(SliceKernel<PlainWords<1>>{slices, {dst, src}, {}});
    case 2: return visit(SliceKernel<PlainWords<2>>{slices, {dst, src}, {}});
    case 4: return visit(SliceKernel<PlainWords<4>>{slices, {dst, src}, {}});
    case 8: return visit(SliceKernel<PlainWords<8>>{slices, {dst, src}, {}});
    default: return visit(SliceKernel<PlainWords<16>>{slices, {dst, src}, {}});
  }
}

/// The largest power of two that divides both addresses and the word.
inline int unit_of(MovedCase const& moved, std::byte const* dst) {
  return tile::warp::common_unit(dst, moved.src.data(), moved.normal.element_bytes);
}

/// Slices grown as asked, within what the kernel has room for.
inline detail::Slice slice_of(detail::NormalProblem const& normal, detail::SliceSize size) {
  std::int64_t const cap =
      std::int64_t{tile::warp::max_slice_words(normal.element_bytes)} * normal.element_bytes;
  size.cap_bytes = std::min(size.cap_bytes, cap);
  detail::Slice slice = detail::grow_slice(normal, size);
  for (; !tile::warp::slices_have_room(normal, slice.extent) && size.cap_bytes > 1;
       size.cap_bytes /= 2)
    slice = detail::grow_slice(normal, size);
  return slice;
}

template <class Kernel>
void kernel_on_fibers(Kernel const& kernel, GlobalMemory& memory, Findings& findings,
                      FiberOptions const& options, Mutation const& mutation = {},
                      std::set<Mutation>* all = nullptr) {
  run_on_league(kernel, kernel.slices.blocks, kernel.slices.shared_bytes, memory, findings, options,
                mutation, all);
}

/// Moves a case by slices on fibers.
inline testing::AssertionResult slices_move_on_fibers(MovedCase const& moved,
                                                      tile::warp::SliceGeometry const& slices,
                                                      FiberOptions const& options,
                                                      Mutation const& mutation = {},
                                                      std::set<Mutation>* all = nullptr) {
  return case_moves("slices", moved, [&](std::byte* dst, GlobalMemory& memory, Findings& findings) {
    with_slice_kernel(slices, unit_of(moved, dst), dst, moved.src.data(), [&](auto const& kernel) {
      kernel_on_fibers(kernel, memory, findings, options, mutation, all);
    });
  });
}

}  // namespace isomer::test
