// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/slice_tables.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/transposition.hpp"
#include "tile/host/job.hpp"
#include "tiling/slice.hpp"

namespace isomer::test {
namespace {

/// Axes 0 4 2 1 3 of 8 x 8 x 28 x 28 x 24 words of 16 bytes: the first is shared.
detail::Problem shared_runs() {
  detail::Problem problem;
  problem.element_bytes = 16;
  problem.rank = 5;
  problem.axis[0] = {8, 1, 1};
  problem.axis[1] = {8, 8, 8L * 24 * 28};
  problem.axis[2] = {28, 64, 8L * 24};
  problem.axis[3] = {28, 64L * 28, 64L * 24 * 28};
  problem.axis[4] = {24, 64L * 28 * 28, 8};
  return problem;
}

TEST(SliceTables, WriteSharedRunsOfTheOutputInOneGoAndReadOnInTheSource) {
  constexpr tile::Offset run_bytes = 128;
  constexpr int places = 4;  // of the source, by turns for one run of the output
  constexpr int pieces = 32;
  detail::SliceTables const tables(shared_runs(), {{8, 8, 4, 1, places}}, tile::avx2_isa,
                                   detail::TileMode{});
  tile::Tables const& first = tables.of(0);
  ASSERT_EQ(first.run_bytes, run_bytes);
  for (int piece = 0; piece < pieces; ++piece)
    for (int place = 0; place < places; ++place) {
      int const row = piece * places + place;
      EXPECT_EQ(first.row_src[row], piece * run_bytes + place * run_bytes * 8 * 28 * 28);
      EXPECT_EQ(first.col_out[row] - first.col_out[piece * places], place * run_bytes);
    }
}

/// Tables of the first tile of a transposition, written past the caches without a buffer.
detail::SliceTables streamed(std::int64_t columns, std::int64_t rows, detail::Slice const& slice,
                             int word) {
  detail::TileMode mode;
  mode.streams = true;
  return {transposition(columns, rows, word), slice, tile::avx2_isa, mode};
}

TEST(SliceTables, HaveEachWordInOneBlock) {
  for (int const word : {4, 8}) {
    auto const tables = streamed(256, 256, {{64, 32}}, word);
    tile::Tables const& tile = tables.of(0);
    ASSERT_TRUE(tile.line_high);
    std::set<std::pair<int, int>> words;
    for (int k = 0; k < tile.blocks; ++k)
      for (int r = 0; r < tile.block[k].rows; ++r)
        for (int c = 0; c < tile.block[k].cols; ++c)
          EXPECT_TRUE(words.emplace(tile.block[k].row + r, tile.block[k].col + c).second);
    EXPECT_EQ(words.size(), 64U * 32U);
  }
}

TEST(SliceTables, HaveBlocksOfWholeLinesOnlyWhereColumnsStartOnThem) {
  EXPECT_TRUE(streamed(256, 640, {{64, 32}}, 8).are_line_high());
  EXPECT_FALSE(streamed(256, 641, {{64, 32}}, 8).are_line_high());
}

/// What is prefetched for a tile of one run, whose first byte is `start` behind a line.
std::set<tile::Offset> lines_prefetched(tile::SourcePieces const& pieces, tile::Offset start) {
  std::set<tile::Offset> lines;
  for (int k = 0; k < pieces.count; ++k)
    for (int l = 0; l < pieces.lines; ++l)
      lines.insert((start + pieces.start[k]) / tile::line_bytes + l);
  return lines;
}

TEST(SliceTables, PrefetchTheLinesOfARunAndAtMostTheOneBehind) {
  for (std::int64_t const columns : {1024, 1000})  // rows on lines, rows anywhere
    for (int words = 16; words < 400; words += 5) {
      auto const tables = streamed(columns, 64, {{words, 1}}, 4);
      auto const& pieces = tables.of(0).pieces;
      bool const is_aligned = columns % 16 == 0;
      for (tile::Offset start = 0; start < (is_aligned ? 1 : tile::line_bytes); start += 4) {
        auto const lines = lines_prefetched(pieces, start);
        auto const last = (start + words * 4 - 1) / tile::line_bytes;
        ASSERT_EQ(*lines.begin(), 0);
        ASSERT_EQ(std::ssize(lines), *lines.rbegin() + 1);
        ASSERT_GE(*lines.rbegin(), last) << columns << " " << words << " " << start;
        ASSERT_LE(*lines.rbegin(), is_aligned ? last : last + 1);
      }
    }
}

}  // namespace
}  // namespace isomer::test
