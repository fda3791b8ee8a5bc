// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "in_place/matrix_case.hpp"
#include "machine/host_kernels.hpp"
#include "random_records.hpp"
#include "record_case.hpp"
#include "records/move/panel_layout.hpp"
#include "records/move/permuted_blocks.hpp"
#include "tile/with_kernels.hpp"

namespace isomer::records {
namespace {

using in_place::GuardedBytes;
using test::LeafList;
using test::RandomRecords;
using tile::BytePermutation;

constexpr std::int64_t height = 1024;

PanelLayout panel_of(test::RecordLayout const& layout, LeafList const& leaves) {
  return panel_layout(layout, leaves.bytes, height);
}

constexpr int windows[]{16, 64};

/// What kernels of such windows do, byte by byte.
void permute(BytePermutation const& what, int window_bytes, char* to, char const* from) {
  int const bytes = BytePermutation::vector_bytes(window_bytes);
  for (int k = 0; k < what.results; ++k) {
    BytePermutation::Result const& result = what.result[k];
    char vector[BytePermutation::line_bytes] = {};
    for (int p = 0; p < result.picks; ++p) {
      BytePermutation::Pick const& pick = what.pick[result.first + p];
      for (int w = 0; w < bytes / window_bytes; ++w)
        ASSERT_LE(pick.from[w] + window_bytes, what.from_bytes);
      for (int b = 0; b < bytes; ++b)
        if (pick.index[b] != BytePermutation::none) {
          ASSERT_LT(pick.index[b], window_bytes);
          vector[b] = from[pick.from[b / window_bytes] + pick.index[b]];
        }
    }
    std::memcpy(to + result.to, vector, static_cast<std::size_t>(bytes));
  }
}

/// Random changes, of which half are between AoS and short tiles.
struct RandomChange {
  explicit RandomChange(RandomRecords& random)
      : leaves(random.record()), past_caches(random.up_to(1) == 0) {
    bool const is_short = random.up_to(1) == 0;
    auto const tiles = [&] { return test::tiled(leaves, height, random.tile(16)); };
    auto const records = test::aos(leaves, height);
    src = is_short ? tiles() : random.layout(leaves, height, 32);
    dst = is_short ? records : random.layout(leaves, height, 32);
    if (random.up_to(1) == 0) std::swap(src, dst);
  }

  std::optional<PermutedBlocks> blocks(int window_bytes) const {
    return PermutedBlocks::between(panel_of(src, leaves), panel_of(dst, leaves), past_caches,
                                   window_bytes);
  }
  std::string text() const { return test::printed(src) + " to " + test::printed(dst); }

