// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/moved_case.hpp"
#include "team/faulty_team.hpp"
#include "team/fiber_league.hpp"
#include "tile/warp/tile_kernel.hpp"

namespace isomer::test {

/// Which bytes from the first element on are those of an element.
inline std::vector<bool> elements_of(ArrayShape const& shape) {
  auto const bytes = static_cast<std::size_t>(shape.element_bytes);
  std::vector<bool> is_element(static_cast<std::size_t>(shape.span()) * bytes);
  for_each_index(shape.extent, [&](Index const& index) {
    std::size_t const first = static_cast<std::size_t>(shape.offset(index)) * bytes;
    for (std::size_t k = 0; k < bytes; ++k) is_element[first + k] = true;
  });
  return is_element;
}

/// Calls visit(kernel) with the tile kernel for the problem's words.
template <class Visit>
void with_tile_kernel(detail::Problem const& normal, tile::warp::TileGeometry const& tile,
                      std::byte* dst, std::byte const* src, Visit const& visit) {
  switch (normal.element_bytes) {
    case 4: return visit(tile::warp::TileKernel<4>{tile, dst, src});
    case 8: return visit(tile::warp::TileKernel<8>{tile, dst, src});
    default: return visit(tile::warp::TileKernel<16>{tile, dst, src});
  }
}

/// What fibers find wrong while tiles move a problem's bytes from `src` to `dst`.
inline Findings run_on_fibers(detail::Problem const& normal, tile::warp::TileGeometry const& tile,
                              std::byte* dst, std::vector<bool> is_element, std::byte const* src,
                              std::int64_t src_bytes, FiberOptions options,
                              Mutation const& mutation = {}, std::set<Mutation>* all = nullptr) {
  Findings findings("tile");
  GlobalMemory memory(findings);
  memory.add_source("src", src, static_cast<std::size_t>(src_bytes));
  memory.add_destination("dst", dst, std::move(is_element));
  with_tile_kernel(normal, tile, dst, src, [&](auto const& kernel) {
    options.threads = kernel.threads;
    options.shared_bytes = kernel.shared_bytes(tile);
    FiberLeague league(options, memory, findings);
    if (all == nullptr && mutation == Mutation{}) league.run(kernel, tile.blocks);
    else league.run(Mutant<std::decay_t<decltype(kernel)>>{kernel, mutation, all}, tile.blocks);
  });
  return findings;
}

/// Moves a case by tiles on fibers; success if nothing was found and every byte is as the oracle
/// has it.
inline testing::AssertionResult moves_on_fibers(MovedCase const& moved,
                                                tile::warp::TileGeometry const& tile,
                                                FiberOptions const& options,
                                                Mutation const& mutation = {},
                                                std::set<Mutation>* all = nullptr) {
  GuardedArray const dst(moved.dst);
  ArrayShape const& from = moved.src.shape();
  Findings const findings =
      run_on_fibers(moved.normal, tile, dst.data(), elements_of(dst.shape()), moved.src.data(),
                    from.span() * from.element_bytes, options, mutation, all);
  if (!findings.empty()) return testing::AssertionFailure() << findings;
  return same_bytes(dst, moved.expected);
}

/// A case from extents and axes, slowest axis first as a View counts them, pitched and misaligned
/// as asked.
inline Case tile_case(Index extent, std::vector<int> axes, int element_bytes, int gap = 0,
                      int misalignment = 0) {
  Case c;
  auto const rank = static_cast<int>(extent.size());
  c.extent = std::move(extent);
  c.axes = std::move(axes);
  c.element_bytes = element_bytes;
  std::vector<int> order;
  for (int k = 0; k < rank; ++k) order.push_back(k);
  for (Arrangement* side : {&c.src, &c.dst}) {
    side->slowest_first = order;
    side->gap.assign(static_cast<std::size_t>(rank), gap);
    side->misalignment = misalignment;
  }
  return c;
}

}  // namespace isomer::test
