// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <vector>

#include <gtest/gtest.h>

#include "in_place/matrix_case.hpp"
#include "machine/host_kernels.hpp"
#include "random_records.hpp"
#include "record_case.hpp"
#include "records/move/buffered_panels.hpp"
#include "records/move/panel_layout.hpp"
#include "records/move/regroup.hpp"

namespace isomer::records {
namespace {

using in_place::GuardedBytes;
using test::LeafList;
using test::RandomRecords;

/// A panel whose segments lie anywhere, or begin with lines.
struct Side {
  Side(PanelLayout const& panel, int fill, bool has_lines = false) : layout(panel) {
    int misalignment = 0;
    for (PanelSegment const& part : panel.segment) {
      segment.emplace_back(part.bytes, has_lines ? 0 : misalignment += 8);
      segment.back().fill(1, fill);
      place.push_back(reinterpret_cast<char*>(segment.back().data()));
    }
  }

  char* value(std::size_t leaf, std::int64_t record) const {
    LeafRuns const& at = layout.leaf[leaf];
    return place[static_cast<std::size_t>(at.segment)] + at.at(record);
  }

  PanelLayout const& layout;
  std::deque<GuardedBytes> segment;
  std::vector<char*> place;
};

void expect_equal(Side const& to, Side const& from, std::int64_t count) {
  for (std::size_t leaf = 0; leaf < to.layout.leaf.size(); ++leaf)
    for (std::int64_t i = 0; i < count; ++i)
      ASSERT_EQ(0, std::memcmp(to.value(leaf, i), from.value(leaf, i),
                               static_cast<std::size_t>(to.layout.leaf[leaf].bytes)))
          << "leaf " << leaf << " of record " << i << " of " << count;
  for (Side const* side : {&to, &from})
    for (GuardedBytes const& bytes : side->segment) ASSERT_TRUE(bytes.guards_are_intact());
}

constexpr RegroupSizes sizes_past_caches{16 << 10, 8 << 10, 1024, true};
constexpr PanelKernels lines{64, 0};
constexpr PanelKernels half_lines{32, 0};

/// Of the kernels in use, with permutations or without.
PanelKernels kernels_here(bool permutes) {
  PanelKernels const all(detail::host_machine(1));
  return permutes ? all : all.without_permutations();
}

TEST(RegroupTurns, AreAsManyAsTheySayAndMoveAllRecords) {
  RandomRecords random(3);
  for (int round = 0; round < 300; ++round) {
    LeafList const leaves = random.record();
    RecordProblem problem;
    problem.count = problem.capacity = 4096;
    problem.leaf_bytes = leaves.bytes;
    problem.src = random.layout(leaves, problem.capacity, 128);
    problem.dst = random.layout(leaves, problem.capacity, 128);
    std::int64_t const height = height_unit(problem) * (1 + 2 * random.up_to(3));
    RegroupSizes const sizes{4096 << random.up_to(3), 1024 << random.up_to(4),
                             256 << (3 * random.up_to(2)), random.up_to(2) == 1};
    PanelLayout const src = panel_layout(problem.src, problem.leaf_bytes, height);
    PanelLayout const dst = panel_layout(problem.dst, problem.leaf_bytes, height);
    Regroup const regroup(src, dst, sizes, kernels_here(round % 2 == 0));
    SCOPED_TRACE(testing::Message()
                 << "round " << round << ": " << test::printed(problem.src) << " to "
                 << test::printed(problem.dst) << ", panels of " << height << ", blocks of "
                 << sizes.block << ", turns of " << sizes.turn);
    for (std::int64_t const count : {height, 1 + random.up_to(height - 1)}) {
      Side const from(src, 0);
      Side const to(dst, 1);
      GuardedBytes scratch(regroup.scratch_bytes());
      std::int64_t turns = 0;
      regroup.run(from.place.data(), to.place.data(), count,
                  reinterpret_cast<char*>(scratch.data()), [&] { ++turns; });
      EXPECT_EQ(turns, regroup.turns(count)) << count << " records";
      ASSERT_NO_FATAL_FAILURE(expect_equal(to, from, count));
      ASSERT_TRUE(scratch.guards_are_intact());
    }
  }
}

TEST(RegroupStreams, TheSameRecordsToLines) {
  RandomRecords random(5);
  int streamed = 0;
  for (int round = 0; round < 600; ++round) {
    LeafList const leaves =
        round % 4 == 0 ? test::struct_of({8, 8, 8, 4, 4, 4, 4, 8}) : random.record();
    std::int64_t const capacity = 4096;
    auto const src_layout = random.layout(leaves, capacity, 128);
    auto const dst_layout = random.layout(leaves, capacity, 128);
    std::int64_t const height = 128 * (1 + random.up_to(3));
    PanelLayout const src = panel_layout(src_layout, leaves.bytes, height);
    PanelLayout const dst = panel_layout(dst_layout, leaves.bytes, height);
    Regroup const regroup(src, dst, sizes_past_caches, kernels_here(round % 2 == 0));
    if (!regroup.can_stream()) continue;
    ++streamed;
    SCOPED_TRACE(testing::Message()
                 << "round " << round << ": " << test::printed(src_layout) << " to "
                 << test::printed(dst_layout) << ", panels of " << height);
    Side const from(src, 0);
    Side const to(dst, 1, true);
    std::int64_t turns = 0;
    GuardedBytes scratch(regroup.scratch_bytes(), 8);  // where no line begins: it is not streamed
    regroup.stream(from.place.data(), to.place.data(), reinterpret_cast<char*>(scratch.data()),
                   [&] { ++turns; });
    EXPECT_EQ(turns, regroup.turns(height));
    ASSERT_NO_FATAL_FAILURE(expect_equal(to, from, height));
    ASSERT_TRUE(scratch.guards_are_intact());
  }
  EXPECT_GT(streamed, kernels_here(true).vector_bytes >= 32 ? 60 : -1);
}

/// Whether a panel of such leaves can be streamed from AoS to tiles, and back.
std::pair<bool, bool> can_stream(std::vector<std::int32_t> const& bytes, std::int64_t tile,
                                 PanelKernels const& kernels = lines) {
  LeafList const leaves = test::struct_of(bytes);
  PanelLayout const records = panel_layout(test::aos(leaves, 256), bytes, 256);
  PanelLayout const tiles = panel_layout(test::tiled(leaves, 256, tile), bytes, 256);
  return {Regroup(records, tiles, sizes_past_caches, kernels).can_stream(),
          Regroup(tiles, records, sizes_past_caches, kernels).can_stream()};
}

TEST(RegroupStreams, WhereAllVectorsAreLines) {
  using Both = std::pair<bool, bool>;
  EXPECT_EQ(can_stream({8, 8, 8, 4, 4, 4, 4, 8}, 16), Both(true, true));
  EXPECT_EQ(can_stream({8, 8, 8, 4, 4, 4, 4, 8}, 8), Both(false, false)) << "half lines of floats";
  EXPECT_EQ(can_stream({8, 8, 8}, 8), Both(true, true));
  EXPECT_EQ(can_stream({8, 8, 8}, 4), Both(false, false)) << "half vectors of a tile";
  EXPECT_EQ(can_stream(std::vector<std::int32_t>(7, 4), 16), Both(true, true));
  EXPECT_EQ(can_stream(std::vector<std::int32_t>(9, 4), 16), Both(true, false))
      << "rows that vectors do not fill";
  EXPECT_EQ(can_stream(std::vector<std::int32_t>(16, 4), 16), Both(true, true));
  EXPECT_EQ(can_stream(std::vector<std::int32_t>(32, 4), 16), Both(false, true))
      << "columns at once";
  EXPECT_EQ(can_stream({8, 4, 2, 2}, 64), Both(true, true)) << "by way of scratch";
  EXPECT_EQ(can_stream({8, 4, 2, 1}, 64), Both(true, true));
  EXPECT_EQ(can_stream({8, 4, 2, 2}, 16), Both(false, false)) << "half lines of two bytes";
  EXPECT_EQ(can_stream({12, 8}, 64), Both(false, false)) << "no column";
}

TEST(RegroupStreams, WhereTwoVectorsAreALine) {
  using Both = std::pair<bool, bool>;
  EXPECT_EQ(can_stream({8, 8, 8, 4, 4, 4, 4, 8}, 16, half_lines), Both(true, true));
  EXPECT_EQ(can_stream({8, 8, 8, 4, 4, 4, 4, 8}, 8, half_lines), Both(false, false));
  EXPECT_EQ(can_stream({8, 8, 8}, 8, half_lines), Both(true, true));
  EXPECT_EQ(can_stream({8, 8, 8}, 4, half_lines), Both(false, false)) << "half lines of a tile";
  EXPECT_EQ(can_stream(std::vector<std::int32_t>(9, 4), 16, half_lines), Both(true, true))
      << "rows are put together";
  EXPECT_EQ(can_stream(std::vector<std::int32_t>(9, 2), 64, half_lines), Both(false, false));
  EXPECT_EQ(can_stream({8, 4, 2, 1}, 64, half_lines), Both(true, true));
  EXPECT_EQ(can_stream({8, 8, 8}, 8, {16, 0}), Both(false, false)) << "four vectors";
}

TEST(RegroupStreams, PiecesThatAreLines) {
  std::vector<std::int32_t> const bytes{8, 4, 4, 2, 1};
  LeafList const leaves = test::struct_of(bytes);
  auto const side = [&](std::int64_t tile) {
    return panel_layout(tile == 0 ? test::soa(leaves, 256) : test::tiled(leaves, 256, tile), bytes,
                        256);
  };
  auto const can_stream_between = [&](std::int64_t from, std::int64_t to) {
    return Regroup(side(from), side(to), sizes_past_caches, lines).can_stream();
  };
  EXPECT_TRUE(can_stream_between(0, 64));
  EXPECT_TRUE(can_stream_between(64, 0));
  EXPECT_TRUE(can_stream_between(64, 128));
  EXPECT_FALSE(can_stream_between(32, 0)) << "half a line of single bytes";
  EXPECT_FALSE(can_stream_between(0, 32));
}

TEST(RegroupStreams, ToWhatBeginsWithLines) {
  std::vector<std::int32_t> const bytes{8, 8};
  auto const can_stream_to = [&](std::int64_t capacity) {
    LeafList const leaves = test::struct_of(bytes);
    PanelLayout const records = panel_layout(test::aos(leaves, capacity), bytes, 64);
    PanelLayout const arrays = panel_layout(test::soa(leaves, capacity), bytes, 64);
    return Regroup(records, arrays, sizes_past_caches, lines).can_stream();
  };
  EXPECT_TRUE(can_stream_to(256));
  EXPECT_FALSE(can_stream_to(257)) << "the second array begins within a line";
}

/// Records of a block that is permuted, for leaves of these sizes between AoS and tiles.
std::int64_t permuted_block(std::vector<std::int32_t> const& bytes, std::int64_t tile) {
  constexpr PanelKernels permuting{64, 64};
  LeafList const leaves = test::struct_of(bytes);
  PanelLayout const records = panel_layout(test::aos(leaves, 256), bytes, 256);
  PanelLayout const tiles = panel_layout(test::tiled(leaves, 256, tile), bytes, 256);
  RegroupSizes const sizes{16 << 10, 8 << 10, 1024, false};
  std::int64_t const block = Regroup(records, tiles, sizes, permuting).permuted_block();
  EXPECT_EQ(Regroup(tiles, records, sizes, permuting).permuted_block(), block);
  EXPECT_EQ(Regroup(records, tiles, sizes, lines).permuted_block(), 0);
  return block;
}

TEST(RegroupPermutes, WhereColumnsWouldBeShortOrOfSeveralSizes) {
  EXPECT_EQ(permuted_block({8, 4, 4, 2, 1}, 8), 8);
  EXPECT_EQ(permuted_block({12, 8, 1}, 8), 8);
  EXPECT_EQ(permuted_block({4, 4, 4, 4}, 4), 4);
  EXPECT_EQ(permuted_block({4, 4, 4, 4}, 8), 0) << "half a vector";
  EXPECT_EQ(permuted_block({8, 8}, 2), 4) << "of a whole vector";
  EXPECT_EQ(permuted_block({8, 8}, 4), 0);
  EXPECT_EQ(permuted_block({2, 2, 2}, 16), 16) << "words that a vector has many of";
  EXPECT_EQ(permuted_block({2, 1}, 64), 64);
}

}  // namespace
}  // namespace isomer::records
