// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <set>
#include <vector>

#include "row_run.hpp"
#include "slice_run.hpp"
#include "tile/warp/plan/pairs.hpp"
#include "tile/warp/plan/plan_tile.hpp"
#include "tile/warp/tile16_kernel.hpp"
#include "tile_run.hpp"

/// Kernels on many pairs of arrays of one shape, which they look up, on fibers.
namespace isomer::test {
namespace {

using detail::NormalProblem;
using tile::warp::ManyPairs;
using tile::warp::of_pairs;
using tile::warp::PlainWords;
using tile::warp::Unscaled;

/// Arrays of their own, in the order in which memory came.
class Pairs {
 public:
  Pairs(Case const& c, int count) {
    for (int k = 0; k < count; ++k) all_.emplace_back(c);
  }

  NormalProblem problem() const {
    return of_pairs(all_[0].normal, static_cast<std::int64_t>(all_.size()));
  }

  /// Runs kernel_for(arrays) on fibers; success if nothing was found wrong with it and every pair
  /// is as the oracle has it.
  template <class KernelFor>
  testing::AssertionResult move(int blocks, int shared_bytes, FiberOptions const& options,
                                KernelFor const& kernel_for, Mutation const& mutation = {},
                                std::set<Mutation>* mutations = nullptr) const {
    Findings findings("pairs");
    GlobalMemory memory(findings);
    std::deque<GuardedArray> moved;
    for (MovedCase const& pair : all_) {
      GuardedArray const& dst = moved.emplace_back(pair.dst);
      ArrayShape const& from = pair.src.shape();
      memory.add_source("src", pair.src.data(),
                        static_cast<std::size_t>(from.span() * from.element_bytes));
      memory.add_destination("dst", dst.data(), elements_of(dst.shape()));
    }
    // From the last on, so that no entry that is looked up in vain is 0.
    std::vector<ManyPairs::Entry> table;
    for (std::size_t k = 0; k < moved.size(); ++k)
      table.push_back({apart(moved[k].data(), moved.back().data()),
                       apart(all_[k].src.data(), all_.back().src.data())});
    auto const* const bytes = reinterpret_cast<std::byte const*>(table.data());
    memory.add_source("table", bytes, table.size() * sizeof table[0]);
    run_on_league(kernel_for(ManyPairs{moved.back().data(), all_.back().src.data(), bytes}), blocks,
                  shared_bytes, memory, findings, options, mutation, mutations);
    if (!findings.empty()) return testing::AssertionFailure() << findings;
    for (std::size_t k = 0; k < moved.size(); ++k)
      if (auto const same = same_bytes(moved[k], all_[k].expected); !same) return same;
    return testing::AssertionSuccess();
  }

