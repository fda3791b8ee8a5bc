// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>

#include "swap_run.hpp"
#include "team/dry_team.hpp"

/// Square matrices in place by pairs of tiles, on fibers, where nothing may be found wrong; each
/// operation of the kernel spoilt in each way it can be; and what memory has to do.
namespace isomer::test {
namespace {

using tile::warp::plan_swap;
using tile::warp::swap_side;
using tile::warp::SwapGeometry;

TEST(PlanSwap, VisitsEveryPairOfTilesOnce) {
  for (int tiles = 1; tiles <= 9; ++tiles)
    for (std::int64_t const batch : {1, 3})
      for (std::int64_t const middle : {1, 2}) {
        auto const geometry = plan_swap(square_matrices(batch, middle, 64 * tiles - 5, 4));
        ASSERT_TRUE(geometry);
        EXPECT_EQ(geometry->blocks, batch * middle * tiles * (tiles + 1) / 2);
        std::set<std::tuple<std::int64_t, int, int>> seen;
        for (int block = 0; block < geometry->blocks; ++block) {
          auto const pair = geometry->locate(block);
          EXPECT_LE(0, pair.i);
          EXPECT_LE(pair.i, pair.j);
          EXPECT_LT(pair.j, tiles);
          EXPECT_TRUE(seen.emplace(pair.matrix, pair.i, pair.j).second) << block;
        }
      }
}

TEST(PlanSwap, RefusesWhatTheKernelCannotMove) {
  EXPECT_FALSE(plan_swap(square_matrices(1, 1, 100, 12)));
  EXPECT_FALSE(plan_swap(square_matrices(1, 1, 100, 32)));
  EXPECT_FALSE(plan_swap(square_matrices(1, 1, 0, 4)));
  EXPECT_FALSE(plan_swap(square_matrices(0, 1, 10, 4)));
  EXPECT_FALSE(plan_swap(square_matrices((1 << 30) + 1, 1, 10, 4))) << "2^30 + 1 pairs";
  EXPECT_TRUE(plan_swap(square_matrices((1 << 30) - 1, 1, 10, 4)));
  EXPECT_FALSE(plan_swap(square_matrices(1 << 11, 1 << 20, 10, 4))) << "2^31 pairs";
  EXPECT_FALSE(plan_swap(square_matrices(1, 1, 1 << 28, 4))) << "2^43 pairs";
  EXPECT_TRUE(plan_swap(square_matrices(1, 1, 1 << 20, 4)));
}

TEST(PlanSwap, KnowsWhatIsMadeOfVectors) {
  using tile::warp::are_of_vectors;
  EXPECT_TRUE(are_of_vectors(square_matrices(2, 3, 100, 4)));
  EXPECT_FALSE(are_of_vectors(square_matrices(2, 3, 102, 4)));
  EXPECT_FALSE(are_of_vectors(square_matrices(1, 1, 8, 1)));
  EXPECT_FALSE(are_of_vectors(square_matrices(1, 1, 8, 16))) << "words of 16 bytes need none";
  auto pitched = square_matrices(1, 1, 100, 4);
  pitched.row_stride += 8;
  EXPECT_FALSE(are_of_vectors(pitched));
}

template <class How>
class SwapOnFibers : public testing::Test {};
using Hows =
    testing::Types<SwapByWords<1>, SwapByWords<2>, SwapByWords<4>, SwapByWords<8>, SwapByWords<16>,
                   SwapByVectors<1>, SwapByVectors<2>, SwapByVectors<4>, SwapByVectors<8>>;
TYPED_TEST_SUITE(SwapOnFibers, Hows);

template <int W>
constexpr int unit_of(SwapByWords<W> const&) {
  return 1;
}
template <int W>
constexpr int unit_of(SwapByVectors<W> const&) {
  return 16 / W;
}

TYPED_TEST(SwapOnFibers, TransposesEverySide) {
  constexpr int unit = unit_of(TypeParam{});
  constexpr int side = TypeParam::side;
  std::uint64_t number = 0;
  for (int const wanted :
       {1, 2, 5, 31, side / 2, side - 1, side, side + 1, side + 17, 2 * side + 3}) {
    int const rounded = (wanted + unit - 1) / unit * unit;
    SwapCase const swap(square_matrices(1, 1, rounded, TypeParam::word),
                        unit == 1 ? TypeParam::word % 16 : 0);
    auto const geometry = plan_swap(swap.squares);
    ASSERT_TRUE(geometry);
    EXPECT_TRUE(swaps_on_fibers<TypeParam>(swap, *geometry, in_any_order(number++))) << rounded;
  }
}

TYPED_TEST(SwapOnFibers, TransposesMatricesSideBySideAndOneBehindTheOther) {
  constexpr int unit = unit_of(TypeParam{});
  std::uint64_t number = 0;
  for (std::int64_t const batch : {1, 3})
    for (std::int64_t const middle : {1, 2, 5}) {
      std::int64_t const side = (TypeParam::side / 2 + 1 + unit) / unit * unit;
      SwapCase const swap(square_matrices(batch, middle, side, TypeParam::word));
      auto const geometry = plan_swap(swap.squares);
      ASSERT_TRUE(geometry);
      EXPECT_TRUE(swaps_on_fibers<TypeParam>(swap, *geometry, in_any_order(number++)))
          << batch << " x " << middle;
    }
}

/// Two tiles and a piece on a side, so that a pair may be whole, cut, or on the diagonal.
template <class How>
SwapCase ragged_swap() {
  constexpr int unit = unit_of(How{});
  return SwapCase(square_matrices(2, 1, How::side + (3 + unit) / unit * unit, How::word));
}

TYPED_TEST(SwapOnFibers, ReportsEveryMutant) {
  SwapCase const swap = ragged_swap<TypeParam>();
  auto const geometry = plan_swap(swap.squares);
  ASSERT_TRUE(geometry);
  std::set<Mutation> all;
  ASSERT_TRUE(swaps_on_fibers<TypeParam>(swap, *geometry, {}, {}, &all));
  auto tried = expect_all_reported(
      all, [&](auto const&... how) { return swaps_on_fibers<TypeParam>(swap, *geometry, how...); });
  EXPECT_EQ(tried[Fault::no_barrier], 1);
  EXPECT_EQ(tried[Fault::no_commit], 1);
  EXPECT_EQ(tried[Fault::no_wait], 1);
  EXPECT_EQ(tried[Fault::never], 2) << "of the copy and the store";
}

TYPED_TEST(SwapOnFibers, ReportsAGeometryThatIsWrongByOne) {
  SwapCase const swap = ragged_swap<TypeParam>();
  auto const right = plan_swap(swap.squares);
  ASSERT_TRUE(right);
  constexpr int unit = unit_of(TypeParam{});
  auto const is_reported = [&](auto const& spoil) {
    SwapGeometry wrong = *right;
    spoil(wrong);
    return !swaps_on_fibers<TypeParam>(swap, wrong, {});
  };
  EXPECT_TRUE(is_reported([](SwapGeometry& wrong) { wrong.side += unit; }));
  EXPECT_TRUE(is_reported([](SwapGeometry& wrong) { wrong.side -= unit; }));
  EXPECT_TRUE(is_reported([](SwapGeometry& wrong) { --wrong.blocks; }));
  EXPECT_TRUE(is_reported([](SwapGeometry& wrong) { wrong.row_stride += 16; }));
  EXPECT_TRUE(is_reported([](SwapGeometry& wrong) { wrong.item_bytes -= 16; }));
  EXPECT_TRUE(is_reported([](SwapGeometry& wrong) { wrong.fold = tile::warp::Magic(1); }));
}

template <class How>
team::Audit audit_swap(SwapGeometry const& geometry, int first, int count) {
  using Kernel = SwapKernel<How>;
  auto* const data = reinterpret_cast<std::byte*>(std::int64_t{1} << 44);
  team::DryRun run(Kernel::threads, Kernel::shared_bytes);
  for (int block = first; block < std::min(first + count, geometry.blocks); ++block)
    run.block(Kernel{geometry, data}, block, geometry.blocks);
  return run.audit();
}

/// Small words that are gathered meet a few conflicts of banks.
template <class How>
constexpr double most_wavefronts(How const& how) {
  return unit_of(how) > 1 || How::word >= 8 ? 1 : 1.5;
}

TYPED_TEST(SwapOnFibers, TouchesNoSectorTwiceAndMeetsFewBankConflicts) {
  auto const geometry = plan_swap(square_matrices(1, 1, 64 * TypeParam::side, TypeParam::word));
  ASSERT_TRUE(geometry);
  team::Audit const audit = audit_swap<TypeParam>(*geometry, 500, 100);
  EXPECT_DOUBLE_EQ(audit.sector_ratio(), 1);
  EXPECT_DOUBLE_EQ(audit.memory_ratio(), 1);
  EXPECT_LE(audit.wavefront_ratio(), most_wavefronts(TypeParam{}));
  EXPECT_EQ(audit.bytes_read, audit.bytes_written);
  EXPECT_EQ(audit.barriers, audit.blocks);
}

/// Rows that begin anywhere share their sectors with the tiles beside them.
TYPED_TEST(SwapOnFibers, TouchesFewSectorsTwiceWhereRowsBeginAnywhere) {
  if (unit_of(TypeParam{}) > 1) return;
  auto const geometry = plan_swap(square_matrices(1, 1, 20 * TypeParam::side + 1, TypeParam::word));
  ASSERT_TRUE(geometry);
  team::Audit const audit = audit_swap<TypeParam>(*geometry, 0, geometry->blocks);
  EXPECT_LE(audit.memory_ratio(), 1.1);
  EXPECT_LE(audit.sector_ratio(), TypeParam::word == 1 ? 2 : 1.5);
}

/// Blocks that are resident by their shared memory, with what Kokkos needs, on an SM of sm_90 and
/// one of sm_80.
TYPED_TEST(SwapOnFibers, AsksForEnoughBytesAtOnce) {
  auto const geometry = plan_swap(square_matrices(1, 1, 64 * TypeParam::side, TypeParam::word));
  ASSERT_TRUE(geometry);
  using Kernel = SwapKernel<TypeParam>;
  // The first two blocks are on the diagonal.
  std::int64_t const in_flight = audit_swap<TypeParam>(*geometry, 2, 1).bytes_in_flight;
  auto const resident = [](int shared_kib) {
    return std::min(shared_kib * 1024 / (Kernel::shared_bytes + 3200), 2048 / Kernel::threads);
  };
  EXPECT_GE(resident(228) * in_flight, 128 << 10);
  EXPECT_GE(resident(164) * in_flight, 96 << 10);
}

}  // namespace
}  // namespace isomer::test
