// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/in_place_fit.hpp"

#include <gmock/gmock.h>

#include "random.hpp"

namespace {

using namespace isomer::perf;
using isomer::detail::CostModel;
using isomer::detail::decomposition_named;
using isomer::detail::InPlaceFeature;
using isomer::detail::Reach;
using testing::HasSubstr;

/// Steps of known times that two decompositions take on two threads or one.
std::vector<InPlaceObservation> made_up(int problems) {
  Random random(3, 1);
  std::vector<InPlaceObservation> all;
  for (int problem = 0; problem < problems; ++problem) {
    double const bytes = random.between_on_log_scale(1e6, 1e9);
    double const words = random.between_on_log_scale(1e4, 1e6);
    for (char const* name : {"panel", "cut"}) {
      InPlaceObservation seen;
      seen.problem = problem;
      seen.decomposition = decomposition_named(name).value();
      seen.threads = problem % 3 == 0 ? 1 : 2;
      value_of(seen.features, InPlaceFeature::bytes) = bytes;
      value_of(seen.features, InPlaceFeature::words) = words;
      value_of(seen.features, InPlaceFeature::estimate) = 3e-10 * bytes;
      double const speed = seen.threads == 1 ? 1e-10 : 2e-10;
      seen.seconds = speed * bytes * (seen.decomposition == 3 ? 1 : 3) + 1e-8 * words;
      seen.copy_seconds = 1e-10 * bytes;
      all.push_back(seen);
    }
  }
  return all;
}

CostModel fitted(std::vector<InPlaceObservation> const& train) {
  CostModel model;
  model.threads = 2;
  fit_in_place(model, train);
  return model;
}

TEST(InPlaceFit, PredictsTheTimesThatItWasFittedTo) {
  auto const seen = made_up(200);
  auto const model = fitted(seen);
  for (auto const& one : seen) EXPECT_NEAR(predicted(model, one) / one.seconds, 1, 1e-3);
}

TEST(InPlaceFit, TakesOtherRowsOfTheSameKernelsAndKeepsThoseOfWhichNothingIsKnown) {
  auto const model = fitted(made_up(200));
  auto const row = [&](char const* name, Reach reach) {
    return model.in_place[decomposition_named(name).value()][static_cast<std::size_t>(reach)];
  };
  auto const panel = row("panel", Reach::memory);
  EXPECT_EQ(row("skinny", Reach::memory).all_threads, panel.all_threads);
  EXPECT_EQ(row("panel", Reach::cache).all_threads, panel.all_threads);
  EXPECT_EQ(row("square", Reach::memory).all_threads, CostModel::uncalibrated()[0][0].all_threads);
  EXPECT_NE(panel.all_threads, CostModel::uncalibrated()[0][0].all_threads);
}

TEST(InPlaceFit, LeavesAModelAloneThatNothingWasMeasuredFor) {
  auto const model = fitted({});
  for (std::size_t k = 0; k < model.in_place.size(); ++k)
    EXPECT_EQ(model.in_place[k][0].one_thread, CostModel::uncalibrated()[k][0].one_thread);
}

TEST(InPlaceReport, NamesTheRowsThatWereSeenAndTheErrorsBeforeAndAfter) {
  auto const parts = split(made_up(200), 1);
  auto const text = in_place_report(fitted(parts.train), CostModel{}, parts);
  EXPECT_THAT(text, HasSubstr("panel                memory all"));
  EXPECT_THAT(text, HasSubstr("cut                  memory one"));
  EXPECT_THAT(text, testing::Not(HasSubstr("square")));
  EXPECT_THAT(text, HasSubstr("as the decompositions estimate\nall together: train"));
  EXPECT_THAT(text, HasSubstr("in place, fitted\nall together: train   0.0 %"));
}

TEST(InPlaceObservations, AreReadFromTheLinesThatTheyWrote) {
  auto all = made_up(2);
  all[0].what = "8 B 1x4000x1x3001 of 8 B in 1000000";
  std::string text = in_place_csv_head();
  for (auto const& seen : all) text += csv_line(seen);
  auto const read = read_in_place_csv(text);
  ASSERT_EQ(read.size(), all.size());
  for (std::size_t k = 0; k < all.size(); ++k) EXPECT_EQ(csv_line(read[k]), csv_line(all[k]));
}

TEST(InPlaceObservations, OfAnotherVersionAreRefused) {
  EXPECT_THROW(read_in_place_csv("problem,speed\n1,2\n"), std::runtime_error);
  try {
    read_in_place_csv(in_place_csv_head() + "1,panel,memory,2\n");
    FAIL();
  } catch (std::runtime_error const& error) {
    EXPECT_STREQ(error.what(), "line 2: the number of columns differs");
  }
}

}  // namespace
