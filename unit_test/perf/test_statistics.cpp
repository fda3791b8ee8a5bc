// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "statistics.hpp"

#include <cmath>

#include <gmock/gmock.h>

namespace {

using namespace isomer::perf;

TEST(Median, IsTheMiddleOfAnOddNumber) { EXPECT_EQ(median({9, 1, 5}), 5); }
TEST(Median, IsTheMeanOfTheMiddleTwoOfAnEvenNumber) { EXPECT_EQ(median({4, 1, 3, 10}), 3.5); }
TEST(Median, OfOneIsThatOne) { EXPECT_EQ(median({7}), 7); }
TEST(Median, OfNoneIsNoNumber) { EXPECT_TRUE(std::isnan(median({}))); }

TEST(Quantile, ReachesBothEnds) {
  EXPECT_EQ(quantile({3, 1, 2}, 0), 1);
  EXPECT_EQ(quantile({3, 1, 2}, 1), 3);
}
TEST(Quantile, InterpolatesInBetween) { EXPECT_DOUBLE_EQ(quantile({0, 1, 2, 3, 4}, 0.9), 3.6); }

TEST(GeometricMean, MultipliesAndTakesTheRoot) {
  EXPECT_DOUBLE_EQ(geometric_mean({0.25, 1}), 0.5);
  EXPECT_NEAR(geometric_mean({1, 2, 4}), 2, 1e-12);
}
TEST(GeometricMean, OfNoneIsNoNumber) { EXPECT_TRUE(std::isnan(geometric_mean({}))); }

TEST(SummaryLine, HasTheFormThatOtherProgramsParse) {
  Summary const summary{"permute", "f32", {0.55, 0.83, 0.97}, {0.02, 0.08, 0.3}};
  EXPECT_EQ(summary_line(summary),
            "summary suite=permute type=f32 cases=3 of_copy_geomean=0.76 of_copy_median=0.83 "
            "of_copy_min=0.55 of_copy_max=0.97 model_error_median=0.08");
}

TEST(SummaryLine, SpreadsTheFiguresOfSuitesThatHaveOwnOnes) {
  Summary summary{"records", "u8", {}, {}};
  for (double const regret : {0.0, 0.25, 0.5}) summary.add("regret", regret);
  for (double const gain : {1.0, 2.0, 4.0}) summary.add("gain", gain);
  EXPECT_EQ(summary_line(summary),
            "summary suite=records type=u8 cases=3 regret_min=0 regret_median=0.25 "
            "regret_p95=0.475 regret_max=0.5 gain_min=1 gain_median=2 gain_p95=3.8 gain_max=4");
}

TEST(SummaryLine, HasFiguresBehindTheRatios) {
  Summary summary{"size_sweep", "f64", {0.5, 0.5}, {0.1}};
  summary.add("array_bytes", 512);
  EXPECT_EQ(summary_line(summary),
            "summary suite=size_sweep type=f64 cases=2 of_copy_geomean=0.50 of_copy_median=0.50 "
            "of_copy_min=0.50 of_copy_max=0.50 model_error_median=0.10 array_bytes_min=512 "
            "array_bytes_median=512 array_bytes_p95=512 array_bytes_max=512");
}

TEST(SummaryLine, SaysNanWhereThereIsNothingToSummarise) {
  EXPECT_EQ(summary_line({"small", "f64", {}, {}}),
            "summary suite=small type=f64 cases=0 of_copy_geomean=nan of_copy_median=nan "
            "of_copy_min=nan of_copy_max=nan model_error_median=nan");
}

}  // namespace
