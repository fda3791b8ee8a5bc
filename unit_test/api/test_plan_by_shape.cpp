// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isomer/plan.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "support/message_of.hpp"
#include "support/view_access.hpp"

/// Plans that are made before there is memory.
namespace isomer::test {
namespace {

using R = Kokkos::LayoutRight;
using L = Kokkos::LayoutLeft;

template <class To, class From>
void expect_permutes() {
  Index const extent{17, 9, 23};
  std::vector<int> const axes{2, 0, 1};
  Exec const exec;
  auto const plan = plan_permute<double, To, From>(exec, extent, axes);
  auto const src = allocate<ManagedView<double, 3, From>>("src", extent);
  auto const dst = allocate<ManagedView<double, 3, To>>("dst", permuted(extent, axes));
  fill_distinct(src);
  plan.execute(exec, dst, src);
  exec.fence();
  EXPECT_TRUE(holds_permuted(dst, extent, axes));
  EXPECT_GT(plan.predicted_seconds(), 0);
  auto const of_views = plan_permute(exec, dst, src, axes);
  EXPECT_EQ(plan.describe(), of_views.describe()) << "the same as with views";
}

TEST(PlanByShape, PermutesViewsOfEveryLayout) {
  expect_permutes<R, R>();
  expect_permutes<R, L>();
  expect_permutes<L, R>();
  expect_permutes<L, L>();
}

TEST(PlanByShape, HasOneLayoutForBothSidesUnlessThereAreTwo) {
  Exec const exec;
  auto const src = allocate<ManagedView<float, 2, L>>("src", {30, 40});
  auto const dst = allocate<ManagedView<float, 2, L>>("dst", {40, 30});
  fill_distinct(src);
  plan_permute<float, L>(exec, {30, 40}, {1, 0}).execute(exec, dst, src);
  exec.fence();
  EXPECT_TRUE(holds_permuted(dst, {30, 40}, {1, 0}));
}

template <class Layout>
void expect_permutes_in_place() {
  Index const extent{17, 9, 23};
  Exec const exec;
  auto const plan = plan_permute_in_place<std::uint16_t, Layout>(exec, extent, {-1, 0, 1});
  auto view = allocate<ManagedView<std::uint16_t, 3, Layout>>("view", extent);
  fill_distinct(view);
  auto const result = plan.execute(exec, std::move(view));
  exec.fence();
  EXPECT_TRUE(holds_permuted(result, extent, {2, 0, 1}));
}

TEST(PlanByShape, PermutesInPlace) {
  expect_permutes_in_place<R>();
  expect_permutes_in_place<L>();
}

TEST(PlanByShape, ConvertsLayoutsInPlace) {
  Index const extent{31, 7, 20};
  Exec const exec;
  LayoutPlan<L> const plan = plan_convert_layout<double, R, L>(exec, extent);
  auto view = allocate<ManagedView<double, 3, R>>("view", extent);
  fill_distinct(view);
  auto* const data = view.data();
  auto columns = plan.execute(exec, std::move(view));
  static_assert(std::is_same_v<typename decltype(columns)::array_layout, L>);
  exec.fence();
  EXPECT_EQ(columns.data(), data);
  EXPECT_TRUE(holds(columns, extent));

  Kokkos::View<std::byte*, Memory> const workspace("workspace", plan.workspace_bytes());
  auto const rows = plan_convert_layout<R>(exec, columns).execute(exec, std::move(columns));
  static_assert(std::is_same_v<typename decltype(rows)::array_layout, R>);
  exec.fence();
  EXPECT_TRUE(holds(rows, extent));
}

TEST(PlanByShape, TakesTheCallersWorkspace) {
  Index const extent{310, 70};
  Exec const exec;
  auto const plan = plan_convert_layout<double, R, L>(exec, extent);
  Kokkos::View<std::byte*, Memory> const workspace("workspace", plan.workspace_bytes() + 64);
  auto const skipped = (64 - reinterpret_cast<std::uintptr_t>(workspace.data()) % 64) % 64;
  auto const aligned =
      Kokkos::subview(workspace, std::pair(skipped, skipped + plan.workspace_bytes()));
  auto view = allocate<ManagedView<double, 2, R>>("view", extent);
  fill_distinct(view);
  auto const columns = plan.execute(exec, std::move(view), aligned);
  exec.fence();
  EXPECT_TRUE(holds(columns, extent));
}

TEST(PlanByShape, RefusesViewsOfAnotherShape) {
  Exec const exec;
  auto const plan = plan_permute<double>(exec, {3, 4}, {1, 0});
  auto const src = allocate<ManagedView<double, 2, R>>("src", {3, 5});
  auto const dst = allocate<ManagedView<double, 2, R>>("dst", {5, 3});
  EXPECT_THAT(
      message_of([&] { plan.execute(exec, dst, src); }),
      testing::AllOf(testing::StartsWith("isomer::Plan::execute: the views have extents 3x5"),
                     testing::HasSubstr("the plan is for extents 3x4")));
  auto view = allocate<ManagedView<double, 2, R>>("view", {3, 4});
  Plan const as_plan = plan_convert_layout<double, R, L>(exec, {3, 4});
  EXPECT_EQ(
      message_of([&] { as_plan.execute(exec, std::move(view)); }),
      "isomer::Plan::execute: the plan was made for a change of layout (isomer::LayoutPlan), it "
      "was called with a permutation of axes");
}

TEST(PlanByShape, OfNothingTakesViewsOfNothing) {
  Exec const exec;
  for (Index const& extent : {Index{5, 0, 3}, Index{4, 3, 0}, Index{0, 4, 3}}) {
    std::vector<int> const axes{2, 0, 1};
    auto const plan = plan_permute<double>(exec, extent, axes);
    auto const src = allocate<ManagedView<double, 3, R>>("src", extent);
    auto const dst = allocate<ManagedView<double, 3, R>>("dst", permuted(extent, axes));
    EXPECT_NO_THROW(plan.execute(exec, dst, src));
    auto const other = allocate<ManagedView<double, 3, R>>("other", {7, 7, 0});
    EXPECT_THROW(plan.execute(exec, dst, other), Error);
  }
}

TEST(PlanByShape, TakesMoreAxesThanAViewHas) {
  Exec const exec;
  std::vector<std::int64_t> const twos(24, 2);
  std::vector<int> reversed(24);
  for (int k = 0; k < 24; ++k) reversed[static_cast<std::size_t>(k)] = 23 - k;
  auto const plan = plan_permute<float>(exec, twos, reversed);
  EXPECT_GT(plan.predicted_seconds(), 0);
  EXPECT_EQ(plan.bytes_read(), std::int64_t{4} << 24);
}

TEST(PlanByShape, RefusesWhatIsNoShape) {
  Exec const exec;
  EXPECT_EQ(message_of([&] {
              plan_permute<double>(exec, {3, -4}, {1, 0});
            }),
            "isomer::plan_permute: extents has -4 at axis 1, an extent has to be 0 or more");
  EXPECT_EQ(message_of([&] {
              plan_permute<double>(exec, {3, 4}, {1, 2});
            }),
            "isomer::plan_permute: axes {1, 2} is no permutation of 0..1: 2 is out of range");
  EXPECT_EQ(message_of([&] {
              plan_permute<double>(exec, {3, 4}, {0});
            }),
            "isomer::plan_permute: axes {0} has 1 entry, extents has rank 2");
  EXPECT_EQ(message_of([&] {
              plan_permute<double>(exec, std::vector<int>(33, 1), std::vector<int>(33, 0));
            }),
            "isomer::plan_permute: extents has 33 entries, it may have 32 at most");
  auto const huge = std::numeric_limits<std::uint64_t>::max();
  EXPECT_THAT(message_of([&] {
                plan_permute_in_place<double>(exec, {huge, huge}, {1, 0});
              }),
              testing::HasSubstr("its last byte has to lie within 2^63 - 1 bytes"));
}

TEST(NegativeAxes, CountFromTheLast) {
  Index const extent{17, 9, 23};
  auto const src = allocate<ManagedView<double, 3, R>>("src", extent);
  auto dst = allocate<ManagedView<double, 3, R>>("dst", {23, 17, 9});
  fill_distinct(src);
  permute(dst, src, {-1, -3, 1});
  EXPECT_TRUE(holds_permuted(dst, extent, {2, 0, 1}));
  dst = permute_in_place(std::move(dst), {-2, -1, -3});
  EXPECT_TRUE(holds(dst, extent));
  Exec const exec;
  auto const again = allocate<ManagedView<double, 3, R>>("again", {23, 17, 9});
  auto const plan = plan_permute(exec, again, src, {-1, 0, 1});
  plan.execute(exec, again, src);
  exec.fence();
  EXPECT_TRUE(holds_permuted(again, extent, {2, 0, 1}));
}

}  // namespace
}  // namespace isomer::test
