// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <isomer/error.hpp>

#include "cost/models.hpp"
#include "in_place/blocks/blocks.hpp"
#include "in_place/matrix_case.hpp"
#include "plan/in_place/outdone.hpp"
#include "plan/in_place/plan_in_place.hpp"
#include "support/machines.hpp"
#include "support/sampled.hpp"

/// Whole plans, for any rank and any workspace limit.
namespace isomer::in_place {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;
using testing::HasSubstr;

detail::InPlaceProblem problem(std::vector<std::int64_t> const& extent,
                               std::vector<int> const& axes, int element_bytes) {
  detail::InPlaceProblem p;
  p.rank = static_cast<int>(extent.size());
  p.element_bytes = element_bytes;
  std::copy(extent.begin(), extent.end(), p.extent.begin());
  std::copy(axes.begin(), axes.end(), p.axes.begin());
  return p;
}

std::int64_t elements(detail::InPlaceProblem const& p) {
  std::int64_t product = 1;
  for (std::size_t k = 0; k < static_cast<std::size_t>(p.rank); ++k) product *= p.extent[k];
  return product;
}

/// Whether `after` is `before` permuted; the output index is counted like an odometer.
testing::AssertionResult is_permuted(GuardedBytes const& after, GuardedBytes const& before,
                                     detail::InPlaceProblem const& p) {
  auto const rank = static_cast<std::size_t>(p.rank);
  std::vector<std::int64_t> stride(rank), index(rank, 0);
  std::int64_t count = 1;
  for (std::size_t k = rank; k-- > 0; count *= p.extent[k]) stride[k] = count;
  auto const bytes = static_cast<std::size_t>(p.element_bytes);
  for (std::int64_t to = 0; to < count; ++to) {
    std::int64_t from = 0;
    for (std::size_t k = 0; k < rank; ++k)
      from += index[k] * stride[static_cast<std::size_t>(p.axes[k])];
    if (std::memcmp(after.data() + to * p.element_bytes, before.data() + from * p.element_bytes,
                    bytes) != 0)
      return testing::AssertionFailure()
             << "element " << testing::PrintToString(index) << " of the result is wrong";
    for (std::size_t k = rank; k-- > 0;) {
      if (++index[k] < p.extent[static_cast<std::size_t>(p.axes[k])]) break;
      index[k] = 0;
    }
  }
  return after.guards_are_intact();
}

void expect_permuted(detail::InPlaceProblem const& p, PlanOptions const& options = {},
                     Exec const& exec = Exec()) {
  auto const plan = in_place::plan(exec, p, options, "isomer::test");
  SCOPED_TRACE(testing::Message() << "extents "
                                  << testing::PrintToString(std::vector<std::int64_t>(
                                         p.extent.begin(), p.extent.begin() + p.rank))
                                  << " axes "
                                  << testing::PrintToString(
                                         std::vector<int>(p.axes.begin(), p.axes.begin() + p.rank))
                                  << " of " << p.element_bytes << " bytes, "
                                  << plan->facts().description);
  if (options.workspace_limit != PlanOptions::automatic) {
    EXPECT_LE(plan->facts().workspace_bytes, options.workspace_limit);
  }
  for (int which = 0; which < fills_for(p.element_bytes); ++which) {
    GuardedBytes data(elements(p) * p.element_bytes, 16);
    data.fill(p.element_bytes, which);
    GuardedBytes const before = data;
    plan->run(exec, data.data(), nullptr, nullptr);
    exec.fence();
    EXPECT_TRUE(is_permuted(data, before, p));
  }
}

TEST(InPlacePlan, TransposesMatricesOfEveryShapeUpTo40) {
  for (int const bytes : {1, 8, 12})
    for (std::int64_t m = 1; m <= 40 && !testing::Test::HasFailure(); ++m)
      for (std::int64_t n = 1; n <= 40; n += 1 + m % 3)
        expect_permuted(problem({m, n}, {1, 0}, bytes));
}

TEST(InPlacePlan, PermutesAxesOfRandomProblemsUnderAnyWorkspaceLimit) {
  std::mt19937 random(20261121);
  for (int trial = 0; trial < 200 && !testing::Test::HasFailure(); ++trial) {
    SCOPED_TRACE(testing::Message() << "trial " << trial);
    int const rank = 1 + static_cast<int>(random() % 8);
    std::vector<std::int64_t> extent;
    for (int k = 0; k < rank; ++k)
      extent.push_back(1 + random() % (rank < 3 ? 90 : rank == 3 ? 30 : rank < 6 ? 7 : 4));
    std::vector<int> axes(static_cast<std::size_t>(rank));
    std::iota(axes.begin(), axes.end(), 0);
    std::shuffle(axes.begin(), axes.end(), random);
    int const bytes = std::array{1, 2, 3, 4, 5, 8, 12, 16, 24, 40}[random() % 10];
    PlanOptions options;
    options.workspace_limit =
        std::array{PlanOptions::automatic, std::size_t{64}, std::size_t{3000}}[random() % 3];
    expect_permuted(problem(extent, axes, bytes), options);
  }
}

TEST(InPlacePlan, ReversesLargerTensors) {
  expect_permuted(problem({90, 70, 110}, {2, 1, 0}, 8));
  expect_permuted(problem({33, 20, 17, 40}, {3, 2, 1, 0}, 4));
  expect_permuted(problem({64, 3, 64, 32}, {2, 1, 0, 3}, 4));
  expect_permuted(problem({200, 31, 45}, {0, 2, 1}, 8));
}

TEST(InPlacePlan, TransposingTwiceIsTheIdentity) {
  Exec const exec;
  for (auto const& [m, n] : {std::pair{301, 200}, {5, 7001}, {512, 512}}) {
    GuardedBytes data(std::int64_t{m} * n * 4);
    data.fill(4, 0);
    GuardedBytes const before = data;
    plan(exec, problem({m, n}, {1, 0}, 4), {}, "t")->run(exec, data.data(), nullptr, nullptr);
    plan(exec, problem({n, m}, {1, 0}, 4), {}, "t")->run(exec, data.data(), nullptr, nullptr);
    exec.fence();
    EXPECT_EQ(std::memcmp(data.data(), before.data(), static_cast<std::size_t>(data.bytes())), 0);
  }
}

TEST(InPlacePlan, DoesNothingWhereNothingMoves) {
  for (auto const& p : {problem({5, 7}, {0, 1}, 8), problem({1, 7}, {1, 0}, 8),
                        problem({0, 7}, {1, 0}, 8), problem({9, 1, 1, 4}, {1, 0, 2, 3}, 8)}) {
    auto const nothing = plan(Exec(), p, {.workspace_limit = 0}, "t");
    EXPECT_EQ(nothing->facts().passes, 0);
    EXPECT_EQ(nothing->facts().bytes_written, 0);
    EXPECT_EQ(nothing->facts().workspace_bytes, 0U);
    EXPECT_THAT(nothing->facts().description, HasSubstr("nothing to do"));
    nothing->run(Exec(), nullptr, nullptr, nullptr);
  }
}

TEST(InPlacePlan, IsOnePassWhereTheShapeAllowsIt) {
  for (auto const& p :
       {problem({2000, 2000}, {1, 0}, 8), problem({30, 200, 200}, {0, 2, 1}, 8),
        problem({300, 30, 300}, {2, 1, 0}, 8), problem({5000, 20, 30}, {0, 2, 1}, 8),
        problem({1000, 4, 5, 6}, {0, 3, 2, 1}, 8), problem({40, 40, 100}, {1, 0, 2}, 8)}) {
    auto const one = plan(Exec(), p, {}, "t");
    EXPECT_EQ(one->facts().passes, 1) << one->facts().description;
    EXPECT_EQ(one->facts().bytes_written, elements(p) * 8);
  }
}

TEST(InPlacePlan, LeavesMatricesBeyondTheCacheToPanelsWhereThreadsWouldShareABlock) {
  Limits limits;
  limits.workspace = std::size_t{32} << 20;
  limits.machine.units = 2;
  limits.rates = &detail::default_rates(limits.machine);
  auto const is_outdone = [&](Step const& step) {
    EXPECT_TRUE(blocks<Exec>().estimate(step, limits)) << testing::PrintToString(step);
    return in_place::is_outdone("blocks", step, limits);
  };
  EXPECT_TRUE(is_outdone({1, 1342, 1, 1030, 8}));
  EXPECT_TRUE(is_outdone({1, 1030, 1, 1342, 8}));
  EXPECT_TRUE(is_outdone({1, 700, 1, 300, 24}));
  EXPECT_FALSE(is_outdone({1, 300, 1, 500, 8})) << "the caches hold it";
  EXPECT_FALSE(is_outdone({2, 1342, 1, 1030, 8})) << "a block for each thread";
  EXPECT_FALSE(is_outdone({1, 200000, 1, 7, 8})) << "short rows";
  EXPECT_FALSE(is_outdone({1, 50, 1, 60, 1024})) << "chunks too long for panels";
  EXPECT_FALSE(is_outdone({1, 60, 50, 60, 16})) << "no matrix";
}

TEST(InPlacePlan, UsesTheDecompositionThatIsAskedFor) {
  for (std::string const name : {"blocks", "c2r", "r2c", "cycles", "gcd_pass", "cut"}) {
    auto const forced = plan(Exec(), problem({60, 48}, {1, 0}, 8), {.schema = name}, "t");
    EXPECT_EQ(forced->facts().schema, name);
    EXPECT_THAT(forced->facts().description, HasSubstr(name));
    expect_permuted(problem({60, 48}, {1, 0}, 8), {.schema = name});
  }
}

TEST(InPlacePlan, MovesRandomProblemsByWayOfACopy) {
  std::mt19937 random(20261129);
  PlanOptions options;
  options.workspace_limit = PlanOptions::unlimited;
  options.schema = "copy_back";
  for (int trial = 0; trial < 60 && !testing::Test::HasFailure(); ++trial) {
    std::size_t const rank = 2 + random() % 5;
    std::vector<std::int64_t> extent(rank);
    for (auto& n : extent) n = 2 + static_cast<std::int64_t>(random() % (rank < 4 ? 40 : 6));
    std::vector<int> axes(rank);
    std::iota(axes.begin(), axes.end(), 0);
    std::shuffle(axes.begin(), axes.end(), random);
    auto const p = problem(extent, axes, std::array{1, 2, 3, 4, 8, 12, 16, 40, 300}[trial % 9]);
    if (!std::is_sorted(axes.begin(), axes.end())) expect_permuted(p, options);
  }
  options.workspace_limit = 300 * 200 * 8 - 1;
  EXPECT_THROW(plan(Exec(), problem({300, 200}, {1, 0}, 8), options, "t"), Error);
}

TEST(InPlacePlan, GoesByWayOfACopyWhereMemoryIsUnlimitedAndThatIsFaster) {
  auto const facts = [](std::int64_t rows, std::int64_t cols, std::size_t limit,
                        bool has_workspace = true) {
    auto const machine = test::with_threads(test::machines()[1], 8);
    PlanOptions options;
    options.workspace_limit = limit;
    auto p = problem({rows, cols}, {1, 0}, 8);
    p.has_workspace = has_workspace;
    return facts_on<Exec>(machine, detail::default_rates(machine), p, options, "t");
  };
  auto const by_copy = facts(7001, 5003, PlanOptions::unlimited);
  EXPECT_EQ(by_copy.schema, "copy_back") << by_copy.description;
  EXPECT_THAT(by_copy.description, HasSubstr("copy_back (orthogonal_distinct into the workspace)"));
  EXPECT_EQ(by_copy.passes, 2);
  EXPECT_EQ(by_copy.workspace_bytes, 7001U * 5003 * 8);
  auto const in_place = facts(7001, 5003, PlanOptions::automatic);
  EXPECT_NE(in_place.schema, "copy_back");
  EXPECT_LT(by_copy.predicted_seconds, in_place.predicted_seconds);
  EXPECT_EQ(facts(5000, 5000, PlanOptions::unlimited).schema, "square") << "one pass";
  EXPECT_NE(facts(7001, 5003, PlanOptions::unlimited, false).schema, "copy_back")
      << "its pages would have to be made";
  EXPECT_NE(facts(2001, 2003, PlanOptions::unlimited).schema, "copy_back")
      << "the third-level cache holds the array";
}

TEST(InPlacePlan, SaysInWordsWhatItDoes) {
  auto const two = plan(Exec(), problem({100, 30, 300}, {2, 1, 0}, 8), {.schema = "cycles"}, "t");
  EXPECT_THAT(two->facts().description, HasSubstr("2 passes: cycles ("));
  EXPECT_THAT(two->facts().description, HasSubstr(", then cycles ("));
  EXPECT_THAT(two->facts().description,
              HasSubstr("workspace " + std::to_string(two->facts().workspace_bytes) + " bytes"));
  EXPECT_EQ(two->facts().schema, "cycles+cycles");
  EXPECT_GT(two->facts().predicted_seconds, 0);
}

/// The text of the Error that planning throws.
std::string error_of(detail::InPlaceProblem const& p, PlanOptions const& options) {
  try {
    plan(Exec(), p, options, "isomer::permute_in_place");
  } catch (Error const& error) {
    return error.what();
  }
  return "no error";
}

TEST(InPlacePlan, RefusesALimitThatIsTooSmallAndNamesTheLeast) {
  EXPECT_EQ(error_of(problem({30, 70}, {1, 0}, 8), {.workspace_limit = 63}),
            "isomer::permute_in_place: workspace_limit was 63 bytes, has to be at least 64");
  EXPECT_EQ(error_of(problem({30, 70}, {1, 0}, 8), {.workspace_limit = 0}),
            "isomer::permute_in_place: workspace_limit was 0 bytes, has to be at least 64");
  expect_permuted(problem({30, 70}, {1, 0}, 8), {.workspace_limit = 64});
  expect_permuted(problem({30, 30}, {1, 0}, 8), {.workspace_limit = 0});
}

TEST(InPlacePlan, NamesTheLeastForAForcedDecomposition) {
  auto const text =
      error_of(problem({30, 70}, {1, 0}, 8), {.workspace_limit = 100, .schema = "blocks"});
  EXPECT_EQ(text,
            "isomer::permute_in_place: workspace_limit was 100 bytes, has to be at least 16832 for "
            "schema \"blocks\"");
  expect_permuted(problem({30, 70}, {1, 0}, 8), {.workspace_limit = 16832, .schema = "blocks"});
}

TEST(InPlacePlan, HasOneAtTheLeastLimitThatItNamesAndNoneBelow) {
  for (auto const& p : {problem({30, 70}, {1, 0}, 8), problem({211, 150}, {1, 0}, 1),
                        problem({20, 31, 12}, {2, 1, 0}, 4), problem({40, 60}, {1, 0}, 200)})
    for (std::string const name :
         {"", "blocks", "panel", "skinny", "gcd_pass", "cut", "c2r", "r2c", "cycles"}) {
      SCOPED_TRACE(name);
      PlanOptions options{.workspace_limit = 0, .schema = name};
      std::string const text = error_of(p, options);
      std::string const before = "has to be at least ";
      auto const at = text.find(before);
      if (at == std::string::npos) continue;  // it cannot do this at all
      options.workspace_limit = std::stoull(text.substr(at + before.size()));
      expect_permuted(p, options);
      --options.workspace_limit;
      EXPECT_THAT(error_of(p, options), HasSubstr("workspace_limit was"));
    }
}

TEST(InPlacePlan, RefusesADecompositionThatDoesNotFitOrIsNone) {
  EXPECT_THAT(error_of(problem({30, 70}, {1, 0}, 8), {.schema = "square"}),
              HasSubstr("schema was \"square\", has to be"));
  EXPECT_THAT(error_of(problem({30, 70}, {1, 0}, 8), {.schema = "quadrat"}),
              testing::AllOf(HasSubstr("schema was \"quadrat\", has to be"), HasSubstr("cycles")));
}

TEST(InPlacePlan, WritesTheSameBytesWithHalfTheThreads) {
  auto const halves = Kokkos::Experimental::partition_space(Exec(), 1, 1);
  for (auto const& p : {problem({500, 301}, {1, 0}, 8), problem({70, 80, 90}, {2, 1, 0}, 4),
                        problem({256, 256}, {1, 0}, 2)})
    expect_permuted(p, {}, halves[0]);
}

TEST(InPlacePlan, TakesLittleTimeToMake) {
  // The search is bounded: eight axes that all change places.
  auto const p = problem({4, 5, 6, 7, 8, 3, 9, 10}, {7, 6, 5, 4, 3, 2, 1, 0}, 8);
  Kokkos::Timer const timer;
  auto const reversal = plan(Exec(), p, {}, "t");
  EXPECT_LT(timer.seconds(), test::is_sanitized ? 30.0 : 5.0) << reversal->facts().description;
}

}  // namespace
}  // namespace isomer::in_place
