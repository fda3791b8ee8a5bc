// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "in_place/blocks/cache_permute.hpp"
#include "in_place/blocks/tile_permute.hpp"
#include "in_place/blocks/word_permute.hpp"

namespace isomer::in_place {
namespace {

using Bytes = std::vector<std::byte>;

Bytes numbered(std::int64_t size) {
  Bytes bytes(static_cast<std::size_t>(size));
  for (std::size_t k = 0; k < bytes.size(); ++k)
    bytes[k] = static_cast<std::byte>((k * 2654435761U) >> 13);
  return bytes;
}

/// Element by element: axis k of the input is axis target[k] of the output.
Bytes permuted(FusedAxes const& axes, Bytes const& in) {
  auto const rank = axes.extent.size();
  auto const element = static_cast<std::size_t>(axes.element_bytes);
  std::vector<std::int64_t> extent(rank);
  for (std::size_t k = 0; k < rank; ++k)
    extent[static_cast<std::size_t>(axes.target[k])] = axes.extent[k];
  Bytes out(in.size());
  for (std::size_t n = 0; n < in.size() / element; ++n) {
    std::vector<std::int64_t> index(rank);
    auto rest = static_cast<std::int64_t>(n);
    for (std::size_t k = rank; k-- > 0; rest /= axes.extent[k])
      index[static_cast<std::size_t>(axes.target[k])] = rest % axes.extent[k];
    std::size_t to = 0;
    for (std::size_t t = 0; t < rank; ++t)
      to = to * static_cast<std::size_t>(extent[t]) + static_cast<std::size_t>(index[t]);
    std::memcpy(out.data() + to * element, in.data() + n * element, element);
  }
  return out;
}

std::vector<FusedAxes> examples() {
  std::vector<FusedAxes> all;
  for (std::int64_t const element : {1, 2, 3, 4, 8, 12, 16, 24, 100, 1024})
    for (FusedAxes const& shape : {FusedAxes{{2, 2}, {1, 0}, 1},
                                   {{2, 91}, {1, 0}, 1},
                                   {{91, 2}, {1, 0}, 1},
                                   {{37, 53}, {1, 0}, 1},
                                   {{64, 128}, {1, 0}, 1},
                                   {{5, 7, 11}, {2, 1, 0}, 1},
                                   {{3, 4}, {1, 0}, 1},
                                   {{9, 4, 13}, {1, 0, 2}, 1},
                                   {{3, 5, 2, 7}, {3, 1, 0, 2}, 1}})
      all.push_back({shape.extent, shape.target, element});
  return all;
}

void expect_every_element_moved(BlockPermute const& permute, FusedAxes const& axes) {
  for (std::int64_t const prefetch_distance : {0, 640}) {
    Bytes const in = numbered(axes.bytes());
    Bytes out(in.size());
    permute(out.data(), in.data(), 1, prefetch_distance);
    EXPECT_EQ(out, permuted(axes, in)) << axes.extent[0] << " of " << axes.element_bytes;
  }
}

TEST(CachePermute, MovesEveryElementWhereItBelongs) {
  for (FusedAxes const& axes : examples())
    expect_every_element_moved(CachePermute(BlockPlanes(axes)), axes);
}

TEST(WordPermute, MovesEveryElementOfTheBlocksItSuits) {
  int suited = 0;
  for (FusedAxes const& axes : examples()) {
    BlockPlanes const planes(axes);
    if (!WordPermute::suits(planes)) continue;
    ++suited;
    expect_every_element_moved(WordPermute(planes), axes);
  }
  EXPECT_GT(suited, 15);
}

TEST(BlockPermutes, MoveBlocksThatLieOneBehindTheOther) {
  constexpr std::int64_t count = 57;
  for (FusedAxes const& axes : {FusedAxes{{3, 4}, {1, 0}, 4}, {{5, 7, 3}, {2, 1, 0}, 8}}) {
    Bytes const in = numbered(count * axes.bytes());
    Bytes expected;
    for (std::int64_t k = 0; k < count; ++k) {
      auto const block = in.begin() + k * axes.bytes();
      Bytes const moved = permuted(axes, Bytes(block, block + axes.bytes()));
      expected.insert(expected.end(), moved.begin(), moved.end());
    }
    std::unique_ptr<BlockPermute> const all[] = {std::make_unique<WordPermute>(BlockPlanes(axes)),
                                                 std::make_unique<CachePermute>(BlockPlanes(axes)),
                                                 std::make_unique<TilePermute>(axes)};
    for (auto const& permute : all) {
      Bytes out(in.size());
      (*permute)(out.data(), in.data(), count, 0);
      EXPECT_EQ(out, expected) << axes.rank() << " axes";
    }
  }
}

TEST(WordPermute, LeavesLargeBlocksAndOddWordsToOthers) {
  EXPECT_TRUE(WordPermute::suits(BlockPlanes({{3, 4}, {1, 0}, 4})));
  EXPECT_TRUE(WordPermute::suits(BlockPlanes({{3, 5, 2}, {1, 0, 2}, 8}))) << "chunks of 16 bytes";
  EXPECT_TRUE(WordPermute::suits(BlockPlanes({{10, 6, 8}, {2, 1, 0}, 8}))) << "planes of 80 words";
  EXPECT_TRUE(WordPermute::suits(BlockPlanes({{12, 13}, {1, 0}, 4}))) << "squares overlap much";
  EXPECT_FALSE(WordPermute::suits(BlockPlanes({{24, 40}, {1, 0}, 4}))) << "three by five squares";
  EXPECT_FALSE(WordPermute::suits(BlockPlanes({{3, 4}, {1, 0}, 12})));
  EXPECT_FALSE(WordPermute::suits(BlockPlanes({{3, 500}, {1, 0}, 4})));
  EXPECT_FALSE(WordPermute::suits(BlockPlanes({{32, 32}, {1, 0}, 4})));
}

TEST(TilePermute, MovesEveryElementWhereItBelongs) {
  for (FusedAxes const& axes : examples()) expect_every_element_moved(TilePermute(axes), axes);
}

TEST(TilePermute, SharesOfAllWorkersMakeTheWhole) {
  for (FusedAxes const& axes : examples())
    for (int workers = 2; workers <= std::min(5, TilePermute::max_workers(axes)); ++workers) {
      Bytes const in = numbered(axes.bytes());
      Bytes out(in.size());
      for (int worker = 0; worker < workers; ++worker)
        TilePermute(axes, worker, workers)(out.data(), in.data(), 1, 0);
      EXPECT_EQ(out, permuted(axes, in)) << axes.extent[0] << ", " << workers << " workers";
    }
}

TEST(TilePermute, SharesSayWhatTheyWrite) {
  for (FusedAxes const& axes : examples())
    for (int workers = 1; workers <= std::min(5, TilePermute::max_workers(axes)); ++workers) {
      std::vector<int> writers(static_cast<std::size_t>(axes.bytes()));
      for (int worker = 0; worker < workers; ++worker) {
        TilePermute const permute(axes, worker, workers);
        for (auto const& run : permute.written()) {
          EXPECT_EQ(run.from, run.to);
          for (auto at = run.to; at < run.to + run.bytes; ++at)
            ++writers[static_cast<std::size_t>(at)];
        }
      }
      EXPECT_EQ(std::count(writers.begin(), writers.end(), 1), axes.bytes());
    }
}

}  // namespace
}  // namespace isomer::in_place
