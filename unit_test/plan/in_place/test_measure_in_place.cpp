// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "in_place/matrix_case.hpp"
#include "plan/in_place/plan_in_place.hpp"
#include "plan/plan_case.hpp"

/// `Effort::measure` in place.
namespace isomer::in_place {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;
using testing::HasSubstr;

PlanOptions const measure{.effort = Effort::measure};

TEST(MeasuredInPlace, PlansMoveTheDataAsAnyOther) {
  Exec const exec;
  for (auto const& [m, n] : {std::pair{300, 200}, {7, 5000}, {5000, 7}, {256, 256}, {257, 255}})
    for (int const bytes : {1, 8, 12}) {
      auto const plan = in_place::plan(exec, matrix(m, n, bytes), measure, "t");
      GuardedBytes data(std::int64_t{m} * n * bytes, 16);
      data.fill(bytes, 0);
      GuardedBytes const before = data;
      plan->run(exec, data.data(), nullptr, nullptr);
      exec.fence();
      EXPECT_TRUE(is_transposed(data, before, {1, m, 1, n, bytes})) << plan->facts().description;
    }
}

TEST(MeasuredInPlace, PlansSayHowManyWereTried) {
  auto const several = plan(Exec(), matrix(600, 400, 8), measure, "t");
  EXPECT_THAT(several->facts().description,
              testing::ContainsRegex("; measured: the fastest of [2-6] on a scratch array$"));
  EXPECT_GT(several->facts().predicted_seconds, 0);
  auto const only =
      plan(Exec(), matrix(600, 400, 8), {.effort = Effort::measure, .schema = "cycles"}, "t");
  EXPECT_THAT(only->facts().description, HasSubstr("; measured: it is the only one"));
  EXPECT_EQ(only->facts().schema, "cycles");
}

TEST(MeasuredInPlace, PlansKeepTheWorkspaceLimit) {
  for (std::size_t const limit : {std::size_t{64}, std::size_t{5000}, std::size_t{100'000}}) {
    auto const kept = plan(Exec(), matrix(301, 200, 8),
                           {.workspace_limit = limit, .effort = Effort::measure}, "t");
    EXPECT_LE(kept->facts().workspace_bytes, limit);
  }
}

TEST(MeasuredInPlace, TheScratchArrayIsGivenBack) {
  MemoryLog const log;
  auto const made = plan(Exec(), matrix(600, 400, 8), measure, "t");
  auto const scratch = std::pair{std::string("isomer::in_place::measure"), std::uint64_t{1920000}};
  EXPECT_EQ(std::count(log.taken().begin(), log.taken().end(), scratch), 1);
  EXPECT_EQ(std::count(log.returned().begin(), log.returned().end(), scratch), 1);
  EXPECT_EQ(log.taken().size(), log.returned().size());
}

TEST(MeasuredInPlace, TheModelDecidesWhereAScratchArrayIsTooMuch) {
  auto const p = matrix(1'000'003, 700'001, 8);  // 5.6 TB; nothing is allocated
  auto const estimated = plan(Exec(), p, {}, "t");
  auto const kept = plan(Exec(), p, measure, "t");
  EXPECT_EQ(kept->facts().schema, estimated->facts().schema);
  EXPECT_EQ(kept->facts().description,
            estimated->facts().description +
                "; not measured: no memory for a scratch array of 5600024800024 bytes");
}

TEST(MeasuredInPlace, NothingToMoveIsNotMeasured) {
  MemoryLog const log;
  auto const nothing = plan(Exec(), matrix(1, 400, 8), measure, "t");
  EXPECT_THAT(nothing->facts().description, HasSubstr("nothing to do"));
  EXPECT_TRUE(log.taken().empty());
}

}  // namespace
}  // namespace isomer::in_place
