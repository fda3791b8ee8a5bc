// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/records/tile_loops.hpp"

#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "calibrate/records/measure_kernel.hpp"

namespace isomer::perf {
namespace {

using records::Pattern;

constexpr TrainingRange range{7, 9, 1 << 20};
using Memory = std::vector<std::byte>;

/// Where a leaf of a record is, in leaves, by the plain definition of tiles.
std::size_t place(TrainingKernel const& kernel, int tile_class, std::int64_t record, int leaf) {
  std::int64_t const capacity = footprint(kernel) / kernel.record_bytes();
  std::int64_t const tile = tile_class == 0 ? capacity : records::tile_of_class(tile_class);
  return static_cast<std::size_t>((record / tile * kernel.leaves + leaf) * tile + record % tile);
}

template <class Visit>
void for_each_leaf(TrainingKernel const& kernel, int tile_class, Visit const& visit) {
  auto const bytes = static_cast<std::size_t>(kernel.leaf_bytes);
  std::uint64_t number = 1;
  for (std::int64_t record = 0; record < kernel.records; ++record)
    for (int leaf = 0; leaf < kernel.leaves; ++leaf)
      visit(number++ * 0x9E3779B97F4A7C15U >> 40, place(kernel, tile_class, record, leaf) * bytes,
            bytes);
}

Memory filled(TrainingKernel const& kernel, int tile_class) {
  Memory data(static_cast<std::size_t>(footprint(kernel)));
  for_each_leaf(kernel, tile_class, [&](std::uint64_t value, std::size_t at, std::size_t bytes) {
    std::memcpy(data.data() + at, &value, bytes);
  });
  return data;
}

/// All leaves of all records, in the order of AoS.
Memory gathered(TrainingKernel const& kernel, int tile_class, Memory const& data) {
  Memory all;
  for_each_leaf(kernel, tile_class, [&](std::uint64_t, std::size_t at, std::size_t bytes) {
    all.insert(all.end(), data.begin() + static_cast<std::ptrdiff_t>(at),
               data.begin() + static_cast<std::ptrdiff_t>(at + bytes));
  });
  return all;
}

std::vector<std::uint32_t> index_of(TrainingKernel const& kernel, Random& random) {
  std::vector<std::uint32_t> index;
  for (int k = 0; kernel.pattern == Pattern::gather && k < 100; ++k)
    index.push_back(static_cast<std::uint32_t>(random.between(0, kernel.records - 1)));
  return index;
}

TEST(TileLoops, DoTheSameInEveryTile) {
  Random random(1, 1);
  for (int k = 0; k < 150; ++k) {
    SCOPED_TRACE(testing::Message() << "kernel " << k);
    TrainingKernel const kernel = draw_kernel(random, range);
    auto const index = index_of(kernel, random);
    Memory expected;
    std::uint64_t sum = 0;
    for (int c = 0; c < records::tile_classes; ++c) {
      if (!is_tried(kernel, c)) continue;
      Memory data = filled(kernel, c);
      std::uint64_t const found = run_pass(kernel, c, data.data(), index);
      Memory const after = gathered(kernel, c, data);
      if (c == 0) {
        expected = after;
        sum = found;
      }
      EXPECT_EQ(found, sum) << "class " << c;
      EXPECT_EQ(after, expected) << "class " << c;
    }
    EXPECT_NE(sum, 0u);
    EXPECT_EQ(expected != gathered(kernel, 0, filled(kernel, 0)), kernel.written > 0);
  }
}

TEST(TileLoops, AreTriedUpToTheRecords) {
  TrainingKernel kernel;
  kernel.records = 128;
  EXPECT_TRUE(is_tried(kernel, 0));
  EXPECT_TRUE(is_tried(kernel, 1));
  EXPECT_TRUE(is_tried(kernel, 7));   // 64
  EXPECT_FALSE(is_tried(kernel, 8));  // 128: as SoA
}

TEST(GoodClasses, AreThoseWithinAPercentOrTheNoise) {
  std::array<std::vector<double>, records::tile_classes> rounds;
  rounds[0] = {1.0, 1.0, 1.0};
  rounds[1] = {1.005, 1.005, 1.005};
  rounds[2] = {1.03, 1.03, 1.03};
  EXPECT_EQ(good_classes(rounds), 0b011U);
  rounds[2] = {0.95, 1.03, 1.11};
  EXPECT_EQ(good_classes(rounds), 0b111U);
  rounds[0] = {0.96, 1.0, 1.04};
  rounds[2] = {1.03, 1.03, 1.03};
  EXPECT_EQ(good_classes(rounds), 0b011U);
  rounds[0] = {0.92, 1.0, 1.08};
  EXPECT_EQ(good_classes(rounds), 0b111U);
}

TEST(MeasuredKernels, HaveABestClassAmongTheGoodOnes) {
  Random random(1, 1);
  TrainingKernel const kernel = draw_kernel(random, range);
  Memory data(static_cast<std::size_t>(footprint(kernel)));
  auto const measured = measure_kernel(kernel, data, 3, 1 << 20, random);
  EXPECT_EQ(measured.pattern.features, features_of(kernel, 1 << 20));
  EXPECT_GT(measured.best(), 0);
  for (int c = 0; c < records::tile_classes; ++c) {
    EXPECT_EQ(measured.seconds[static_cast<std::size_t>(c)] > 0, is_tried(kernel, c));
    if (measured.regret(c) == 0) {
      EXPECT_TRUE(measured.pattern.is_good(c));
    }
  }
}

}  // namespace
}  // namespace isomer::perf
