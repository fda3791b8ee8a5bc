// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <isomer/error.hpp>

#include "cost/gpu_time.hpp"
#include "cost/models.hpp"
#include "machine/machine.hpp"
#include "plan/choice/candidates.hpp"
#include "plan/golden_problems.hpp"
#include "plan/in_place/plan_in_place.hpp"
#include "problem/normalize.hpp"
#include "support/message_of.hpp"
#include "team/emulated_gpu.hpp"
#include "team/launcher.hpp"

/// What plans in place choose, promise and launch on GPUs that are not here.
namespace isomer::in_place {
namespace {

detail::InPlaceProblem transposition(std::vector<std::int64_t> const& extent,
                                     std::int32_t element_bytes = 8) {
  detail::InPlaceProblem problem;
  problem.rank = static_cast<std::int32_t>(extent.size());
  problem.element_bytes = element_bytes;
  for (std::size_t k = 0; k < extent.size(); ++k) {
    problem.extent[k] = extent[k];
    problem.axes[k] = static_cast<std::int32_t>(extent.size() - 1 - k);
  }
  return problem;
}

std::int64_t bytes_of(detail::InPlaceProblem const& problem) {
  return std::accumulate(problem.extent.begin(), problem.extent.begin() + problem.rank,
                         std::int64_t{problem.element_bytes}, std::multiplies<>());
}

detail::Machine gpu(std::string const& name) { return detail::gpu_machine(name).value(); }

GpuPlan plan_on(std::string const& name, detail::InPlaceProblem const& problem,
                PlanOptions const& options = {}) {
  return plan_for_gpu(gpu(name), problem, options, "test");
}

/// What the formula says of a plan, over a copy.
double of_copy(std::string const& name, detail::InPlaceProblem const& problem) {
  auto const machine = gpu(name);
  auto const facts =
      facts_on<team::EmulatedGpu>(machine, detail::default_rates(machine), problem, {}, "test");
  return detail::gpu_copy_seconds(machine, bytes_of(problem)) / facts.predicted_seconds;
}

TEST(ChoiceOnGpus, TakesTheMethodOfTheShape) {
  struct Row {
    std::vector<std::int64_t> extent;
    std::string schema;
    int passes;
  };
  for (Row const& row :
       {Row{{8192, 8192}, "square", 1}, Row{{20000, 12001}, "", 2}, Row{{12001, 20000}, "", 2},
        Row{{30000000, 7}, "skinny", 2}, Row{{31, 10000003}, "skinny", 2},
        Row{{16384, 8192}, "gcd_pass", 2}, Row{{100, 200, 300}, "copy_back", 2},
        Row{{1000, 1000}, "square", 1}, Row{{4, 1}, "nothing", 0}})
    for (char const* const name : {"h200", "h100", "a100"}) {
      auto const plan = plan_on(name, transposition(row.extent));
      std::string const& schema = plan.facts.schema;
      // Which way round is cheaper depends on the card.
      EXPECT_TRUE(schema == row.schema ||
                  (row.schema.empty() && (schema == "c2r" || schema == "r2c")))
          << schema << " on " << name << ", " << row.extent[0];
      EXPECT_EQ(plan.facts.passes, row.passes);
      auto const bytes = static_cast<std::size_t>(bytes_of(transposition(row.extent)));
      EXPECT_LE(plan.facts.workspace_bytes, bytes / 50 + (std::size_t{64} << 20));
    }
}

TEST(ChoiceOnGpus, CopiesSlicesWhereTheArrayIsLargerThanTheWorkspace) {
  detail::InPlaceProblem problem = transposition({100, 100, 200, 300});
  problem.axes = {0, 3, 2, 1};
  auto const plan = plan_on("h200", problem);
  EXPECT_EQ(plan.facts.schema, "copy_back") << plan.facts.description;
  EXPECT_NE(plan.facts.description.find(" slices"), std::string::npos) << plan.facts.description;
  EXPECT_LT(plan.facts.workspace_bytes,
            static_cast<std::size_t>(bytes_of(problem)) / 50 + (std::size_t{64} << 20));
}

TEST(ChoiceOnGpus, CopiesNoMoreSlicesThanPay) {
  detail::InPlaceProblem problem = transposition({6400, 20, 30});
  problem.axes = {0, 2, 1};
  PlanOptions options;
  options.schema = "copy_back";
  options.workspace_limit = std::size_t{100} * 20 * 30 * 8;
  EXPECT_EQ(plan_on("h200", problem, options).facts.workspace_bytes, options.workspace_limit);
  --options.workspace_limit;
  EXPECT_THAT(test::message_of([&] { plan_on("h200", problem, options); }),
              testing::HasSubstr("has to be at least 480000 for schema"));
}

TEST(ChoiceOnGpus, LaunchesWhatItSays) {
  auto const plan = plan_on("h200", transposition({20001, 12000}));
  ASSERT_EQ(plan.facts.schema, "c2r");
  std::vector<std::string> labels;
  auto const launches = audit(plan);
  for (team::LaunchAudit const& launch : launches)
    if (labels.empty() || labels.back() != launch.what.label) labels.push_back(launch.what.label);
  EXPECT_EQ(labels, (std::vector<std::string>{"isomer::in_place::c2r::save_rows",
                                              "isomer::in_place::c2r::rows",
                                              "isomer::in_place::c2r::gangs"}));
  for (team::LaunchAudit const& launch : launches) {
    EXPECT_GT(launch.requests.blocks, 0);
    EXPECT_LE(launch.requests.sector_ratio(), 1.2) << launch.what.label;
    EXPECT_LE(launch.requests.wavefront_ratio(), 4.5) << launch.what.label;
  }
}

/// A guard against plans that cost more by the audit and the formula: rectangles, skinny matrices
/// and squares. What cards reach is measured on cards.
TEST(ChoiceOnGpus, PredictsAtLeastTheseSharesOfACopy) {
  std::mt19937_64 random(17);
  auto const between = [&](double least, double most) {
    double const part = static_cast<double>(random() >> 11) / static_cast<double>(1ULL << 53);
    return static_cast<std::int64_t>(least * std::pow(most / least, part));
  };
  std::vector<std::vector<std::int64_t>> rectangles;
  std::vector<std::vector<std::int64_t>> squares;
  for (int k = 0; k < 30; ++k) {
    rectangles.push_back({between(5000, 25000), between(5000, 25000)});
    squares.emplace_back(2, between(4000, 20000));
  }
  std::vector<std::vector<std::int64_t>> skinny;
  for (std::int64_t const fields : {2, 3, 5, 8, 16, 31})
    for (std::int64_t const records : {1000000, 10000000}) {
      skinny.push_back({records, fields});
      skinny.push_back({fields, records});
    }
  auto const geomean = [](std::string const& name, auto const& extents) {
    double sum = 0;
    for (auto const& extent : extents) sum += std::log(of_copy(name, transposition(extent)));
    return std::exp(sum / static_cast<double>(extents.size()));
  };
  EXPECT_GE(geomean("h200", rectangles), 0.36);
  EXPECT_GE(geomean("h200", skinny), 0.42);
  EXPECT_GE(geomean("h200", squares), 0.93);
  // An H100 measured 0.38 (doc/measured/2026-11-26_h100.md).
  EXPECT_GE(geomean("h100", rectangles), 0.38);
  EXPECT_GE(geomean("a100", rectangles), 0.38);
}

/// A card that refuses every launch, as a runtime does.
class RefusingLauncher final : public team::Launcher {
 public:
  void launch(team::Launched const&, team::AnyKernel const&) override {
    throw std::runtime_error("cudaErrorLaunchOutOfResources");
  }
  void launch_indices(team::Launched const&, std::int64_t,
                      std::function<void(std::int64_t)> const&) override {
    throw std::runtime_error("cudaErrorLaunchOutOfResources");
  }
};

TEST(ChoiceOnGpus, TurnsWhatTheRuntimeSaysIntoAnErrorWithThePlan) {
  RefusingLauncher launcher;
  for (auto const& extent : {std::vector<std::int64_t>{20001, 12000}, {300, 300}}) {
    auto const plan = plan_on("h200", transposition(extent));
    std::string const message = test::message_of([&] { plan.run(launcher, nullptr, nullptr); });
    EXPECT_THAT(message,
                testing::HasSubstr("could not be launched: cudaErrorLaunchOutOfResources"));
    EXPECT_THAT(message, testing::HasSubstr(plan.facts.description));
  }
}

TEST(ChoiceOnGpus, ObeysTheSchemaAndTheLimitOfTheWorkspace) {
  auto const problem = transposition({3000, 2001});
  PlanOptions options;
  options.schema = "c2r";
  EXPECT_EQ(plan_on("h200", problem, options).facts.schema, "c2r");
  options.workspace_limit = std::size_t{2} * 3000 * 32 + (32 << 10);
  auto const narrow = plan_on("h200", problem, options);
  EXPECT_LE(narrow.facts.workspace_bytes, options.workspace_limit);
  options.workspace_limit = 1000;
  EXPECT_THROW(plan_on("h200", problem, options), Error);
  options.schema = "copy_back";
  options.workspace_limit = static_cast<std::size_t>(bytes_of(problem));
  EXPECT_EQ(plan_on("h200", problem, options).facts.workspace_bytes, options.workspace_limit);
  --options.workspace_limit;
  try {
    plan_on("h200", problem, options);
    FAIL() << "a copy without room for it";
  } catch (Error const& error) {
    EXPECT_NE(std::string(error.what()).find("has to be at least 48024000 for schema"),
              std::string::npos)
        << error.what();
  }
  options.schema = "nonsense";
  try {
    plan_on("h200", problem, options);
    FAIL() << "a schema that is none";
  } catch (Error const& error) {
    EXPECT_NE(std::string(error.what()).find("copy_back"), std::string::npos) << error.what();
  }
}

/// What segments of rows save takes a part of the workspace for each matrix.
TEST(ChoiceOnGpus, ObeysTheLimitForManyMatrices) {
  auto problem = transposition({600, 400, 64});
  problem.axes = {0, 2, 1};
  std::string least, most;
  for (std::size_t limit = 1200 << 10; limit < 16 << 20; limit += limit / 8) {
    auto const facts = plan_on("h200", problem, {.workspace_limit = limit, .schema = "c2r"}).facts;
    EXPECT_LE(facts.workspace_bytes, limit);
    if (least.empty()) least = facts.description;
    most = facts.description;
  }
  EXPECT_THAT(least, testing::HasSubstr("rotation apart"));
  EXPECT_THAT(most, testing::Not(testing::HasSubstr("rotation apart")));
}

/// They are slices as well, but are taken only where nothing else is left.
TEST(ChoiceOnGpus, MovesWordsOneByOneOnlyWhereNothingElseIsLeft) {
  for (char const* const name : {"h200", "h100", "a100"}) {
    detail::Setting const setting{gpu(name), &detail::default_rates(gpu(name)),
                                  PlanOptions::automatic};
    for (std::uint64_t number = 0; number < 60; ++number) {
      auto const golden = test::golden_problem(number);
      if (golden.is_in_place) continue;
      auto const normal = detail::normalize(golden.out_of_place);
      if (detail::volume_bytes(normal) == 0) continue;
      auto const list = detail::candidates(normal, setting);
      for (auto const& candidate : list) {
        if (candidate.schema != detail::Schema::strided) continue;
        EXPECT_EQ(candidate.seconds, list.back().seconds) << name << ", " << number;
      }
    }
  }
}

}  // namespace
}  // namespace isomer::in_place
