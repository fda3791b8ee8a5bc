// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/moved_case.hpp"
#include "team/faulty_team.hpp"
#include "team/fiber_league.hpp"
#include "tile/warp/tile_kernel.hpp"
#include "tile/warp/with_word.hpp"

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
  tile::warp::with_word<1, 16>(normal.element_bytes, [&]<int W>() {
    visit(tile::warp::TileKernel<W>{tile, {dst, src}, {}});
  });
}

/// Expects that moves(options, mutation) fails for each mutation, whenever copies land; returns how
/// many were of each fault.
template <class Moves>
std::map<Fault, int> expect_all_reported(std::set<Mutation> const& all, Moves const& moves) {
  std::map<Fault, int> tried;
  for (Mutation const& mutation : all) {
    ++tried[mutation.fault];
    for (Landing const landing : {Landing::at_wait, Landing::at_issue})
      EXPECT_FALSE(moves(FiberOptions{.landing = landing}, mutation)) << mutation;
  }
  return tried;
}

/// Runs a kernel, or what a mutation makes of it.
template <class Kernel>
void run_on_league(Kernel const& kernel, int blocks, int shared_bytes, GlobalMemory& memory,
                   Findings& findings, FiberOptions options, Mutation const& mutation,
                   std::set<Mutation>* all) {
  options.threads = Kernel::threads;
  options.shared_bytes = shared_bytes;
  FiberLeague league(options, memory, findings);
  if (all == nullptr && mutation == Mutation{}) league.run(kernel, blocks);
  else league.run(Mutant<Kernel>{kernel, mutation, all}, blocks);
}

/// Calls run(dst, memory, findings) on a destination of the case's; success if nothing was found,
/// every byte of it was written once and is as the oracle has it.
template <class Run>
testing::AssertionResult case_moves(char const* name, MovedCase const& moved, Run const& run) {
  GuardedArray const dst(moved.dst);
  ArrayShape const& from = moved.src.shape();
  Findings findings(name);
  GlobalMemory memory(findings);
  memory.add_source("src", moved.src.data(),
                    static_cast<std::size_t>(from.span() * from.element_bytes));
  memory.add_destination("dst", dst.data(), elements_of(dst.shape()));
  run(dst.data(), memory, findings);
  if (!findings.empty()) return testing::AssertionFailure() << findings;
  return same_bytes(dst, moved.expected);
}

/// What fibers find wrong while tiles move a problem's bytes from `src` to `dst`.
inline Findings run_on_fibers(detail::Problem const& normal, tile::warp::TileGeometry const& tile,
                              std::byte* dst, std::vector<bool> is_element, std::byte const* src,
                              std::int64_t src_bytes, FiberOptions const& options) {
  Findings findings("tile");
  GlobalMemory memory(findings);
  memory.add_source("src", src, static_cast<std::size_t>(src_bytes));
  memory.add_destination("dst", dst, std::move(is_element));
  with_tile_kernel(normal, tile, dst, src, [&](auto const& kernel) {
    run_on_league(kernel, tile.blocks, kernel.shared_bytes(tile), memory, findings, options, {},
                  nullptr);
  });
  return findings;
}

/// Moves a case by tiles on fibers.
inline testing::AssertionResult moves_on_fibers(MovedCase const& moved,
                                                tile::warp::TileGeometry const& tile,
                                                FiberOptions const& options,
                                                Mutation const& mutation = {},
                                                std::set<Mutation>* all = nullptr) {
  return case_moves("tile", moved, [&](std::byte* dst, GlobalMemory& memory, Findings& findings) {
    with_tile_kernel(moved.normal, tile, dst, moved.src.data(), [&](auto const& kernel) {
      run_on_league(kernel, tile.blocks, kernel.shared_bytes(tile), memory, findings, options,
                    mutation, all);
    });
  });
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
