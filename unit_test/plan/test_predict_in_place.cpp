// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/predict_in_place.hpp"

#include <gtest/gtest.h>

#include "plan/methods_in_place.hpp"
#include "plan/plan_in_place.hpp"
#include "support/machines.hpp"

/// What the model of a step in place counts.
namespace isomer::in_place {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;
using detail::InPlaceFeature;

Limits limits(int threads) {
  Limits some;
  some.workspace = 64 << 20;
  some.machine.units = threads;
  return some;  // caches of 32 KiB, 1 MiB and 16 MiB
}

Estimate two_passes() {
  Estimate estimate;
  estimate.seconds = 0.5;
  estimate.passes = 2;
  return estimate;
}

double value(Step const& step, int threads, InPlaceFeature feature) {
  return value_of(features_of(step, two_passes(), limits(threads)), feature);
}

TEST(StepFeatures, AreTheShareOfAThreadButForCallAndItems) {
  Step const step{10, 300, 1, 200, 8};
  for (int const threads : {1, 2, 4}) {
    EXPECT_EQ(value(step, threads, InPlaceFeature::call), 1);
    EXPECT_EQ(value(step, threads, InPlaceFeature::items), 10);
    EXPECT_EQ(value(step, threads, InPlaceFeature::estimate), 0.5);
    EXPECT_EQ(value(step, threads, InPlaceFeature::bytes), 2.0 * 10 * 300 * 200 * 8 / threads);
    EXPECT_EQ(value(step, threads, InPlaceFeature::words), 2.0 * 10 * 300 * 200 / threads);
    EXPECT_EQ(value(step, threads, InPlaceFeature::runs), 10.0 * (300 + 200) / threads);
  }
}

TEST(StepFeatures, CountLongChunksLineByLine) {
  EXPECT_EQ(value({1, 30, 1, 20, 256}, 1, InPlaceFeature::words), 2.0 * 30 * 20 * 4);
}

TEST(StepFeatures, KnowPiecesThatDoNotStartOnLinesAndThoseThatShareTheirPlaces) {
  // 8-byte words: 1000 and 512 fill lines, 1001 does not; 512 fill a page.
  double const bytes = 8.0 * 1000 * 512;
  EXPECT_EQ(value({1, 1000, 1, 512, 8}, 1, InPlaceFeature::misaligned_bytes), 0);
  EXPECT_EQ(value({1, 1000, 1, 512, 8}, 1, InPlaceFeature::strided_bytes), bytes);
  EXPECT_EQ(value({1, 512, 1, 512, 8}, 1, InPlaceFeature::strided_bytes), 2 * 8.0 * 512 * 512);
  EXPECT_EQ(value({1, 1001, 1, 512, 8}, 1, InPlaceFeature::misaligned_bytes), 8.0 * 1001 * 512);
}

TEST(StepFeatures, KnowWordsThatNoRegisterHas) {
  EXPECT_EQ(value({1, 30, 1, 20, 8}, 1, InPlaceFeature::odd_words), 0);
  EXPECT_EQ(value({1, 30, 1, 20, 12}, 1, InPlaceFeature::odd_words), 2.0 * 30 * 20);
  EXPECT_EQ(value({1, 30, 1, 20, 128}, 1, InPlaceFeature::odd_words), 0);
}

TEST(StepFeatures, KnowWhatTheCachesDoNotHold) {
  Step const small{100, 40, 1, 100, 8};  // items of 32,000 bytes
  EXPECT_EQ(value(small, 1, InPlaceFeature::spilled_bytes), 0);
  Step const large{2, 1024, 1, 1024, 8};  // of 8 MiB, 16 MiB together
  double const bytes = 16 << 20;
  EXPECT_EQ(value(large, 1, InPlaceFeature::spilled_bytes), bytes * (1 - 1.0 / 256));
  EXPECT_EQ(value(large, 1, InPlaceFeature::far_item_bytes), bytes * (1 - 1.0 / 16));
  EXPECT_EQ(value(large, 1, InPlaceFeature::far_bytes), 0);
  EXPECT_EQ(value(large, 2, InPlaceFeature::lone_bytes), 0);
  EXPECT_EQ(value(large, 4, InPlaceFeature::lone_bytes), bytes / 4);
}

TEST(StepFeatures, KnowWhatJutsOutOfTheSquare) {
  EXPECT_EQ(value({3, 50, 1, 50, 4}, 1, InPlaceFeature::strip_bytes), 0);
  EXPECT_EQ(value({3, 50, 1, 70, 4}, 1, InPlaceFeature::strip_bytes), 3.0 * 20 * 50 * 4);
  EXPECT_EQ(value({3, 70, 1, 50, 4}, 1, InPlaceFeature::strip_bytes), 3.0 * 20 * 50 * 4);
}

TEST(BlockFeatures, AreThoseOfTheStepWhereBothSayTheSame) {
  Step const step{7, 30, 1, 20, 24};
  BlockStep const with_chunk{7, {{30, 20, 3}, {1, 0, 2}, 8}};
  EXPECT_EQ(features_of(with_chunk, two_passes(), limits(2)),
            features_of(step, two_passes(), limits(2)));
  BlockStep const of_words{7, {{30, 20}, {1, 0}, 24}};
  EXPECT_EQ(features_of(of_words, two_passes(), limits(2)),
            features_of(step, two_passes(), limits(2)));
}

TEST(BlockFeatures, ExistForBlocksOfAnyRankAndForThoseThatStay) {
  BlockStep const reversed{5, {{6, 7, 8}, {2, 1, 0}, 4}};
  auto const found = features_of(reversed, two_passes(), limits(1));
  // Rows of eight words become columns of six.
  EXPECT_NEAR(value_of(found, InPlaceFeature::runs), 5.0 * 6 * 7 + 5.0 * 7 * 8, 1e-9);
  BlockStep const kept{5, {{60}, {0}, 4}};
  EXPECT_GT(value_of(features_of(kept, two_passes(), limits(1)), InPlaceFeature::bytes), 0);
}

class Prediction : public test::OnEachMachine {};

TEST_P(Prediction, ExistsForEveryDecompositionAndGrowsWithTheArray) {
  for (auto const* decomposition : catalogue<Exec>()) {
    EXPECT_TRUE(detail::decomposition_named(decomposition->name())) << decomposition->name();
    double before = 0;
    for (std::int64_t const n : {200, 2000, 20000}) {
      Step const step{1, n, 1, n, 8};
      auto const some = limits_for(test::with_threads(GetParam(), 2),
                                   detail::default_model(GetParam()), step.bytes(), {});
      auto const estimate = decomposition->estimate(step, some);
      if (!estimate) continue;
      double const seconds = predicted_seconds(decomposition->name(), step, *estimate, some);
      EXPECT_GT(seconds, before) << decomposition->name() << " of " << n;
      before = seconds;
    }
  }
}

ISOMER_ON_EACH_MACHINE(Prediction);

}  // namespace
}  // namespace isomer::in_place
