// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <vector>

#include "plan/in_place/compose.hpp"

namespace isomer::in_place {
namespace {

/// Every exchange costs `pass`, blocks of up to `cache` bytes can be sorted for the same.
Costs simple_model(std::int64_t cache = 0, double pass = 1) {
  Costs model;
  model.step = [=](Step const&) { return std::optional(pass); };
  model.block = [=](BlockStep const& step) {
    return step.block.bytes() <= cache ? std::optional(pass) : std::nullopt;
  };
  model.least = pass;
  return model;
}

/// The same where nothing exchanges rows and columns across a middle.
Costs model_of_matrices(std::int64_t cache = 0) {
  Costs model = simple_model(cache);
  model.step = [](Step const& step) {
    return step.is_matrix() ? std::optional(1.0) : std::nullopt;
  };
  return model;
}

FusedAxes axes(std::vector<std::int64_t> extent, std::vector<int> target,
               std::int64_t element_bytes = 1) {
  return {std::move(extent), std::move(target), element_bytes};
}

/// Carries out tasks on numbered elements, naively.
std::vector<std::int64_t> carry_out(std::vector<Task> const& tasks, FusedAxes const& problem) {
  std::vector<std::int64_t> array(
      static_cast<std::size_t>(problem.bytes() / problem.element_bytes));
  std::iota(array.begin(), array.end(), 0);
  auto const permute = [&](std::int64_t batch, FusedAxes const& block) {
    auto const before = array;
    auto const rank = block.extent.size();
    auto const size = static_cast<std::int64_t>(array.size()) / batch;
    std::vector<std::int64_t> to_stride(rank);
    for (std::size_t k = 0; k < rank; ++k) {
      to_stride[k] = 1;
      for (std::size_t other = 0; other < rank; ++other)
        if (block.target[other] > block.target[k]) to_stride[k] *= block.extent[other];
    }
    for (std::int64_t b = 0; b < batch; ++b)
      for (std::int64_t from = 0; from < size; ++from) {
        std::int64_t rest = from;
        std::int64_t to = 0;
        for (std::size_t k = rank; k-- > 0; rest /= block.extent[k])
          to += rest % block.extent[k] * to_stride[k];
        array[static_cast<std::size_t>(b * size + to)] =
            before[static_cast<std::size_t>(b * size + from)];
      }
  };
  for (Task const& task : tasks) {
    if (task.is_blocks()) {
      permute(task.block.batch, task.block.block);
      continue;
    }
    Step const& s = task.step;
    permute(s.batch,
            {{s.rows, s.middle, s.cols, s.chunk_bytes / problem.element_bytes}, {2, 1, 0, 3}, 1});
  }
  return array;
}

std::vector<std::int64_t> expected(FusedAxes const& problem) {
  Task whole;
  whole.block = {1, problem};
  return carry_out({whole}, problem);
}

TEST(Compose, ATranspositionIsOneStep) {
  auto const tasks = compose(axes({5, 7}, {1, 0}, 8), simple_model());
  ASSERT_EQ(tasks.size(), 1U);
  EXPECT_EQ(tasks[0].step, (Step{1, 5, 1, 7, 8}));
}

TEST(Compose, LeadingAxesAreBatchAndTrailingAxesAreChunk) {
  auto const tasks = compose(axes({3, 5, 7, 4}, {0, 2, 1, 3}, 8), simple_model());
  ASSERT_EQ(tasks.size(), 1U);
  EXPECT_EQ(tasks[0].step, (Step{3, 5, 1, 7, 32}));
}

TEST(Compose, AReversalOfThreeAxesIsOneExchangeAcrossTheMiddleOrTwoOfMatrices) {
  auto const problem = axes({3, 5, 7}, {2, 1, 0});
  auto const tasks = compose(problem, simple_model());
  ASSERT_EQ(tasks.size(), 1U);
  EXPECT_EQ(tasks[0].step, (Step{1, 3, 5, 7, 1}));
  EXPECT_EQ(compose(problem, model_of_matrices()).size(), 2U);
}

TEST(Compose, AReversalOfFourAxesIsTwoExchangesOrThreeOfMatricesOrTwoWithBlocksInCache) {
  auto const problem = axes({3, 5, 7, 11}, {3, 2, 1, 0});
  EXPECT_EQ(compose(problem, simple_model()).size(), 2U);
  EXPECT_EQ(compose(problem, model_of_matrices()).size(), 3U);
  EXPECT_EQ(compose(problem, model_of_matrices(400)).size(), 2U);
}

TEST(Compose, EqualOuterAxesChangePlacesInOneStep) {
  auto const tasks = compose(axes({6, 5, 6}, {2, 1, 0}, 4), simple_model());
  ASSERT_EQ(tasks.size(), 1U);
  EXPECT_EQ(tasks[0].step, (Step{1, 6, 5, 6, 4}));
}

TEST(Compose, GroupsOfEqualSizeChangePlacesInOneStepToo) {
  // [2][3] and [6] around 5: as flat indices they are exchanged like equal axes.
  auto const problem = axes({6, 5, 2, 3}, {3, 2, 0, 1});
  auto const fused = fuse(problem);
  auto const tasks = compose(fused, simple_model());
  ASSERT_EQ(tasks.size(), 1U);
  EXPECT_EQ(tasks[0].step.middle, 5);
  EXPECT_EQ(carry_out(tasks, fused), expected(fused));
}

TEST(Compose, SortsTrailingAxesInBlocks) {
  auto const tasks = compose(axes({100, 3, 5, 7}, {0, 3, 2, 1}), simple_model(1000));
  ASSERT_EQ(tasks.size(), 1U);
  ASSERT_TRUE(tasks[0].is_blocks());
  EXPECT_EQ(tasks[0].block.batch, 100);
  EXPECT_EQ(tasks[0].block.block.target, (std::vector<int>{2, 1, 0}));
}

TEST(Compose, PrefersTheCheaperOfTwoWays) {
  // Long chunks are cheap here, short ones are not.
  Costs model = model_of_matrices();
  model.step = [matrices = model.step](Step const& step) {
    auto const cost = matrices(step);
    return cost && step.chunk_bytes == 1 ? std::optional(10.0) : cost;
  };
  auto const tasks = compose(axes({4, 5, 6}, {2, 1, 0}), model);
  double cost = 0;
  for (auto const& task : tasks) cost += *model.step(task.step);
  EXPECT_EQ(cost, 11);
}

TEST(Compose, FindsNothingWhereNothingIsPossible) {
  Costs model = simple_model();
  model.step = [](Step const&) { return std::optional<double>(); };
  EXPECT_TRUE(compose(axes({4, 5}, {1, 0}), model).empty());
}

TEST(Compose, MinimisesTheLargestCostIfAskedTo) {
  Costs model = simple_model(0, 0);
  // One dear step and one for nothing in sum cost less than two of middling price.
  model.step = [](Step const& step) {
    return std::optional(step.chunk_bytes == 1 ? (step.rows == 2 ? 9.0 : 6.0)
                                               : (step.rows == 3 ? 0.0 : 5.0));
  };
  auto const largest = [&](bool by_maximum) {
    model.by_maximum = by_maximum;
    double cost = 0;
    for (auto const& task : compose(axes({2, 3, 50}, {2, 1, 0}), model))
      cost = std::max(cost, *model.step(task.step));
    return cost;
  };
  EXPECT_EQ(largest(false), 9);
  EXPECT_EQ(largest(true), 6);
}

TEST(Compose, LooksAtFewOrdersOfManyAxesWhereTheBoundIsFarOff) {
  int looks = 0;
  Costs model = model_of_matrices();
  model.least = 1e-3;
  model.step = [&, matrices = model.step](Step const& step) {
    ++looks;
    return matrices(step);
  };
  auto const problem = axes({2, 3, 2, 4, 3, 2, 3, 2}, {7, 6, 5, 4, 3, 2, 1, 0});
  auto const tasks = compose(problem, model);
  EXPECT_LT(looks, 20000);  // 1139080 where all bounds are kept and tasks are priced anew
  EXPECT_LE(tasks.size(), 7U);
  EXPECT_EQ(carry_out(tasks, problem), expected(problem));
}

/// Eight axes of which no two are alike, where each task costs far more than the least.
FusedAxes eight_primes() { return axes({3, 5, 7, 11, 13, 17, 19, 23}, {7, 6, 5, 4, 3, 2, 1, 0}); }

TEST(Compose, PricesEachTaskOnceAndEndsSoonWhereNoBoundHelps) {
  std::map<Step, int> looks;
  Costs model;
  model.least = 1e-3;
  model.step = [&](Step const& step) -> std::optional<double> {
    ++looks[step];
    if (!step.is_matrix()) return std::nullopt;
    return 1 + 1e-9 * static_cast<double>(step.rows);
  };
  model.block = [](BlockStep const&) -> std::optional<double> { return std::nullopt; };
  auto const tasks = compose(eight_primes(), model);
  EXPECT_EQ(carry_out(tasks, eight_primes()), expected(eight_primes()));
  EXPECT_LE(tasks.size(), 7U);
  for (auto const& [step, count] : looks) EXPECT_EQ(count, 1);
  EXPECT_LT(looks.size(), 30000U);
}

TEST(Compose, LeavesWhatCostsMoreThanIsOfUse) {
  int looks = 0;
  Costs model;
  model.least = 0.5;
  model.most = 1.2;
  model.step = [&](Step const&) -> std::optional<double> {
    ++looks;
    return 1;
  };
  model.block = [](BlockStep const&) -> std::optional<double> { return std::nullopt; };
  EXPECT_TRUE(compose(eight_primes(), model).empty());
  EXPECT_LE(looks, 84) << "the tasks of the first order";
  auto const swap = axes({3, 5}, {1, 0});
  EXPECT_EQ(compose(swap, model).size(), 1U);
}

TEST(Compose, YieldsTasksThatPermuteAsAsked) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 300; ++trial) {
    auto const rank = 2 + random() % 6;
    FusedAxes problem;
    problem.element_bytes = 2;
    problem.target.resize(rank);
    std::iota(problem.target.begin(), problem.target.end(), 0);
    std::shuffle(problem.target.begin(), problem.target.end(), random);
    for (std::size_t k = 0; k < rank; ++k) problem.extent.push_back(2 + random() % 3);
    auto const fused = fuse(problem);
    if (fused.rank() < 2) continue;
    auto const tasks = compose(fused, simple_model(trial % 2 * 60));
    EXPECT_EQ(carry_out(tasks, fused), expected(fused))
        << testing::PrintToString(fused.extent) << " to " << testing::PrintToString(fused.target);
  }
}

}  // namespace
}  // namespace isomer::in_place
