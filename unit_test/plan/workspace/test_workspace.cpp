// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <isomer/isomer.hpp>

#include "in_place/matrix_case.hpp"
#include "plan/in_place/plan_in_place.hpp"
#include "plan/plan_case.hpp"
#include "records/device/table.hpp"
#include "support/no_more_memory.hpp"
#include "support/view_access.hpp"

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

/// A table of as many numbers, from 0 on.
team::TableBytes numbers(std::uint32_t count) {
  team::TableBytes table;
  std::vector<std::uint32_t> list(count);
  std::iota(list.begin(), list.end(), 0U);
  table.add(list);
  return table;
}

TEST(TableBytes, AreForgottenButForTheirNumber) {
  team::TableBytes table = numbers(1001);
  EXPECT_EQ(table.size(), 4016U);
  table.forget();
  EXPECT_EQ(table.size(), 4016U);
  EXPECT_EQ(table.data(), nullptr);
}

TEST(TableOnDevice, IsWhatItIsMadeOf) {
  team::TableBytes const table = numbers(1000);
  MemoryLog const log;
  records::TableOnDevice<Exec> const there(Exec(), table, "maker");
  ASSERT_EQ(log.taken().size(), 1U);
  EXPECT_EQ(log.taken()[0].first, "isomer::records::table");
  EXPECT_EQ(std::memcmp(there.data(), table.data(), table.size()), 0);
  EXPECT_EQ(records::TableOnDevice<Exec>(Exec(), {}, "maker").data(), nullptr);
}

#ifdef ISOMER_TEST_CAN_RUN_OUT_OF_MEMORY
template <class Call>
std::string error_without_memory(Call const& call) {
  std::string text = "no error";
  text.reserve(4096);
  test::NoMoreMemory const limit;
  try {
    call();
  } catch (Error const& error) {
    text = error.what();
  }
  return text;
}

TEST(TableOnDevice, ThatCannotBeAllocatedIsAnErrorThatTellsItsBytes) {
  Exec const exec;
  team::TableBytes const table = numbers(1 << 20);
  std::string const text = error_without_memory(
      [&] { records::TableOnDevice<Exec> const there(exec, table, "isomer::maker"); });
  EXPECT_EQ(text.substr(0, text.find(';')),
            "isomer::maker: there is no memory for a table of 4194304 bytes on the device, which "
            "says where records lie");
  EXPECT_NE(text.find("isomer::records::table", text.find(';')), std::string::npos)
      << "what Kokkos says is part of it: " << text;
}

TEST(Workspace, ThatCannotBeAllocatedLeavesTheDataWhole) {
  Exec const exec;
  auto const plan = in_place::plan(exec, matrix(1021, 701, 4), {.schema = "blocks"}, "maker");
  ASSERT_GT(plan->facts().workspace_bytes, 2U << 20);
  GuardedBytes data(1021 * 701 * 4);
  data.fill(4, 0);
  GuardedBytes const before = data;
  std::string const text = error_without_memory(
      [&] { detail::run_in_place("isomer::transpose_in_place", exec, *plan, data.data()); });
  EXPECT_EQ(text.substr(0, text.find(';')), "isomer::transpose_in_place: workspace of " +
                                                std::to_string(plan->facts().workspace_bytes) +
                                                " bytes could not be allocated");
  EXPECT_EQ(std::memcmp(data.data(), before.data(), static_cast<std::size_t>(data.bytes())), 0);
  EXPECT_TRUE(data.guards_are_intact());
  plan->run(exec, data.data(), nullptr, nullptr);  // and works when there is memory again
  EXPECT_TRUE(is_transposed(data, before, {1, 1021, 1, 701, 4}));
}

TEST(Workspace, ThatCannotBeAllocatedIsNamedByWhoeverRunsThePlan) {
  if (!test::runs_on_host) GTEST_SKIP() << "only the memory of the host can be made to run out";
  using Matrix = test::ManagedView<double, 2, Kokkos::LayoutRight>;
  test::Exec const exec;
  auto matrix = test::allocate<Matrix>("matrix", {1021, 701});
  test::fill_distinct(matrix);
  PlanOptions const options{.schema = "blocks"};
  auto const plan = plan_permute_in_place(exec, matrix, {1, 0}, options);  // in the cache then
  ASSERT_GT(plan.workspace_bytes(), 2U << 20);
  std::string const rest = ": workspace of " + std::to_string(plan.workspace_bytes()) +
                           " bytes could not be allocated; a smaller "
                           "PlanOptions::workspace_limit has to be set, or memory be freed";
  EXPECT_EQ(error_without_memory([&] { plan.execute(exec, std::move(matrix)); }),
            "isomer::Plan::execute" + rest);
  EXPECT_EQ(error_without_memory([&] { transpose_in_place(exec, std::move(matrix), options); }),
            "isomer::transpose_in_place" + rest);
  ASSERT_NE(matrix.data(), nullptr) << "a refused view stays with its owner";
  EXPECT_TRUE(test::holds(matrix, {1021, 701}));
}
#endif

}  // namespace
}  // namespace isomer::in_place
