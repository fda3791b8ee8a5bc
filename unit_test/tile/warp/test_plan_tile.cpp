// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

#include "support/column_major.hpp"
#include "tile/warp/plan/plan_tile.hpp"
#include "tile/warp/tile_kernel.hpp"

namespace isomer::test {
namespace {

using detail::axis_at;
using detail::Problem;
using tile::warp::Pieces;
using tile::warp::plan_tile;
using tile::warp::plan_tile16;
using tile::warp::TileGeometry;
using tile::warp::VectorTileGeometry;

TEST(PlanTile, FillsTheTileOfAMatrix) {
  struct Expected {
    int word, rows, cols;
  };
  for (Expected const& e :
       {Expected{1, 128, 128}, {2, 64, 128}, {4, 64, 64}, {8, 64, 32}, {16, 32, 32}}) {
    auto const tile = plan_tile(column_major({6400, 12800}, {1, 0}, e.word));
    ASSERT_TRUE(tile) << e.word;
    EXPECT_EQ(tile->rows, e.rows) << e.word;
    EXPECT_EQ(tile->cols, e.cols) << e.word;
    EXPECT_EQ(tile->pitch, e.cols * e.word + (e.word == 8 ? 8 : 16));
    EXPECT_EQ(tile->blocks, 6400 / e.cols * (12800 / e.rows));
  }
}

TEST(PlanTile, GrowsRunsOverSeveralAxesAndCutsTheLast) {
  auto const tile = plan_tile(column_major({5, 12, 100, 3, 20}, {3, 4, 2, 1, 0}, 4));
  ASSERT_TRUE(tile);
  EXPECT_EQ(tile->cols, 60);
  EXPECT_EQ(tile->rows, 60);
  EXPECT_EQ(tile->blocks, 100);
}

TEST(PlanTile, GivesAnAxisThatBothSidesCouldUseToTheShorterRun) {
  // Inputs a, b, c become c, b, a: b goes to the rows, which have 4 words without it.
  auto const tile = plan_tile(column_major({40, 16, 4, 7}, {2, 1, 0, 3}, 4));
  ASSERT_TRUE(tile);
  EXPECT_EQ(tile->rows, 64);
  EXPECT_EQ(tile->cols, 40);
}

TEST(PlanTile, CutsBlocksThatBeginOnSectors) {
  // 7 blocks of 58 or less: 64 words are six of 64 and one of 16.
  auto const tile = plan_tile(column_major({400, 4096}, {1, 0}, 4));
  ASSERT_TRUE(tile);
  EXPECT_EQ(tile->cols % 8, 0);
  EXPECT_EQ(tile->last_cols, 400 - (400 / tile->cols) * tile->cols);
}

TEST(PlanTile, RefusesWhatTheKernelCannotMoveWell) {
  EXPECT_FALSE(plan_tile(column_major({63, 64, 65}, {0, 2, 1}, 4))) << "the same fastest axis";
  EXPECT_FALSE(plan_tile(column_major({640}, {0}, 4))) << "a copy";
  EXPECT_FALSE(plan_tile(column_major({5, 640, 7}, {2, 0, 1}, 4))) << "runs of 28 bytes";
  EXPECT_FALSE(plan_tile(column_major({0, 640}, {1, 0}, 4))) << "nothing";
  EXPECT_FALSE(plan_tile(column_major({1LL << 40, 1LL << 20}, {1, 0}, 4))) << "2^48 tiles";
  EXPECT_TRUE(plan_tile(column_major({64, 64, (1 << 30) - 1}, {1, 0, 2}, 4)));
  EXPECT_FALSE(plan_tile(column_major({64, 64, (1 << 30) + 1}, {1, 0, 2}, 4))) << "2^30 + 1 tiles";
  Problem strided = column_major({640, 640}, {1, 0}, 4);
  for (auto& axis : strided.axis) axis.src_stride *= 2;
  EXPECT_FALSE(plan_tile(strided)) << "no contiguous axis in the source";
  EXPECT_FALSE(plan_tile(
      column_major({64, 2, 3, 2, 3, 2, 3, 2, 3, 2, 64}, {10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}, 4)))
      << "11 axes";
}

/// Where the geometry of a tile sends every word of the problem, as the kernel uses it: word x of a
/// row lies along_row(x) behind its first, and of a column along_column(x).
template <class AlongRow, class AlongColumn>
std::map<std::int64_t, std::int64_t> moves_of(TileGeometry const& tile, AlongRow const& along_row,
                                              AlongColumn const& along_column) {
  std::map<std::int64_t, std::int64_t> moves;
  for (int block = 0; block < tile.blocks; ++block) {
    auto const place = tile.locate(block);
    for (int row = 0; row < place.rows; ++row)
      for (int x = 0; x < place.cols; ++x) {
        std::int64_t const from = place.src + tile.row_offset(row) + along_row(x);
        std::int64_t const to = place.dst + tile.column_offset(x) + along_column(row);
        EXPECT_TRUE(moves.emplace(from, to).second) << "read twice: " << from;
      }
  }
  return moves;
}

std::map<std::int64_t, std::int64_t> moves_of(TileGeometry const& tile, int word) {
  auto const along = [word](int x) { return x * word; };
  return moves_of(tile, along, along);
}

std::map<std::int64_t, std::int64_t> moves_of(VectorTileGeometry const& geometry, int word) {
  auto const along = [word](Pieces const& pieces) {
    return [word, &pieces](int x) { return pieces.offset(x * word / 16) + x * word % 16; };
  };
  return moves_of(geometry.tile, along(geometry.row), along(geometry.column));
}

std::map<std::int64_t, std::int64_t> moves_of(Problem const& normal) {
  std::map<std::int64_t, std::int64_t> moves;
  std::int64_t const words = detail::volume_bytes(normal) / normal.element_bytes;
  for (std::int64_t number = 0; number < words; ++number) {
    std::int64_t rest = number;
    std::int64_t from = 0;
    std::int64_t to = 0;
    for (int k = 0; k < normal.rank; ++k) {
      from += rest % axis_at(normal, k).extent * axis_at(normal, k).src_stride;
      to += rest % axis_at(normal, k).extent * axis_at(normal, k).dst_stride;
      rest /= axis_at(normal, k).extent;
    }
    moves.emplace(from * normal.element_bytes, to * normal.element_bytes);
  }
  return moves;
}

TEST(PlanTile, SendsEveryWordWhereItBelongs) {
  std::mt19937 random(7);
  int planned = 0;
  for (int trial = 0; trial < 300; ++trial) {
    auto const rank = 2 + random() % 6;
    std::vector<std::int64_t> extents;
    std::vector<int> axes;
    std::int64_t room = 6000;
    for (unsigned k = 0; k < rank; ++k) {
      std::int64_t const extent = 1 + random() % std::min<std::int64_t>(room, k < 3 ? 80 : 9);
      room = std::max<std::int64_t>(1, room / extent);
      extents.push_back(extent);
      axes.push_back(static_cast<int>(k));
    }
    std::shuffle(axes.begin(), axes.end(), random);
    Problem const normal =
        column_major(extents, axes, 1 << random() % 5, static_cast<int>(random() % 3),
                     static_cast<int>(random() % 3));
    auto const tile =
        plan_tile(normal, {1 + static_cast<int>(random() % 64), 1 + static_cast<int>(random() % 64),
                           0, random() % 2 == 0});
    if (!tile) continue;
    ++planned;
    EXPECT_LE(tile->rows * tile->pitch, 18 << 10);
    EXPECT_EQ(moves_of(*tile, normal.element_bytes), moves_of(normal)) << "trial " << trial;
  }
  EXPECT_GT(planned, 100);
}

TEST(PlanTile16, FillsTheTileOfAMatrix) {
  struct Expected {
    int word, rows, cols;
  };
  for (Expected const& e : {Expected{1, 128, 128}, {2, 128, 64}, {4, 64, 64}, {8, 64, 32}}) {
    auto const geometry = plan_tile16(column_major({6400, 12800}, {1, 0}, e.word));
    ASSERT_TRUE(geometry) << e.word;
    TileGeometry const& tile = geometry->tile;
    EXPECT_EQ(tile.rows, e.rows) << e.word;
    EXPECT_EQ(tile.cols, e.cols) << e.word;
    EXPECT_EQ(tile.pitch, e.cols * e.word);
    EXPECT_EQ(16 << tile.cols_shift, e.cols * e.word);
    EXPECT_EQ(16 << tile.rows_shift, e.rows * e.word);
  }
}

TEST(PlanTile16, MakesPitchesThatTheSwizzleStaysWithin) {
  // 80 bytes are five vectors: a swizzle of three bits leads to any of eight.
  auto const geometry = plan_tile16(column_major({20, 6400}, {1, 0}, 4));
  ASSERT_TRUE(geometry);
  EXPECT_EQ(geometry->tile.cols, 20);
  EXPECT_EQ(geometry->tile.pitch, 128);
  EXPECT_EQ(geometry->tile.cols_shift, 3);
  // Short columns share a warp's request by eights all the same.
  auto const of_short = plan_tile16(column_major({6400, 16}, {1, 0}, 4));
  ASSERT_TRUE(of_short);
  EXPECT_EQ(of_short->tile.rows, 16);
  EXPECT_EQ(of_short->tile.rows_shift, 3);
}

TEST(PlanTile16, RefusesWhatIsNotMadeOfVectors) {
  EXPECT_TRUE(plan_tile16(column_major({640, 320}, {1, 0}, 4)));
  EXPECT_FALSE(plan_tile16(column_major({640, 320}, {1, 0}, 16))) << "a word is a vector";
  EXPECT_FALSE(plan_tile16(column_major({642, 320}, {1, 0}, 4))) << "rows of 2568 bytes";
  EXPECT_FALSE(plan_tile16(column_major({642, 320}, {1, 0}, 4, 2))) << "the same, 2576 apart";
  EXPECT_FALSE(plan_tile16(column_major({640, 322}, {1, 0}, 4))) << "columns of 1288 bytes";
  EXPECT_FALSE(plan_tile16(column_major({640, 320}, {1, 0}, 4, 2))) << "a pitch of 2568 bytes";
  EXPECT_FALSE(plan_tile16(column_major({640, 320}, {1, 0}, 4, 0, 1))) << "a pitch of 1284 bytes";
  EXPECT_TRUE(plan_tile16(column_major({640, 320}, {1, 0}, 4, 4, 8)));
  EXPECT_FALSE(plan_tile16(column_major({4, 320}, {1, 0}, 4))) << "runs of 16 bytes";
  EXPECT_FALSE(plan_tile16(column_major({640, 3, 320}, {2, 1, 0}, 4, 0, 2)))
      << "the axis between them is 1284 bytes apart";
}

TEST(PlanTile16, MakesShortRunsOfPieces) {
  auto const geometry = plan_tile16(column_major({16, 16, 16, 7, 5}, {1, 0, 3, 2, 4}, 4));
  ASSERT_TRUE(geometry);
  EXPECT_EQ(geometry->tile.cols, 64) << "axis 0 and four indices of axis 2";
  EXPECT_EQ(geometry->tile.rows, 64) << "axis 1 and four indices of axis 3";
  EXPECT_EQ(geometry->tile.last_rows, 48) << "of seven";
  EXPECT_EQ(geometry->row.vectors.divisor, 4U);
  EXPECT_EQ(geometry->row.step, 16 * 16 * 4);
  EXPECT_EQ(geometry->column.vectors.divisor, 4U);
  EXPECT_EQ(geometry->column.step, 16 * 16 * 4);
  // Of one axis both sides get a part.
  auto const of_batch = plan_tile16(column_major({16, 16, 1000}, {1, 0, 2}, 4));
  ASSERT_TRUE(of_batch);
  EXPECT_EQ(of_batch->tile.cols, 64);
  EXPECT_EQ(of_batch->tile.rows, 64) << "of 250 groups of four, four";
  EXPECT_EQ(of_batch->column.step, std::int64_t{16} * 16 * 4 * 4);
  // Longer runs than half of a tile stay in one, as do those that are cut.
  auto const of_matrices = plan_tile16(column_major({40, 6400, 9}, {1, 0, 2}, 4));
  ASSERT_TRUE(of_matrices);
  EXPECT_EQ(of_matrices->tile.cols, 40);
  EXPECT_EQ(of_matrices->tile.rows, 64);
  EXPECT_EQ(of_matrices->row.vectors.divisor, 10U);
  Problem odd = column_major({16, 16, 7}, {1, 0, 2}, 4);
  odd.axis[2].src_stride = 257;
  EXPECT_FALSE(plan_tile16(odd)) << "pieces 1028 bytes apart";
}

TEST(PlanTile16, CutsRunsIntoWholeVectors) {
  for (int const word : {1, 2, 4, 8})
    for (std::int64_t const side : {48, 80, 112, 208, 272, 400}) {
      auto const geometry =
          plan_tile16(column_major({side, 160}, {1, 0}, word), {.min_run_bytes = 0});
      ASSERT_TRUE(geometry) << side;
      EXPECT_EQ(geometry->tile.cols * word % 16, 0) << side;
      EXPECT_EQ(geometry->tile.last_cols * word % 16, 0) << side;
    }
}

TEST(PlanTile16, SendsEveryWordWhereItBelongs) {
  std::mt19937 random(13);
  int planned = 0;
  for (int trial = 0; trial < 300; ++trial) {
    auto const rank = 2 + random() % 4;
    int const word = 1 << random() % 4;
    std::vector<std::int64_t> extents;
    std::vector<int> axes;
    for (unsigned k = 0; k < rank; ++k) {
      extents.push_back(k < 2 ? 16 / word * (1 + random() % 12) : 1 + random() % 5);
      axes.push_back(static_cast<int>(k));
    }
    std::shuffle(axes.begin(), axes.end(), random);
    std::shuffle(extents.begin(), extents.end(), random);
    Problem const normal = column_major(extents, axes, word, static_cast<int>(random() % 2) * 16,
                                        static_cast<int>(random() % 2) * 16);
    auto const geometry =
        plan_tile16(normal, {1 + static_cast<int>(random() % 128),
                             1 + static_cast<int>(random() % 128), 0, random() % 2 == 0});
    if (!geometry) continue;
    ++planned;
    TileGeometry const& tile = geometry->tile;
    EXPECT_LE(tile.rows * tile.pitch, 16 << 10);
    EXPECT_EQ(moves_of(*geometry, normal.element_bytes), moves_of(normal)) << "trial " << trial;
  }
  EXPECT_GT(planned, 60);
}

TEST(PlanTile, ReachesBeyondTwoToThe31Words) {
  // 2^32 + words, pitched: the last block's last word, against the strides.
  Problem const normal = column_major({70001, 311, 199}, {2, 1, 0}, 8, 3, 5);
  auto const tile = plan_tile(normal);
  ASSERT_TRUE(tile);
  auto const place = tile->locate(tile->blocks - 1);
  std::int64_t from = 0;
  std::int64_t to = 0;
  for (int k = 0; k < normal.rank; ++k) {
    from += (axis_at(normal, k).extent - 1) * axis_at(normal, k).src_stride * 8;
    to += (axis_at(normal, k).extent - 1) * axis_at(normal, k).dst_stride * 8;
  }
  ASSERT_GT(from, std::int64_t{1} << 34);
  EXPECT_EQ(place.src + tile->row_offset(place.rows - 1) + (place.cols - 1) * 8, from);
  EXPECT_EQ(place.dst + tile->column_offset(place.cols - 1) + (place.rows - 1) * 8, to);
}

}  // namespace
}  // namespace isomer::test
