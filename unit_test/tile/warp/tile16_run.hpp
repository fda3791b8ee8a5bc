// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>

#include "tile/warp/tile16_kernel.hpp"
#include "tile_run.hpp"

namespace isomer::test {

/// Calls visit(kernel) with the kernel of vector tiles for the problem's words.
template <class Visit>
void with_tile16_kernel(detail::Problem const& normal,
                        tile::warp::VectorTileGeometry const& geometry, std::byte* dst,
                        std::byte const* src, Visit const& visit) {
  switch (normal.element_bytes) {
    case 1: return visit(tile::warp::Tile16Kernel<1>{geometry, {dst, src}, {}});
    case 2: return visit(tile::warp::Tile16Kernel<2>{geometry, {dst, src}, {}});
    case 4: return visit(tile::warp::Tile16Kernel<4>{geometry, {dst, src}, {}});
    default: return visit(tile::warp::Tile16Kernel<8>{geometry, {dst, src}, {}});
  }
}

inline bool begins_on_a_vector(std::byte const* dst, std::byte const* src) {
  return (reinterpret_cast<std::uintptr_t>(dst) | reinterpret_cast<std::uintptr_t>(src)) % 16 == 0;
}

/// Moves a case by vector tiles on fibers.
inline testing::AssertionResult vectors_move_on_fibers(
    MovedCase const& moved, tile::warp::VectorTileGeometry const& geometry,
    FiberOptions const& options, Mutation const& mutation = {}, std::set<Mutation>* all = nullptr) {
  return case_moves("tile16", moved, [&](std::byte* dst, GlobalMemory& memory, Findings& findings) {
    EXPECT_TRUE(begins_on_a_vector(dst, moved.src.data()));
    with_tile16_kernel(moved.normal, geometry, dst, moved.src.data(), [&](auto const& kernel) {
      run_on_league(kernel, geometry.tile.blocks, kernel.shared_bytes(geometry), memory, findings,
                    options, mutation, all);
    });
  });
}

}  // namespace isomer::test
