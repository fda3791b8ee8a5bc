// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isomer/isomer.hpp>

#include <vector>

#include "support/case.hpp"
#include "support/message_of.hpp"
#include "support/oracle.hpp"
#include "support/view_access.hpp"

namespace isomer::test {
namespace {

using R = Kokkos::LayoutRight;
using L = Kokkos::LayoutLeft;
using Cube = ManagedView<float, 3, R>;
using testing::HasSubstr;

TEST(Plan, IsExecutedAnyNumberOfTimesOnViewsOfItsShape) {
  Exec const exec;
  auto const src = allocate<Cube>("src", {20, 30, 40});
  auto const dst = allocate<Cube>("dst", {40, 20, 30});
  auto const plan = isomer::plan_permute(exec, dst, src, {2, 0, 1});
  for (int round = 0; round < 5; ++round) {
    auto const other_src = allocate<Cube>("other src", {20, 30, 40});
    auto const other_dst = allocate<Cube>("other dst", {40, 20, 30});
    fill_distinct(other_src);
    plan.execute(exec, other_dst, other_src);
    exec.fence();
    ASSERT_TRUE(holds_permuted(other_dst, {20, 30, 40}, {2, 0, 1}));
  }
}

/// A plan for views of a memory in which others can be laid out.
class PlanOnViews : public testing::Test {
 protected:
  using V = UnmanagedView<int, 2, R>;
  Exec const exec;
  ManagedView<int, 1, R> const memory = allocate<ManagedView<int, 1, R>>("memory", {100});
  V const dst{memory.data(), 6, 5}, src{memory.data() + 50, 5, 6};
  isomer::Plan const plan = isomer::plan_permute(exec, dst, src, {1, 0});
};

TEST_F(PlanOnViews, RefusesThoseThatOverlapAlthoughTheirShapesAreThePlannedOnes) {
  V const too_near(memory.data() + 29, 5, 6);
  EXPECT_THAT(message_of([&] { plan.execute(exec, dst, too_near); }),
              HasSubstr("overlap in memory"));
  V const behind(memory.data() + 30, 5, 6);
  plan.execute(exec, dst, behind);
  exec.fence();
}

TEST(Plan, IsExecutedOnViewsThatAreDisjointButInterleaved) {
  Exec const exec;
  using V = UnmanagedView<int, 2, Kokkos::LayoutStride>;
  auto const memory = allocate<ManagedView<int, 1, R>>("memory", {2 * 30});
  V const dst(memory.data(), Kokkos::LayoutStride(6, 10, 5, 2));
  V const src(memory.data() + 1, Kokkos::LayoutStride(5, 12, 6, 2));
  for (int k = 0; k < 30; ++k) memory(2 * k + 1) = k;
  isomer::plan_permute(exec, dst, src, {1, 0}).execute(exec, dst, src);
  exec.fence();
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 5; ++j) EXPECT_EQ(dst(i, j), 6 * j + i);
}

TEST_F(PlanOnViews, RefusesThoseOfOtherStrides) {
  UnmanagedView<int, 2, L> const other(memory.data() + 50, 5, 6);
  EXPECT_THAT(message_of([&] { plan.execute(exec, dst, other); }), HasSubstr("the plan is for"));
}

TEST(Plan, MovesNothingUntilItIsExecuted) {
  Exec const exec;
  GuardedArray const src(ArrayShape{{6, 5}, {5, 1}, 4}, 0), dst(ArrayShape{{5, 6}, {6, 1}, 4}, 0);
  GuardedArray const before(dst);
  using V = UnmanagedView<int, 2, R>;
  auto const plan = isomer::plan_permute(exec, view_on<V>(dst), view_on<V>(src), {1, 0});
  auto const in_place = isomer::plan_permute_in_place(exec, view_on<V>(dst), {1, 0});
  exec.fence();
  EXPECT_TRUE(same_bytes(dst, before));
}

TEST(Plan, IsAHandleWhoseCopiesWorkAfterTheOriginalIsGone) {
  Exec const exec;
  auto const src = allocate<Cube>("src", {5, 6, 7});
  auto const dst = allocate<Cube>("dst", {7, 6, 5});
  fill_distinct(src);
  std::vector<isomer::Plan> plans;
  {
    auto const plan = isomer::plan_permute(exec, dst, src, {2, 1, 0});
    plans.assign(3, plan);
  }
  plans[1].execute(exec, dst, src);
  exec.fence();
  EXPECT_TRUE(holds_permuted(dst, {5, 6, 7}, {2, 1, 0}));
}

/// What a plan says to everything that it can be called with.
template <class P>
void expect_empty(P const& plan) {
  Exec const exec;
  auto const dst = allocate<Cube>("dst", {40, 20, 30}), src = allocate<Cube>("src", {20, 30, 40});
  auto const empty = HasSubstr("the plan is empty, it has to come from a plan_ function");
  EXPECT_THAT(message_of([&] { plan.describe(); }), empty);
  EXPECT_THAT(message_of([&] { plan.predicted_seconds(); }), empty);
  EXPECT_THAT(message_of([&] { plan.execute(exec, allocate<Cube>("moved", {2, 3, 4})); }), empty);
  isomer::Plan const& base = plan;
  EXPECT_THAT(message_of([&] { base.execute(exec, dst, src); }), empty);
  EXPECT_THAT(message_of([&] { base.execute(exec, dst, src, isomer::Scaling{2.0}); }), empty);
}

TEST(Plan, IsEmptyUntilItIsGivenOne) {
  struct Solver {
    isomer::Plan there;
    isomer::LayoutPlan<L> layout;
  } solver;
  expect_empty(solver.there);
  expect_empty(solver.layout);
  Exec const exec;
  solver.there = isomer::plan_permute<float>(exec, {20, 30, 40}, {2, 0, 1});
  solver.layout = isomer::plan_convert_layout<float, R, L>(exec, {20, 30, 40});
  EXPECT_EQ(solver.there.passes(), 1);
  EXPECT_GE(solver.layout.passes(), 1);
}

TEST(Plan, IsEmptyOnceItIsMovedFrom) {
  Exec const exec;
  auto plan = isomer::plan_permute<float>(exec, {20, 30, 40}, {2, 0, 1});
  auto const taken = std::move(plan);
  expect_empty(plan);  // NOLINT(bugprone-use-after-move): that is what is tested
  EXPECT_EQ(taken.passes(), 1);
  auto layout = isomer::plan_convert_layout<float, R, L>(exec, {20, 30, 40});
  auto const other = std::move(layout);
  expect_empty(layout);  // NOLINT(bugprone-use-after-move)
  EXPECT_GE(other.passes(), 1);
}

TEST(Plan, CountsEveryByteReadAndWrittenOncePerPass) {
  Exec const exec;
  for_each_case(100, {.min_rank = 3, .max_rank = 3, .max_bytes = 100000, .element_bytes = {4}},
                [&](Case const& c) {
                  auto const src = allocate<Cube>("src", c.extent);
                  auto const dst = allocate<Cube>("dst", permuted(c.extent, c.axes));
                  auto const plan = isomer::plan_permute(exec, dst, src, to_axes(c.axes));
                  std::int64_t const size = 4 * c.src_shape().size();
                  EXPECT_EQ(plan.bytes_read(), size) << plan.describe();
                  EXPECT_EQ(plan.bytes_written(), size) << plan.describe();
                  EXPECT_EQ(plan.passes(), size > 0 ? 1 : plan.passes()) << plan.describe();
                });
}

TEST(Plan, SaysWhatItIs) {
  Exec const exec;
  auto const src = allocate<Cube>("src", {64, 224, 12});
  auto const dst = allocate<Cube>("dst", {12, 64, 224});
  auto const plan = isomer::plan_permute(exec, dst, src, {2, 0, 1});
  EXPECT_FALSE(plan.schema().empty());
  EXPECT_THAT(plan.describe(), HasSubstr(plan.schema()));
  EXPECT_THAT(plan.describe(), HasSubstr("pass"));
  EXPECT_GT(plan.predicted_seconds(), 0);
  EXPECT_LT(plan.predicted_seconds(), 1);
}

TEST(Plan, InPlaceSaysWhatItIs) {
  Exec const exec;
  auto const view = allocate<Cube>("view", {20, 31, 12});
  auto const plan = isomer::plan_permute_in_place(exec, view, {2, 0, 1});
  EXPECT_FALSE(plan.schema().empty());
  EXPECT_THAT(plan.describe(), HasSubstr(plan.schema()));
  EXPECT_GE(plan.passes(), 1);
  EXPECT_GT(plan.bytes_read(), 0);
  EXPECT_GT(plan.bytes_written(), 0);
  EXPECT_GT(plan.predicted_seconds(), 0);
}

TEST(Plan, OfALargerArrayIsPredictedToTakeLonger) {
  Exec const exec;
  using V = UnmanagedView<float, 2, R>;
  auto* const nowhere = reinterpret_cast<float*>(std::uintptr_t{1} << 20);
  auto* const elsewhere = reinterpret_cast<float*>(std::uintptr_t{1} << 44);
  double last = 0;
  for (std::size_t const n : {512, 2048, 8192}) {
    auto const plan = isomer::plan_permute(exec, V(elsewhere, n, n), V(nowhere, n, n), {1, 0});
    EXPECT_GT(plan.predicted_seconds(), last);
    last = plan.predicted_seconds();
  }
}

TEST(Plan, InPlaceIsExecutedOnAnyViewOfItsShape) {
  Exec const exec;
  auto const model = allocate<Cube>("model", {8, 9, 10});
  auto const plan = isomer::plan_permute_in_place(exec, model, {2, 0, 1});
  for (int round = 0; round < 3; ++round) {
    auto view = allocate<Cube>("view", {8, 9, 10});
    fill_distinct(view);
    auto const* const data = view.data();
    auto const moved = plan.execute(exec, std::move(view));
    exec.fence();
    EXPECT_EQ(moved.data(), data);
    EXPECT_TRUE(holds_permuted(moved, {8, 9, 10}, {2, 0, 1}));
  }
}

/// A plan for {6, 5, 4} -> {4, 6, 5} meets calls that it was not made for.
class WrongPlan : public testing::Test {
 protected:
  Exec exec;
  Cube src = allocate<Cube>("A", {6, 5, 4});
  Cube dst = allocate<Cube>("B", {4, 6, 5});
  isomer::Plan plan = isomer::plan_permute(exec, dst, src, {2, 0, 1});
  isomer::Plan in_place = isomer::plan_permute_in_place(exec, src, {2, 0, 1});
};

TEST_F(WrongPlan, RefusesOtherExtents) {
  auto const longer = allocate<Cube>("A", {7, 5, 4});
  auto const wider = allocate<Cube>("B", {4, 7, 5});
  EXPECT_THAT(message_of([&] { plan.execute(exec, wider, longer); }),
              AllOf(testing::StartsWith("isomer::Plan::execute: "), HasSubstr("6x5x4"),
                    HasSubstr("7x5x4")));
}

TEST_F(WrongPlan, RefusesExtentsThatDoNotFitItsAxes) {
  EXPECT_THAT(message_of([&] { plan.execute(exec, src, src); }), HasSubstr("needs 4x6x5"));
}

TEST_F(WrongPlan, RefusesOtherStrides) {
  auto const column_major = allocate<ManagedView<float, 3, L>>("A", {6, 5, 4});
  EXPECT_THAT(message_of([&] { plan.execute(exec, dst, column_major); }),
              AllOf(testing::StartsWith("isomer::Plan::execute: "), HasSubstr("stride")));
}

TEST_F(WrongPlan, RefusesOtherElements) {
  auto const src8 = allocate<ManagedView<double, 3, R>>("A", {6, 5, 4});
  auto const dst8 = allocate<ManagedView<double, 3, R>>("B", {4, 6, 5});
  EXPECT_THAT(message_of([&] { plan.execute(exec, dst8, src8); }),
              AllOf(testing::StartsWith("isomer::Plan::execute: "), HasSubstr("4 bytes"),
                    HasSubstr("8 bytes")));
}

TEST_F(WrongPlan, TakesOtherElementsOfTheSameSize) {
  auto const src4 = allocate<ManagedView<int, 3, R>>("A", {6, 5, 4});
  auto const dst4 = allocate<ManagedView<int, 3, R>>("B", {4, 6, 5});
  fill_distinct(src4);
  plan.execute(exec, dst4, src4);
  exec.fence();
  EXPECT_TRUE(holds_permuted(dst4, {6, 5, 4}, {2, 0, 1}));
}

TEST_F(WrongPlan, RefusesOneViewWhereItWasMadeForTwo) {
  EXPECT_THAT(message_of([&] { plan.execute(exec, std::move(src)); }),
              AllOf(testing::StartsWith("isomer::Plan::execute: "), HasSubstr("dst and src"),
                    HasSubstr("one view in place")));
  EXPECT_NE(src.data(), nullptr) << "a refused view stays with its owner";
}

TEST_F(WrongPlan, RefusesTwoViewsWhereItWasMadeForOne) {
  EXPECT_THAT(message_of([&] { in_place.execute(exec, dst, src); }),
              AllOf(testing::StartsWith("isomer::Plan::execute: "), HasSubstr("dst and src"),
                    HasSubstr("one view in place")));
}

TEST_F(WrongPlan, InPlaceRefusesAnotherShape) {
  auto other = allocate<Cube>("C", {6, 4, 5});
  EXPECT_THAT(message_of([&] { in_place.execute(exec, std::move(other)); }),
              AllOf(testing::StartsWith("isomer::Plan::execute: "), HasSubstr("6x5x4"),
                    HasSubstr("6x4x5")));
  EXPECT_NE(other.data(), nullptr);
}

TEST_F(WrongPlan, RefusesSharedViewsInPlace) {
  Cube const alias = src;
  EXPECT_THAT(message_of([&] { in_place.execute(exec, std::move(src)); }),
              HasSubstr("is shared by 2 owners"));
  EXPECT_NE(src.data(), nullptr);
}

#if defined(KOKKOS_ENABLE_SERIAL) && \
    (defined(KOKKOS_ENABLE_OPENMP) || defined(KOKKOS_ENABLE_THREADS))
TEST_F(WrongPlan, RefusesAnotherExecutionSpace) {
  EXPECT_THAT(message_of([&] { plan.execute(Kokkos::Serial{}, dst, src); }),
              AllOf(testing::StartsWith("isomer::Plan::execute: "), HasSubstr("Serial"),
                    HasSubstr(Exec::name())));
}
#endif

}  // namespace
}  // namespace isomer::test
