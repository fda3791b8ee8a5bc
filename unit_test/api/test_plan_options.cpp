// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isomer/isomer.hpp>

#include "support/case.hpp"
#include "support/message_of.hpp"
#include "support/oracle.hpp"
#include "support/view_access.hpp"

namespace isomer::test {
namespace {

using R = Kokkos::LayoutRight;
using testing::HasSubstr;

TEST(WorkspaceLimit, OfZeroAlwaysLeavesAPlanOutOfPlace) {
  Exec const exec;
  for_each_case(500, {.max_bytes = 60000}, [&](Case const& c) {
    GuardedArray const dst(c.dst_shape(), c.dst.misalignment);
    GuardedArray const src(c.src_shape(), c.src.misalignment);
    src.fill(0);
    GuardedArray const expected(dst);
    naive_permute(expected, src, c.axes);
    auto const problem = detail::describe("test", dst.info(), src.info(), to_axes(c.axes));
    auto const plan = detail::make_plan(exec, problem, {.workspace_limit = 0}, "test");
    EXPECT_EQ(plan->facts().workspace_bytes, 0U);
    plan->run(exec, dst.data(), src.data(), nullptr);
    exec.fence();
    EXPECT_TRUE(same_bytes(dst, expected));
  });
}

TEST(WorkspaceLimit, IsKeptByEveryPlan) {
  Exec const exec;
  auto const src = allocate<ManagedView<double, 3, R>>("src", {40, 31, 57});
  auto const dst = allocate<ManagedView<double, 3, R>>("dst", {57, 40, 31});
  for (std::size_t const limit : {0, 64, 4096, 65536, 1 << 20}) {
    isomer::PlanOptions const options{.workspace_limit = limit};
    EXPECT_LE(isomer::plan_permute(exec, dst, src, {2, 0, 1}, options).workspace_bytes(), limit);
    try {
      EXPECT_LE(isomer::plan_permute_in_place(exec, src, {2, 0, 1}, options).workspace_bytes(),
                limit);
    } catch (Error const& error) {
      EXPECT_THAT(error.what(), HasSubstr("workspace_limit")) << "at " << limit;
    }
  }
}

TEST(WorkspaceLimit, InPlaceIsByDefaultASmallPartOfALargeArray) {
  Exec const exec;
  using V = UnmanagedView<double, 2, R>;
  auto* const nowhere = reinterpret_cast<double*>(std::uintptr_t{1} << 30);
  for (auto const& [m, n] : {std::pair{7001, 9001}, {5000, 5000}, {30000, 17}, {3, 40000001}}) {
    auto const plan = isomer::plan_permute_in_place(exec, V(nowhere, m, n), {1, 0});
    double const array = 8.0 * m * n;
    EXPECT_LE(static_cast<double>(plan.workspace_bytes()),
              0.02 * array + 8.0 * (1 << 20) * exec.concurrency())
        << m << "x" << n << ": " << plan.describe();
  }
}

TEST(EffortMeasure, GivesTheRightResultAndNeverTouchesTheViews) {
  Exec const exec;
  isomer::PlanOptions const options{.effort = isomer::Effort::measure};
  for_each_case(20, {.min_rank = 3, .max_rank = 3, .max_bytes = 60000, .element_bytes = {4}},
                [&](Case const& c) {
                  GuardedArray const dst(c.dst_shape(), 0), src(c.src_shape(), 0);
                  src.fill(0);
                  GuardedArray const dst_before(dst), src_before(src), expected(dst);
                  using V = UnmanagedView<float, 3, Kokkos::LayoutStride>;
                  auto const to = view_on<V>(dst), from = view_on<V>(src);
                  auto const plan = isomer::plan_permute(exec, to, from, to_axes(c.axes), options);
                  exec.fence();
                  EXPECT_TRUE(same_bytes(dst, dst_before));
                  EXPECT_TRUE(same_bytes(src, src_before));
                  naive_permute(expected, src, c.axes);
                  plan.execute(exec, to, from);
                  exec.fence();
                  EXPECT_TRUE(same_bytes(dst, expected));
                });
}

TEST(EffortMeasure, InPlaceGivesTheRightResult) {
  Exec const exec;
  isomer::PlanOptions const options{.effort = isomer::Effort::measure};
  auto view = allocate<ManagedView<int, 3, R>>("view", {12, 31, 25});
  fill_distinct(view);
  auto const plan = isomer::plan_permute_in_place(exec, view, {2, 0, 1}, options);
  EXPECT_TRUE(holds(view, {12, 31, 25})) << "planning has moved the data";
  auto const moved = plan.execute(exec, std::move(view));
  exec.fence();
  EXPECT_TRUE(holds_permuted(moved, {12, 31, 25}, {2, 0, 1}));
}

TEST(ForcedSchema, ThatIsUnknownIsAnErrorNamingIt) {
  Exec const exec;
  auto const src = allocate<ManagedView<double, 2, R>>("src", {40, 31});
  auto const dst = allocate<ManagedView<double, 2, R>>("dst", {31, 40});
  isomer::PlanOptions const options{.schema = "magic"};
  EXPECT_THAT(message_of([&] {
                isomer::plan_permute(exec, dst, src, {1, 0}, options);
              }),
              AllOf(testing::StartsWith("isomer::plan_permute: "), HasSubstr("schema"),
                    HasSubstr("\"magic\"")));
  EXPECT_THAT(
      message_of([&] {
        isomer::plan_permute_in_place(exec, src, {1, 0}, options);
      }),
      AllOf(testing::StartsWith("isomer::plan_permute_in_place: "), HasSubstr("\"magic\"")));
}

TEST(AllowAliases, IsAPlanOptionsOfItsOwn) {
  isomer::PlanOptions const options = isomer::allow_aliases;
  EXPECT_TRUE(options.allow_aliases);
  EXPECT_EQ(options.workspace_limit, isomer::PlanOptions::automatic);
}

}  // namespace
}  // namespace isomer::test
