// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/least_squares.hpp"

#include <gtest/gtest.h>

#include <cstddef>

#include "random.hpp"

namespace {

using isomer::perf::fit_relative;
using isomer::perf::Random;
using Samples = std::vector<std::vector<double>>;

/// Samples with columns of very different sizes, and what known coefficients make of them.
struct Known {
  std::vector<double> coefficients{2e-6, 3e-11, 0, 4e-8};
  Samples samples{};
  std::vector<double> values{};

  explicit Known(int count) {
    Random random(5, 0);
    for (int s = 0; s < count; ++s) {
      samples.push_back({1, random.between_on_log_scale(1e3, 1e9), random.fraction() * 10,
                         random.between_on_log_scale(1, 1e6)});
      double value = 0;
      for (std::size_t k = 0; k < coefficients.size(); ++k)
        value += coefficients[k] * samples.back()[k];
      values.push_back(value);
    }
  }

  /// The third column is at most 10 and the values at least 2e-6: 1e-9 of it is nothing.
  void expect_found(std::vector<double> const& found, double tolerance,
                    double nothing = 1e-9) const {
    ASSERT_EQ(found.size(), coefficients.size());
    for (std::size_t k = 0; k < found.size(); ++k)
      EXPECT_NEAR(found[k], coefficients[k], tolerance * coefficients[k] + (k == 2 ? nothing : 0))
          << k;
  }
};

TEST(FitRelative, FindsTheCoefficientsThatTheValuesWereMadeWith) {
  Known const known(200);
  known.expect_found(fit_relative(known.samples, known.values), 1e-3);
}

TEST(FitRelative, IsNotMisledByAFewDisturbedSamples) {
  Known known(200);
  for (std::size_t s = 0; s < known.values.size(); s += 20) known.values[s] *= 5;
  known.expect_found(fit_relative(known.samples, known.values), 0.05, 4e-9);
}

/// x = (1 / x^2 + 4 / 16) / (1 / x^2 + 1 / 16); in units of the values alone it would be 1.18.
TEST(FitRelative, MeasuresWhatIsPredictedTooLongByThePrediction) {
  auto const found = fit_relative({{1}, {1}}, {1, 4});
  EXPECT_NEAR(found[0], 1.277, 2e-3);
}

TEST(FitRelative, GivesNoNegativeCoefficients) {
  // Exactly 1 + x needs none; 3 - x would.
  Samples samples;
  std::vector<double> values;
  for (double x = 0; x < 2; x += 0.1) {
    samples.push_back({1, x});
    values.push_back(3 - x);
  }
  auto const found = fit_relative(samples, values);
  EXPECT_GT(found[0], 0);
  EXPECT_EQ(found[1], 0);
}

TEST(FitRelative, LeavesColumnsOfZerosAtZeroAndSharesOutTwins) {
  Samples samples;
  std::vector<double> values;
  for (double x = 1; x < 20; ++x) {
    samples.push_back({x, 0, x});
    values.push_back(6 * x);
  }
  auto const found = fit_relative(samples, values);
  EXPECT_EQ(found[1], 0);
  EXPECT_NEAR(found[0] + found[2], 6, 1e-3);
}

TEST(FitRelative, HasNothingToSayOfNoSamples) { EXPECT_TRUE(fit_relative({}, {}).empty()); }

}  // namespace
