// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <isomer/error.hpp>

#include "machine/machine.hpp"
#include "plan/in_place/plan_in_place.hpp"
#include "support/random_bytes.hpp"
#include "support/sampled.hpp"
#include "team/fiber_launcher.hpp"

/// Whole plans in place for a GPU, run on fibers: random permutations, every method by its name,
/// every class of common divisors. Nothing is found wrong, every byte is where it belongs, and
/// neither passes nor workspace are more than was said.
namespace isomer::in_place {
namespace {

using test::FiberLauncher;
using test::in_any_order;

struct Problem {
  std::vector<std::int64_t> extent;
  std::vector<int> axes;
  std::int32_t element_bytes;

  std::int64_t elements() const {
    return std::accumulate(extent.begin(), extent.end(), std::int64_t{1}, std::multiplies<>());
  }
  detail::InPlaceProblem of_the_library() const {
    detail::InPlaceProblem problem;
    problem.rank = static_cast<std::int32_t>(extent.size());
    problem.element_bytes = element_bytes;
    for (std::size_t k = 0; k < extent.size(); ++k) {
      problem.extent[k] = extent[k];
      problem.axes[k] = axes[k];
    }
    return problem;
  }
  std::string text() const {
    std::string words;
    for (std::size_t k = 0; k < extent.size(); ++k)
      words += std::to_string(extent[k]) + ":" + std::to_string(axes[k]) + " ";
    return words + "of " + std::to_string(element_bytes) + " bytes";
  }
  /// Where element `number` of the result was, row-major both.
  std::int64_t source(std::int64_t number) const {
    std::vector<std::int64_t> index(extent.size());
    for (std::size_t k = extent.size(); k-- > 0;) {
      auto const axis = static_cast<std::size_t>(axes[k]);
      index[axis] = number % extent[axis];
      number /= extent[axis];
    }
    std::int64_t place = 0;
    for (std::size_t k = 0; k < extent.size(); ++k) place = place * extent[k] + index[k];
    return place;
  }
};

/// A small card, so that small arrays have several panels, segments and blocks.
detail::Machine small_card() {
  detail::Machine gpu = detail::gpu_machine("h200").value();
  gpu.units = 2;
  gpu.block_bytes = 12 << 10;
  gpu.l3_bytes = 64 << 10;
  return gpu;
}

testing::AssertionResult does(GpuPlan const& plan, Problem const& problem,
                              detail::Machine const& gpu, std::uint64_t number) {
  constexpr std::size_t guard = 256;
  auto const element = static_cast<std::size_t>(problem.element_bytes);
  auto const bytes = static_cast<std::size_t>(problem.elements()) * element;
  struct alignas(64) Line {
    std::byte byte[64];
  };
  auto const lines = [](std::size_t size) { return std::vector<Line>(size / 64 + 9); };
  std::vector<Line> array = lines(bytes);
  std::vector<Line> room = lines(plan.facts.workspace_bytes);
  std::byte* const data = array[0].byte + guard;
  std::byte* const workspace = room[0].byte + guard;
  std::mt19937_64 random(static_cast<unsigned>(number));
  auto const fill = [&](std::vector<Line>& all) {
    for (Line& line : all) {
      std::span of_line(line.byte);
      test::fill_at_random(of_line, random);
    }
  };
  fill(array);
  fill(room);
  std::vector<Line> const before(array);
  std::vector<Line> const room_before(room);
  FiberLauncher launcher(
      {{"data", data, bytes}, {"workspace", workspace, plan.facts.workspace_bytes}}, gpu,
      in_any_order(number));
  plan.run(launcher, data, workspace);
  if (!launcher.found().empty()) return testing::AssertionFailure() << launcher.found();
  std::vector<Line> expected(before);
  for (std::int64_t k = 0; k < problem.elements(); ++k)
    std::memcpy(expected[0].byte + guard + static_cast<std::size_t>(k) * element,
                before[0].byte + guard + static_cast<std::size_t>(problem.source(k)) * element,
                element);
  if (std::memcmp(array[0].byte, expected[0].byte, array.size() * 64) != 0)
    return testing::AssertionFailure() << "bytes are not where they belong";
  std::size_t const end = guard + plan.facts.workspace_bytes;
  bool const is_intact =
      std::memcmp(room[0].byte, room_before[0].byte, guard) == 0 &&
      std::memcmp(room[0].byte + end, room_before[0].byte + end, room.size() * 64 - end) == 0;
  if (!is_intact) return testing::AssertionFailure() << "bytes beside the workspace are touched";
  return testing::AssertionSuccess();
}

Problem random_problem(std::mt19937& random, std::int64_t most_elements) {
  Problem problem;
  problem.element_bytes = std::vector<std::int32_t>{1, 2, 4, 8, 16, 12, 3}[random() % 7];
  std::size_t const rank = 2 + random() % 3;
  std::int64_t elements = 1;
  for (std::size_t k = 0; k < rank; ++k) {
    auto const most = std::max<std::int64_t>(2, most_elements / elements);
    problem.extent.push_back(
        1 + static_cast<std::int64_t>(
                random() % std::min<std::uint64_t>(200, static_cast<std::uint64_t>(most))));
    elements *= problem.extent.back();
    problem.axes.push_back(static_cast<int>(k));
  }
  std::shuffle(problem.axes.begin(), problem.axes.end(), random);
  return problem;
}

TEST(GpuPlansOnFibers, DoRandomPermutations) {
  std::mt19937 random(3);
  std::set<std::string> schemas;
  for (std::uint64_t number = 0; number < 200; ++number) {
    Problem problem = random_problem(random, 20000);
    if (number % 10 == 0) {
      problem.extent.assign(2, 1 + static_cast<std::int64_t>(number) / 2);
      problem.axes = {1, 0};
    }
    PlanOptions options;
    if (number % 3 != 0) {
      auto const bytes = static_cast<std::size_t>(problem.elements()) *
                         static_cast<std::size_t>(problem.element_bytes);
      options.workspace_limit = 64 + bytes / (1 + random() % 30);
    }
    auto const gpu = number % 2 == 0 ? small_card() : detail::gpu_machine("a100").value();
    auto const plan = plan_for_gpu(gpu, problem.of_the_library(), options, "test");
    schemas.insert(plan.facts.schema);
    EXPECT_LE(plan.facts.workspace_bytes, options.workspace_limit) << "automatic is the largest";
    if (test::is_left_out(number)) continue;
    ASSERT_TRUE(does(plan, problem, gpu, number)) << plan.facts.description << "\n"
                                                  << problem.text();
  }
  for (char const* const name : {"square", "copy_back", "c2r", "r2c", "skinny", "blocks"})
    EXPECT_TRUE(schemas.contains(name)) << name;
  EXPECT_GE(schemas.size(), 10U);
}

TEST(GpuPlansOnFibers, DoMatricesByEveryMethodThatCan) {
  std::mt19937 random(4);
  std::set<std::string> done;
  std::uint64_t number = 0;
  for (std::int64_t const divisor : {1, 2, 3, 8, 24, 60})
    for (int turn = 0; turn < 4; ++turn)
      for (char const* const name :
           {"square", "c2r", "r2c", "skinny", "blocks", "gcd_pass", "copy_back", "cycles"}) {
        Problem problem;
        problem.extent = {
            divisor * (1 + static_cast<std::int64_t>(random() %
                                                     (300 / static_cast<std::uint64_t>(divisor)))),
            divisor * (1 + static_cast<std::int64_t>(random() %
                                                     (120 / static_cast<std::uint64_t>(divisor))))};
        if (std::string(name) == "square") problem.extent[1] = problem.extent[0];
        if (turn % 2 == 1) std::swap(problem.extent[0], problem.extent[1]);
        problem.axes = {1, 0};
        problem.element_bytes = std::vector<std::int32_t>{4, 8, 16, 24}[random() % 4];
        PlanOptions options;
        options.schema = name;
        options.workspace_limit = std::size_t{4} << 20;
        GpuPlan plan;
        try {
          plan = plan_for_gpu(small_card(), problem.of_the_library(), options, "test");
        } catch (Error const&) {
          continue;  // none of its shapes
        }
        if (plan.facts.schema == "nothing") continue;
        EXPECT_EQ(plan.facts.schema, name);
        if (test::is_left_out(number++) && done.contains(name)) continue;
        ASSERT_TRUE(does(plan, problem, small_card(), number)) << plan.facts.description << "\n"
                                                               << problem.text();
        done.insert(name);
      }
  EXPECT_EQ(done.size(), 8U);
}

TEST(GpuPlansOnFibers, CopySlicesThatFitTheWorkspace) {
  Problem const problem{{13, 40, 30}, {0, 2, 1}, 8};
  for (auto const& [at_a_time, slices] :
       {std::pair{1, 13}, std::pair{4, 4}, std::pair{12, 2}, std::pair{13, 1}}) {
    PlanOptions options;
    options.schema = "copy_back";
    options.workspace_limit = static_cast<std::size_t>(at_a_time) * 40 * 30 * 8;
    auto const plan = plan_for_gpu(small_card(), problem.of_the_library(), options, "test");
    EXPECT_EQ(plan.facts.workspace_bytes, options.workspace_limit);
    EXPECT_EQ(plan.facts.bytes_written, 2 * 13 * 40 * 30 * 8);
    EXPECT_EQ(
        plan.facts.description.find(", " + std::to_string(slices) + " slices") != std::string::npos,
        slices > 1)
        << plan.facts.description;
    ASSERT_TRUE(does(plan, problem, small_card(), 5)) << plan.facts.description;
  }
}

TEST(GpuPlansOnFibers, CopySlicesOnlyOfWhatStays) {
  PlanOptions options;
  options.schema = "copy_back";
  options.workspace_limit = 13 * 40 * 30 * 8 - 1;
  Problem const moves{{13, 40, 30}, {2, 1, 0}, 8};
  EXPECT_THROW(plan_for_gpu(small_card(), moves.of_the_library(), options, "test"), Error);
}

/// Adds up what all blocks load.
class Counter final : public team::Launcher {
 public:
  void launch(team::Launched const& what, team::AnyKernel const& kernel) override {
    std::vector<int> all(static_cast<std::size_t>(what.blocks));
    std::iota(all.begin(), all.end(), 0);
    bytes_read += audit_blocks(what, kernel, all).bytes_read;
  }
  void launch_indices(team::Launched const&, std::int64_t,
                      std::function<void(std::int64_t)> const&) override {}