  LeafList leaves;
  bool past_caches;
  test::RecordLayout src;
  test::RecordLayout dst;
};

TEST(PermutedBlocks, PutEachValueInItsPlaceAndWriteNoOtherWord) {
  RandomRecords random(11);
  int permuted = 0;
  for (int round = 0; round < 4000; ++round) {
    RandomChange const change(random);
    int const window = windows[round % 2];
    auto const blocks = change.blocks(window);
    if (!blocks) continue;
    ++permuted;
    SCOPED_TRACE(testing::Message() << "round " << round << ": " << change.text());
    BytePermutation const what = blocks->permutation();
    ASSERT_LE(std::max(what.from_bytes, what.to_bytes), 4096);
    auto const records =
        test::filled(change.src, change.leaves, height, static_cast<std::size_t>(change.src.bytes));
    GuardedBytes from(what.from_bytes, 1);
    GuardedBytes to(what.to_bytes, 3);
    std::memcpy(from.data(), records.data(), static_cast<std::size_t>(what.from_bytes));
    permute(what, window, reinterpret_cast<char*>(to.data()),
            reinterpret_cast<char const*>(from.data()));
    ASSERT_EQ("", test::wrong_values(to.data(), change.dst, change.leaves, blocks->records()));
    ASSERT_TRUE(to.guards_are_intact());
    // A word is written with what leaves have of it, else not at all.
    std::vector<bool> is_written(static_cast<std::size_t>(what.to_bytes / 8 + 1), false);
    PanelLayout const panel = panel_of(change.dst, change.leaves);
    for (LeafRuns const& leaf : panel.leaf)
      for (std::int64_t i = 0; i < blocks->records(); ++i)
        for (std::int64_t b = 0; b < leaf.bytes; ++b)
          is_written[static_cast<std::size_t>((leaf.at(i) + b) / 8)] = true;
    for (std::int64_t word = 0; word < what.to_bytes / 8; ++word)
      ASSERT_TRUE(is_written[static_cast<std::size_t>(word)]) << "word " << word;
  }
  EXPECT_GT(permuted, 800);
}

class BytePermuters : public test::WithKernels {};

TEST_P(BytePermuters, MoveBlocksAsTheirTablesSay) {
  tile::BytePermuter const permuter = tile::byte_permuter(*kernels);
  if (permuter.move == nullptr) GTEST_SKIP() << "no permutations";
  RandomRecords random(12);
  for (int round = 0; round < 500; ++round) {
    RandomChange const change(random);
    auto const blocks = change.blocks(permuter.window_bytes);
    if (!blocks) continue;
    BytePermutation const what = blocks->permutation();
    for (std::int64_t const count : {1, 2, 7, 8, 70}) {
      SCOPED_TRACE(testing::Message() << count << " blocks: " << change.text());
      bool const streams = count != 2 && blocks->fills_lines();
      GuardedBytes from(count * what.from_bytes, 1);
      GuardedBytes to(count * what.to_bytes, streams ? 0 : 3);
      from.fill(1, 0);
      to.fill(1, 1);
      GuardedBytes expected = to;
      auto const* const source = reinterpret_cast<char const*>(from.data());
      for (std::int64_t b = 0; b < count; ++b)
        permute(what, permuter.window_bytes,
                reinterpret_cast<char*>(expected.data()) + b * what.to_bytes,
                source + b * what.from_bytes);
      permuter.move(what, reinterpret_cast<char*>(to.data()), source, count, streams);
      ASSERT_EQ(0, std::memcmp(to.data(), expected.data(), static_cast<std::size_t>(to.bytes())));
      ASSERT_TRUE(to.guards_are_intact());
      ASSERT_TRUE(from.guards_are_intact());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Each, BytePermuters, testing::ValuesIn(test::instruction_sets()),
                         [](auto const& of) { return std::string(of.param); });

TEST(PermutedBlocks, BeginWhereTheirRecordsDo) {
  int const window = tile::byte_permuter().window_bytes;
  if (window == 0) GTEST_SKIP() << "no permutations";
  LeafList const leaves = test::struct_of({8, 4, 4, 2, 1});
  auto const src = test::aos(leaves, height);
  auto const dst = test::tiled(leaves, height, 8);
  auto const blocks =
      PermutedBlocks::between(panel_of(src, leaves), panel_of(dst, leaves), false, window);
  ASSERT_TRUE(blocks);
  auto const from = test::filled(src, leaves, height, static_cast<std::size_t>(src.bytes));
  GuardedBytes to(dst.bytes, 3);
  auto const* const source = reinterpret_cast<char const*>(from.data());
  auto* const result = reinterpret_cast<char*>(to.data());
  blocks->move(result, source, 64, height, false);
  blocks->move(result, source, 0, 64, false);
  EXPECT_EQ("", test::wrong_values(to.data(), dst, leaves, height));
  EXPECT_TRUE(to.guards_are_intact());
}

/// Records of a block between tiles of that many, 1 for AoS; 0 where none is permuted.
std::int64_t records_of(LeafList const& leaves, std::int64_t from, std::int64_t to,
                        int window_bytes, bool past_caches = false) {
  auto const side = [&](std::int64_t tile) {
    return panel_of(tile == 1 ? test::aos(leaves, height) : test::tiled(leaves, height, tile),
                    leaves);
  };
  auto const blocks = PermutedBlocks::between(side(from), side(to), past_caches, window_bytes);
  return blocks ? blocks->records() : 0;
}

TEST(PermutedBlocks, AreForTilesThatAreShorterThanColumnsWant) {
  LeafList const mixed = test::struct_of({8, 4, 4, 2, 1});
  EXPECT_EQ(records_of(mixed, 1, 8, 64), 8);
  EXPECT_EQ(records_of(mixed, 8, 1, 64), 8);
  EXPECT_EQ(records_of(mixed, 16, 8, 64), 16);
  EXPECT_EQ(records_of(mixed, 64, 8, 64), 64) << "eight bytes at a time";
  EXPECT_EQ(records_of(mixed, 128, 8, 64), 128);
  EXPECT_EQ(records_of(mixed, 256, 8, 64), 0) << "more than 4 KB";
  EXPECT_EQ(records_of(mixed, 64, 16, 64), 0) << "pieces of 16 bytes and more";
  EXPECT_EQ(records_of(mixed, 64, 16, 64, true), 64) << "that would go through a buffer";
  EXPECT_EQ(records_of(mixed, 64, 128, 64, true), 0) << "pieces of whole lines";
  EXPECT_EQ(records_of(mixed, 1, 8, 64, true), 64) << "in whole lines";
  EXPECT_EQ(records_of(mixed, 1, 64, 64, true), 0) << "each vector of bytes is from 24 others";
  EXPECT_EQ(records_of(test::struct_of({4, 4, 4, 4}), 1, 2, 64), 4) << "of a whole vector";
  LeafList const doubles = test::struct_of({8, 8, 8, 8, 8, 8, 8, 8});
  EXPECT_EQ(records_of(doubles, 1, 4, 64), 4);
  EXPECT_EQ(records_of(doubles, 1, 8, 64), 0) << "each vector is from 8 others";
}

TEST(PermutedBlocks, OfHalfVectorsAreShorter) {
  LeafList const mixed = test::struct_of({8, 4, 4, 2, 1});
  EXPECT_EQ(records_of(mixed, 1, 8, 16), 8);
  EXPECT_EQ(records_of(mixed, 8, 1, 16), 8);
  EXPECT_EQ(records_of(mixed, 4, 1, 16, true), 8) << "in whole lines";
  EXPECT_EQ(records_of(mixed, 32, 4, 16), 32) << "pieces of four bytes";
  EXPECT_EQ(records_of(mixed, 64, 8, 16), 0) << "pieces of eight bytes";
  EXPECT_EQ(records_of(mixed, 64, 1, 16, true), 0) << "columns leave past the caches, too";
  EXPECT_EQ(records_of(test::struct_of({4, 4, 4, 4}), 1, 2, 16), 2) << "of a whole vector";
}

}  // namespace
}  // namespace isomer::records
