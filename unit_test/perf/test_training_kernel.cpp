// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/records/training_kernel.hpp"

#include <bit>
#include <set>

#include <gtest/gtest.h>

namespace isomer::perf {
namespace {

using records::Pattern;

constexpr TrainingRange range{7, 14, 1 << 20};

TEST(TrainingKernels, AreThoseThatTheLoopsCanRun) {
  Random random(1, 1);
  std::set<Pattern> patterns;
  for (int k = 0; k < 2000; ++k) {
    TrainingKernel const kernel = draw_kernel(random, range);
    patterns.insert(kernel.pattern);
    EXPECT_TRUE(kernel.leaf_bytes == 4 || kernel.leaf_bytes == 8);
    EXPECT_TRUE(1 <= kernel.leaves && kernel.leaves <= 32);
    EXPECT_TRUE(std::has_single_bit(static_cast<unsigned>(kernel.used)));
    EXPECT_LE(kernel.used, kernel.leaves);
    EXPECT_LE(kernel.written, kernel.used);
    EXPECT_TRUE(std::has_single_bit(static_cast<std::uint64_t>(kernel.records)));
    EXPECT_LE(kernel.bytes(), range.bytes);
    EXPECT_TRUE(!kernel.is_in_two || (kernel.used > 1 && kernel.written % 2 == 0));
    EXPECT_EQ(kernel.pattern == Pattern::home && kernel.loop != 1, false);
  }
  EXPECT_EQ(patterns.size(), 3u);
}

TEST(TrainingKernels, HaveTheFeaturesOfTheirClusters) {
  TrainingKernel kernel;
  kernel.pattern = Pattern::sweep;
  kernel.leaf_bytes = 8;
  kernel.leaves = 8;
  kernel.used = 4;
  kernel.written = 2;
  kernel.loop = 1024;
  kernel.records = 1024;
  auto features = features_of(kernel, 1 << 20);
  EXPECT_EQ(features.bytes, 64);
  EXPECT_EQ(features.leaves, 8);
  EXPECT_EQ(features.used_share, 0.5);
  EXPECT_EQ(features.pattern, 1);
  EXPECT_NEAR(features.log2_delta, 4.585, 0.001);  // of 24
  EXPECT_EQ(features.log2_loop, 10);
  EXPECT_NEAR(features.write_share, 1.0 / 3, 1e-9);
  EXPECT_EQ(features.log2_l2_filled, -4);
  kernel.is_in_two = true;
  EXPECT_EQ(features_of(kernel, 1 << 20).log2_delta, 14);  // 2 leaves of 1024 records
  kernel.used = 1;
  kernel.is_in_two = false;
  EXPECT_EQ(features_of(kernel, 1 << 20).log2_delta, 0);
}

}  // namespace
}  // namespace isomer::perf
