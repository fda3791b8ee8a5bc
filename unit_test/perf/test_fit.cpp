// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/fit.hpp"

#include <gmock/gmock.h>

#include <set>

#include "calibrate/paces.hpp"
#include "random.hpp"

namespace {

using namespace isomer::perf;
using isomer::detail::CostModel;
using isomer::detail::Feature;
using isomer::detail::Reach;
using isomer::detail::Schema;
using testing::HasSubstr;

/// Problems of two candidates on two threads, whose time is known exactly; every third problem ran
/// on one of them.
std::vector<Observation> made_up(int problems) {
  Random random(3, 1);
  std::vector<Observation> all;
  for (int problem = 0; problem < problems; ++problem)
    for (int candidate = 0; candidate < 2; ++candidate) {
      Observation seen;
      seen.problem = problem;
      seen.schema = Schema::orthogonal_distinct;
      // Small problems use one thread of any number.
      seen.threads = 2;
      seen.in_effect = problem % 3 == 0 ? 1 : 2;
      double const bytes = random.between_on_log_scale(1e6, 1e9);
      double const tiles = random.between_on_log_scale(1, 1e6);
      value_of(seen.features, Feature::bytes) = bytes;
      value_of(seen.features, Feature::tiles) = tiles;
      seen.seconds =
          seen.in_effect == 1 ? 1e-10 * bytes + 1e-8 * tiles : 2e-10 * bytes + 1e-8 * tiles;
      seen.copy_seconds = 1e-10 * bytes;
      all.push_back(seen);
    }
  return all;
}

TEST(Split, KeepsAFifthOfTheProblemsApartWithAllTheirCandidates) {
  auto const parts = split(made_up(100), 1);
  EXPECT_EQ(parts.test.size(), 2 * 20u);
  EXPECT_EQ(parts.train.size(), 2 * 80u);
  std::set<int> trained;
  for (auto const& seen : parts.train) trained.insert(seen.problem);
  for (auto const& seen : parts.test) EXPECT_EQ(trained.count(seen.problem), 0u);
}

TEST(Split, IsTheSameForASeed) {
  auto const all = made_up(50);
  EXPECT_EQ(split(all, 4).test.front().problem, split(all, 4).test.front().problem);
}

TEST(Fit, FindsTheRowsThatWereSeenAndKeepsTheOthers) {
  CostModel start;
  value_of(start.row(Schema::strided, Reach::memory).all_threads, Feature::bytes) = 7;
  auto const model = fit(start, made_up(200), 2);
  EXPECT_EQ(model.threads, 2);
  auto const& row = model.row(Schema::orthogonal_distinct, Reach::memory);
  EXPECT_NEAR(value_of(row.all_threads, Feature::bytes), 2e-10, 1e-12);
  EXPECT_NEAR(value_of(row.one_thread, Feature::bytes), 1e-10, 1e-12);
  EXPECT_NEAR(value_of(row.one_thread, Feature::tiles), 1e-8, 1e-10);
  EXPECT_EQ(value_of(model.row(Schema::strided, Reach::memory).all_threads, Feature::bytes), 7);
  // Its kernel is the same, so it takes what was seen of the other.
  EXPECT_NEAR(
      value_of(model.row(Schema::orthogonal_arbitrary, Reach::memory).all_threads, Feature::bytes),
      2e-10, 1e-12);
}

/// Twice as slow from one problem on, while most that come have many tiles.
std::vector<Observation> in_two_phases(int problems) {
  auto all = made_up(problems);
  for (auto& seen : all) {
    bool const is_slow = seen.problem >= problems / 2;
    double const bytes = is_slow && seen.problem % 4 != 0 ? 1e6 : 1e9;
    value_of(seen.features, Feature::bytes) = bytes;
    double const tiles = value_of(seen.features, Feature::tiles);
    seen.in_effect = 2;
    seen.seconds = (is_slow ? 2 : 1) * (2e-10 * bytes + 1e-7 * tiles);
  }
  return all;
}

TEST(Fit, TellsWhatTheMachineDidFromWhatTheShapesTake) {
  auto const seen = in_two_phases(400);
  auto const model = fit(CostModel{}, seen, 2);
  auto const& row = model.row(Schema::orthogonal_distinct, Reach::memory).all_threads;
  EXPECT_NEAR(value_of(row, Feature::tiles) / value_of(row, Feature::bytes), 500, 25);
  Paces const paces(model, seen);
  EXPECT_NEAR(paces.at(seen.back()) / paces.at(seen.front()), 2, 0.05);
  EXPECT_LT(errors_of(model, at_one_pace(seen, paces)).median, 0.02);
}

TEST(Paces, LeaveTheCachesAlone) {
  auto seen = in_two_phases(40);
  Paces const paces(fit(CostModel{}, seen, 2), seen);
  seen.back().reach = Reach::cache;
  EXPECT_EQ(paces.at(seen.back()), 1);
}

TEST(Paces, OfNothingSeenAreOne) { EXPECT_EQ(Paces(CostModel{}, {}).at(made_up(1).front()), 1); }

TEST(Errors, AreThoseOfPredictionsAgainstTimes) {
  auto seen = made_up(100);
  auto const model = fit(CostModel{}, seen, 2);
  EXPECT_LT(errors_of(model, seen).ninety, 1e-3);
  for (auto& one : seen) one.seconds *= 2;
  auto const off = errors_of(model, seen);
  EXPECT_EQ(off.count, seen.size());
  EXPECT_NEAR(off.median, 0.5, 1e-3);
}

TEST(Choices, AreGoodWhereTheSmallestPredictionIsCloseToTheBestTime) {
  auto seen = made_up(100);
  auto const model = fit(CostModel{}, seen, 2);
  EXPECT_EQ(choices_of(model, seen).all, 100u);
  EXPECT_EQ(choices_of(model, seen).good, 100u);
  // In the first problem the other candidate turns out to take a tenth.
  auto const better = predicted(model, seen[0]) < predicted(model, seen[1]) ? 1u : 0u;
  seen[better].seconds = seen[1 - better].seconds / 10;
  EXPECT_EQ(choices_of(model, seen).good, 99u);
}

TEST(FitReport, NamesTheRowsThatWereSeenWithTheirErrors) {
  auto const parts = split(made_up(200), 1);
  auto const text = fit_report(fit(CostModel{}, parts.train, 2), parts);
  EXPECT_THAT(text, HasSubstr("orthogonal_distinct  memory all"));
  EXPECT_THAT(text, HasSubstr("orthogonal_distinct  memory one"));
  EXPECT_THAT(text, testing::Not(HasSubstr("strided")));
  EXPECT_THAT(text, HasSubstr("bytes 2e-10"));
  EXPECT_THAT(text, HasSubstr("chosen plan within 5 % of the best: train"));
}

TEST(Observations, AreReadFromTheLinesThatTheyWrote) {
  auto all = made_up(2);
  all[0].what = "4 B 5:1:7 / 5";
  std::string text = csv_head();
  for (auto const& seen : all) text += csv_line(seen);
  auto const read = read_csv(text);
  ASSERT_EQ(read.size(), all.size());
  for (std::size_t k = 0; k < all.size(); ++k) EXPECT_EQ(csv_line(read[k]), csv_line(all[k]));
}

TEST(Observations, OfAnotherVersionAreRefused) {
  EXPECT_THROW(read_csv("problem,speed\n1,2\n"), std::runtime_error);
  try {
    read_csv(csv_head() + "1,copy,memory,2\n");
    FAIL();
  } catch (std::runtime_error const& error) {
    EXPECT_STREQ(error.what(), "line 2: the number of columns differs");
  }
}

}  // namespace