  std::int64_t bytes_read = 0;
};

/// The array once a pass, and beside that only what is saved, or goes through the ring of panels.
TEST(GpuPlansOnFibers, ReadEachByteOnceAPass) {
  struct Row {
    std::string schema;
    std::vector<std::int64_t> extent;
    double most;
  };
  for (Row const& row :
       {Row{"c2r", {96, 60}, 3.2}, Row{"r2c", {60, 96}, 3.2}, Row{"square", {130, 130}, 1},
        Row{"skinny", {800, 5}, 3}, Row{"blocks", {30, 50}, 1}, Row{"copy_back", {300, 200}, 2}}) {
    Problem const problem{row.extent, {1, 0}, 8};
    PlanOptions options;
    options.schema = row.schema;
    auto const plan = plan_for_gpu(detail::gpu_machine("h200").value(), problem.of_the_library(),
                                   options, "test");
    Counter counter;
    plan.run(counter, reinterpret_cast<std::byte*>(std::uintptr_t{1} << 46),
             reinterpret_cast<std::byte*>(std::uintptr_t{1} << 45));
    auto const bytes = static_cast<double>(problem.elements() * problem.element_bytes);
    EXPECT_GE(static_cast<double>(counter.bytes_read), plan.facts.passes * bytes) << row.schema;
    EXPECT_LE(static_cast<double>(counter.bytes_read), row.most * bytes) << row.schema;
  }
}

}  // namespace
}  // namespace isomer::in_place
