// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include <isomer/error.hpp>

#include "in_place/matrix_case.hpp"
#include "plan/in_place/plan_in_place.hpp"
#include "plan/plan_case.hpp"
#include "support/no_more_memory.hpp"

/// What plans really allocate, and what they leave behind when they cannot.
namespace isomer::in_place {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;

/// Kokkos allocates what its teams need with the first of them.
void launch_a_team(Exec const& exec) {
  Kokkos::parallel_for("test::first_team", Kokkos::TeamPolicy<Exec>(exec, exec.concurrency(), 1),
                       KOKKOS_LAMBDA(Kokkos::TeamPolicy<Exec>::member_type const&){});
}

TEST(Workspace, IsWhatThePlanSaysAndAllocatedOnce) {
  Exec const exec;
  launch_a_team(exec);
  for (auto const& p :
       {matrix(700, 401, 8), matrix(1000, 1003, 4), matrix(90, 2000, 1), matrix(512, 384, 8)})
    for (std::size_t const limit :
         {PlanOptions::automatic, std::size_t{100'000}, std::size_t{4096}}) {
      auto const plan = in_place::plan(exec, p, {.workspace_limit = limit}, "t");
      GuardedBytes data(p.extent[0] * p.extent[1] * p.element_bytes);
      MemoryLog const log;
      plan->run(exec, data.data(), nullptr, nullptr);
      ASSERT_EQ(log.taken().size(), plan->facts().workspace_bytes == 0 ? 0U : 1U);
      if (log.taken().empty()) continue;
      EXPECT_EQ(log.taken()[0].first, "isomer::in_place::workspace");
      EXPECT_EQ(log.taken()[0].second, plan->facts().workspace_bytes);
      EXPECT_LE(log.taken()[0].second, limit);
    }
}

TEST(Workspace, IsAtMostTwoPercentAndEightMebibytesAThread) {
  Exec const exec;
  for (auto const& p :
       {matrix(20'000, 30'011, 8), matrix(100'000, 3, 4), matrix(9000, 90'000, 1)}) {
    auto const plan = in_place::plan(exec, p, {}, "t");
    auto const bytes = p.extent[0] * p.extent[1] * p.element_bytes;
    EXPECT_LE(plan->facts().workspace_bytes,
              static_cast<std::size_t>(bytes / 50 + exec.concurrency() * (8 << 20)));
  }
}

TEST(Workspace, LimitsLeadToSlowerPlansThatSaySo) {
  Exec const exec;
  double faster = 0;
  for (std::size_t const limit : {PlanOptions::automatic, std::size_t{64}}) {
    auto const plan = in_place::plan(exec, matrix(3000, 2001, 8), {.workspace_limit = limit}, "t");
    EXPECT_GE(plan->facts().predicted_seconds, faster) << plan->facts().description;
    EXPECT_NE(plan->facts().description.find(
                  "workspace " + std::to_string(plan->facts().workspace_bytes) + " bytes"),
              std::string::npos);
    faster = plan->facts().predicted_seconds;
  }
}

#ifdef ISOMER_TEST_CAN_RUN_OUT_OF_MEMORY
TEST(Workspace, ThatCannotBeAllocatedLeavesTheDataWhole) {
  Exec const exec;
  auto const plan = in_place::plan(exec, matrix(1021, 701, 4), {.schema = "blocks"}, "maker");
  ASSERT_GT(plan->facts().workspace_bytes, 2U << 20);
  GuardedBytes data(1021 * 701 * 4);
  data.fill(4, 0);
  GuardedBytes const before = data;
  std::string text = "no error";
  text.reserve(4096);
  {
    test::NoMoreMemory const limit;
    try {
      detail::run_in_place("isomer::transpose_in_place", exec, *plan, data.data());
    } catch (Error const& error) {
      text = error.what();
    }
  }
  EXPECT_EQ(text.substr(0, text.find(';')), "isomer::transpose_in_place: workspace of " +
                                                std::to_string(plan->facts().workspace_bytes) +
                                                " bytes could not be allocated");
  EXPECT_EQ(std::memcmp(data.data(), before.data(), static_cast<std::size_t>(data.bytes())), 0);
  EXPECT_TRUE(data.guards_are_intact());
  plan->run(exec, data.data(), nullptr, nullptr);  // and works when there is memory again
  EXPECT_TRUE(is_transposed(data, before, {1, 1021, 1, 701, 4}));
}
#endif

}  // namespace
}  // namespace isomer::in_place