 private:
  static std::uint64_t apart(std::byte const* to, std::byte const* from) {
    return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(to) -
                                      reinterpret_cast<std::uintptr_t>(from));
  }
  std::deque<MovedCase> all_;
};

/// Each operation of a kernel, spoilt in each way it can be, is found.
template <class Move>
void expect_reported(Move const& move) {
  std::set<Mutation> all;
  ASSERT_TRUE(move(FiberOptions{}, Mutation{}, &all));
  ASSERT_FALSE(all.empty());
  for (Mutation const& mutation : all)
    EXPECT_FALSE(move(FiberOptions{}, mutation, nullptr)) << mutation;
}

template <int W>
auto moves_vectors(Pairs const& pairs) {
  auto const geometry = tile::warp::plan_tile16(pairs.problem());
  return [&pairs, geometry](FiberOptions const& options, Mutation const& mutation = {},
                            std::set<Mutation> * all = nullptr) {
    if (!geometry) return testing::AssertionFailure() << "no tiles of vectors";
    using Kernel = tile::warp::Tile16Kernel<W, Unscaled, ManyPairs>;
    return pairs.move(
        geometry->tile.blocks, Kernel::shared_bytes(*geometry), options,
        [&](ManyPairs const& arrays) {
          return Kernel{*geometry, arrays, {}};
        },
        mutation, all);
  };
}

TEST(PairsOnFibers, MoveInVectorsWithinAPair) {
  Pairs const pairs(tile_case({64, 64}, {1, 0}, 4), 3);
  auto const geometry = tile::warp::plan_tile16(pairs.problem());
  ASSERT_TRUE(geometry);
  EXPECT_FALSE(ManyPairs::leads_on(geometry->row.step));
  EXPECT_FALSE(ManyPairs::leads_on(geometry->column.step));
  for (std::uint64_t number = 0; number < 4; ++number)
    EXPECT_TRUE(moves_vectors<4>(pairs)(in_any_order(number)));
}

/// 64 words are a run, of which a pair has 8: rows in the source are pieces of 8 pairs.
TEST(PairsOnFibers, MoveInVectorsRowsOfSeveralPairs) {
  for (int const count : {8, 13}) {
    Pairs const pairs(tile_case({64, 8}, {1, 0}, 4), count);
    auto const geometry = tile::warp::plan_tile16(pairs.problem());
    ASSERT_TRUE(geometry);
    EXPECT_TRUE(ManyPairs::leads_on(geometry->row.step));
    EXPECT_FALSE(ManyPairs::leads_on(geometry->column.step));
    for (std::uint64_t number = 0; number < 4; ++number)
      EXPECT_TRUE(moves_vectors<4>(pairs)(in_any_order(number))) << count;
  }
}

TEST(PairsOnFibers, MoveInVectorsColumnsOfSeveralPairs) {
  for (int const count : {8, 13}) {
    Pairs const pairs(tile_case({8, 64}, {1, 0}, 4), count);
    auto const geometry = tile::warp::plan_tile16(pairs.problem());
    ASSERT_TRUE(geometry);
    EXPECT_FALSE(ManyPairs::leads_on(geometry->row.step));
    EXPECT_TRUE(ManyPairs::leads_on(geometry->column.step));
    for (std::uint64_t number = 0; number < 4; ++number)
      EXPECT_TRUE(moves_vectors<4>(pairs)(in_any_order(number))) << count;
  }
}

/// Both sides are short of words, of which one has more from other pairs.
TEST(PairsOnFibers, MoveInVectorsSmallSquaresOfSeveralPairs) {
  Pairs const pairs(tile_case({8, 8}, {1, 0}, 4), 64);
  for (std::uint64_t number = 0; number < 4; ++number)
    EXPECT_TRUE(moves_vectors<4>(pairs)(in_any_order(number)));
}

TEST(PairsOnFibers, ReportEachFaultOfTilesOfVectors) {
  expect_reported(moves_vectors<8>(Pairs(tile_case({16, 8}, {1, 0}, 8), 3)));
}

TEST(PairsOnFibers, MoveInTilesOfWords) {
  Pairs const pairs(tile_case({37, 70}, {1, 0}, 8, 1, 8), 3);
  auto const tile = tile::warp::plan_tile(pairs.problem());
  ASSERT_TRUE(tile);
  using Kernel = tile::warp::TileKernel<8, Unscaled, ManyPairs>;
  for (std::uint64_t number = 0; number < 4; ++number)
    EXPECT_TRUE(pairs.move(tile->blocks, Kernel::shared_bytes(*tile), in_any_order(number),
                           [&](ManyPairs const& arrays) {
                             return Kernel{*tile, arrays, {}};
                           }));
}

TEST(PairsOnFibers, MoveRows) {
  Pairs const pairs(row_case(5, 1003, 3, 6, 10, 0), 4);
  auto const rows = tile::warp::plan_rows(pairs.problem());
  ASSERT_TRUE(rows);
  using Kernel = tile::warp::RowKernel<1, ManyPairs>;
  for (std::uint64_t number = 0; number < 4; ++number)
    EXPECT_TRUE(pairs.move(rows->blocks, rows->shared_bytes(), in_any_order(number),
                           [&](ManyPairs const& arrays) {
                             return Kernel{*rows, arrays};
                           }));
}

/// Slices of `of_slice` pairs; the last may have fewer.
auto moves_slices(Pairs const& pairs, std::int64_t of_slice) {
  NormalProblem const normal = pairs.problem();
  auto taken = std::array<std::int64_t, detail::max_axes>{};
  for (int k = 0; k < normal.rank; ++k)
    taken[static_cast<std::size_t>(k)] = normal.axis[static_cast<std::size_t>(k)].extent;
  taken[static_cast<std::size_t>(normal.rank - 1)] = of_slice;
  auto const slices = tile::warp::plan_slices(normal, taken, 8);
  return [&pairs, slices](FiberOptions const& options, Mutation const& mutation = {},
                          std::set<Mutation> * all = nullptr) {
    if (!slices) return testing::AssertionFailure() << "no slices";
    using Kernel = tile::warp::SliceKernel<PlainWords<8>, ManyPairs>;
    return pairs.move(
        slices->blocks, slices->shared_bytes, options,
        [&](ManyPairs const& arrays) {
          return Kernel{*slices, arrays, {}};
        },
        mutation, all);
  };
}

TEST(PairsOnFibers, MoveSlicesOfSeveralPairs) {
  Pairs const pairs(tile_case({5, 3, 4}, {2, 0, 1}, 8, 1, 8), 20);
  for (std::int64_t const of_slice : {1, 6, 7, 20})
    for (std::uint64_t number = 0; number < 4; ++number)
      EXPECT_TRUE(moves_slices(pairs, of_slice)(in_any_order(number))) << of_slice;
}

TEST(PairsOnFibers, ReportEachFaultOfSlices) {
  expect_reported(moves_slices(Pairs(tile_case({5, 3}, {1, 0}, 8, 1, 8), 7), 4));
}

}  // namespace
}  // namespace isomer::test
