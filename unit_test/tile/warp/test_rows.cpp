// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <random>

#include "row_run.hpp"
#include "support/case.hpp"
#include "support/column_major.hpp"
#include "team/launch.hpp"

/// The row kernel against the oracle: on fibers, where nothing may be found wrong with it, and on a
/// host's team of one thread; and how runs are cut.
namespace isomer::test {
namespace {

using tile::warp::plan_rows;
using tile::warp::RowGeometry;

TEST(RowsOnFibers, MoveRunsOfAnyLengthFromAnyByteToAnyOther) {
  std::mt19937 random(5);
  auto const draw = [&](int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random);
  };
  for (int dst_at = 0; dst_at < 16; ++dst_at)
    for (int src_at = 0; src_at < 16; ++src_at) {
      int const bytes = draw(128, 4100);
      MovedCase const moved(row_case(3, bytes, dst_at, src_at, draw(0, 40), draw(0, 40)));
      auto const rows = plan_rows(moved.normal, 1);
      ASSERT_TRUE(rows);
      EXPECT_TRUE(rows_move_on_fibers(moved, *rows, in_any_order(random())))
          << bytes << " bytes from " << src_at << " to " << dst_at;
    }
}

TEST(RowsOnFibers, MoveShortRuns) {
  for (int bytes = 2; bytes < 100; ++bytes) {
    MovedCase const moved(row_case(70, bytes, bytes % 16, bytes / 16, 5, 3));
    auto const rows = plan_rows(moved.normal, 1);
    ASSERT_TRUE(rows);
    EXPECT_TRUE(rows_move_on_fibers(moved, *rows, in_any_order(static_cast<std::uint64_t>(bytes))))
        << bytes;
  }
}

TEST(RowsOnFibers, MoveLongRunsInPieces) {
  for (auto const& [bytes, at] : {std::pair{40000, 0}, {40000, 8}, {16384, 4}, {16368, 2}}) {
    MovedCase const moved(row_case(2, bytes, at, 0, 16, 32));
    auto const rows = plan_rows(moved.normal);
    ASSERT_TRUE(rows);
    EXPECT_GT(rows->pieces, 2);
    EXPECT_TRUE(rows_move_on_fibers(moved, *rows, {})) << bytes;
  }
}

TEST(RowsOnFibers, MoveRandomTensorsAsTheOracleDoes) {
  int moved_cases = 0;
  CaseRange const range{.max_rank = 6, .max_bytes = 16 * 1024};
  for_each_moved_case(400, range, [&](MovedCase const& moved) {
    auto const rows = plan_rows(moved.normal, 8);
    if (!rows || rows->blocks > 10) return;
    ++moved_cases;
    EXPECT_TRUE(
        rows_move_on_fibers(moved, *rows, in_any_order(static_cast<std::uint64_t>(moved_cases))));
  });
  EXPECT_GT(moved_cases, case_count(400) / 20);
}

using HostExec = Kokkos::DefaultHostExecutionSpace;

TEST(RowsOnAHostTeam, MoveRandomTensorsAsTheOracleDoes) {
  int moved_cases = 0;
  for_each_moved_case(600, {.max_rank = 6}, [&](MovedCase const& moved) {
    auto const rows = plan_rows(moved.normal, 8);
    if (!rows) return;
    ++moved_cases;
    GuardedArray const dst(moved.dst);
    with_row_kernel(
        *rows, tile::warp::common_unit(dst.data(), moved.src.data(), rows->alignment), dst.data(),
        moved.src.data(), [&](auto const& kernel) {
          team::launch(
              HostExec(),
              {.label = "rows", .teams = rows->blocks, .scratch_bytes = rows->shared_bytes()},
              kernel);
          HostExec().fence();
        });
    EXPECT_TRUE(same_bytes(dst, moved.expected));
  });
  EXPECT_GT(moved_cases, case_count(600) / 12);
}

TEST(PlanRows, GivesABlockSixteenKibibytesOfPieces) {
  EXPECT_FALSE(plan_rows(column_major({31, 9, 7}, {0, 2, 1}, 4))) << "124 bytes";
  struct Row {
    std::int64_t bytes;
    int lanes;
    int of_block;
  };
  for (auto const& [bytes, lanes, of_block] : {Row{128, 8, 102}, Row{132, 16, 85}, Row{2048, 32, 7},
                                               Row{2052, 32, 7}, Row{1 << 20, 32, 4}}) {
    auto const rows = plan_rows(column_major({bytes / 4, 9, 7}, {0, 2, 1}, 4));
    ASSERT_TRUE(rows);
    EXPECT_EQ(1 << rows->lanes_shift, lanes) << bytes;
    EXPECT_EQ(rows->of_block, of_block) << bytes;
    EXPECT_LE(rows->shared_bytes(), (16 << 10) + 20 * of_block + 16);
  }
}

TEST(PlanRows, CutsLongRunsIntoPiecesThatBeginOnLines) {
  auto const rows = plan_rows(column_major({100000, 9, 7}, {0, 2, 1}, 4));
  ASSERT_TRUE(rows);
  EXPECT_EQ(rows->piece_bytes % 128, 0);
  EXPECT_LE(rows->slot_bytes(), RowGeometry::max_slot_bytes);
  EXPECT_EQ(rows->pieces, 101 * 9 * 7);
  EXPECT_EQ(100 * rows->piece_bytes + rows->last_bytes, 400000);
  EXPECT_EQ(rows->blocks, (rows->pieces + 3) / 4);
  EXPECT_EQ(rows->alignment, 16);
}

TEST(PlanRows, TakesNothingElse) {
  EXPECT_FALSE(plan_rows(column_major({64, 64}, {1, 0}, 4))) << "the fastest axes differ";
  detail::Problem strided = column_major({64, 64, 3}, {0, 2, 1}, 4);
  strided.axis[0].src_stride = 2;
  EXPECT_FALSE(plan_rows(detail::NormalProblem(strided)));
  detail::Problem many = column_major({32, 1 << 16, 1 << 15}, {0, 2, 1}, 4);
  EXPECT_FALSE(plan_rows(detail::NormalProblem(many))) << "2^31 runs";
  detail::Problem const nearly = column_major({32, (1 << 16) - 1, 1 << 15}, {0, 2, 1}, 4);
  auto const rows = plan_rows(detail::NormalProblem(nearly));
  ASSERT_TRUE(rows);
  EXPECT_LT(std::int64_t{rows->blocks} * rows->of_block, std::int64_t{1} << 31);
  EXPECT_FALSE(plan_rows(column_major({32, 42966, 49981}, {0, 2, 1}, 4)))
      << "2^31 - 2 runs, which a last block would count beyond";
}

}  // namespace
}  // namespace isomer::test
