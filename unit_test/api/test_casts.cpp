// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isomer/isomer.hpp>

#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "cast_case.hpp"
#include "support/message_of.hpp"
#include "support/sampled.hpp"

/// Casts in the pass that moves: against static_cast in a loop, to the last guard byte.
namespace isomer::test {
namespace {

using R = Kokkos::LayoutRight;
using L = Kokkos::LayoutLeft;

TEST(Cast, OfMatricesThatFillNoCacheIsExact) {
  // Past the caches, with lines that continue from tile to tile.
  for (Index const& extent :
       {Index{1100, 700}, Index{1024, 768}, Index{3, 400001}, Index{700, 5, 333}}) {
    std::vector<int> axes;
    for (auto k = static_cast<int>(extent.size()); k-- > 0;) axes.push_back(k);
    for (int const misalignment : {0, 8}) {
      casts_dense<double, float>(extent, axes, misalignment);
      if (is_sampled) break;
      casts_dense<float, double>(extent, axes, misalignment);
    }
    if (is_sampled) continue;
    casts_dense<std::int16_t, std::int64_t>(extent, axes, 0);
    casts_dense<double, std::uint8_t>(extent, axes, 0);
    casts_dense<Kokkos::complex<double>, float>(extent, axes, 0);
  }
}

TEST(Cast, OfWhatKeepsItsOrderIsExact) {
  for (int const misalignment : {0, 8}) {
    casts_dense<double, float>({1500001}, {0}, misalignment);
    casts_dense<float, double>({1500001}, {0}, misalignment);
    casts_dense<double, float>({11, 13, 9001}, {1, 0, 2}, misalignment);
    casts_dense<float, double>({40, 1300, 20}, {1, 0, 2}, misalignment);
  }
}

TEST(Cast, ByEverySchemaIsExact) {
  Exec const exec;
  for (char const* const schema : {"fvi_match_large", "fvi_match_small", "strided"}) {
    Kokkos::View<float***, R, Device> const src("src", 20, 30, 100);
    Kokkos::View<double***, R, Device> const dst("dst", 30, 20, 100);
    fill_numbers(src);
    auto const plan = plan_permute(exec, dst, src, {1, 0, 2}, {.schema = schema});
    EXPECT_EQ(plan.schema(), schema);
    plan.execute(exec, dst, src);
    exec.fence();
    expect_numbers(dst, src, {1, 0, 2});
  }
  for (char const* const schema : {"orthogonal_distinct", "strided"}) {
    Kokkos::View<float**, R, Device> const src("src", 200, 301);
    Kokkos::View<std::int16_t**, R, Device> const dst("dst", 301, 200);
    fill_numbers(src);
    auto const plan = plan_permute(exec, dst, src, {1, 0}, {.schema = schema});
    EXPECT_EQ(plan.schema(), schema);
    plan.execute(exec, dst, src);
    exec.fence();
    expect_numbers(dst, src, {1, 0});
  }
}

TEST(Cast, NeedsNoWorkspace) {
  Exec const exec;
  Kokkos::View<float**, R, Device> const src("src", 1000, 801);
  Kokkos::View<double**, R, Device> const dst("dst", 801, 1000);
  fill_numbers(src);
  auto const plan = plan_permute(exec, dst, src, {1, 0}, {.workspace_limit = 0});
  EXPECT_EQ(plan.workspace_bytes(), 0U);
  plan.execute(exec, dst, src);
  exec.fence();
  expect_numbers(dst, src, {1, 0});
}

TEST(Cast, OfDeepCopyAndTransposeIsTheSame) {
  Exec const exec;
  Kokkos::View<float**, R, Device> const src("src", 90, 71);
  Kokkos::View<double**, L, Device> const same("same", 90, 71);
  Kokkos::View<double**, R, Device> const turned("turned", 71, 90);
  fill_numbers(src);
  isomer::deep_copy(same, src);
  isomer::transpose(turned, src);
  expect_numbers(same, src, {0, 1});
  expect_numbers(turned, src, {1, 0});
}

TEST(Cast, OfOneElementAndOfNone) {
  Kokkos::View<float, Device> const one("one");
  Kokkos::View<int, Device> const whole("whole");
  Kokkos::deep_copy(one, 7.75F);
  isomer::deep_copy(whole, one);
  EXPECT_EQ(whole(), 7);
  Kokkos::View<float**, R, Device> const none("none", 0, 5);
  Kokkos::View<int**, R, Device> const nowhere("nowhere", 5, 0);
  isomer::transpose(nowhere, none);
}

TEST(Cast, BetweenIntegersOfOneWidthMovesBytes) {
  Exec const exec;
  Kokkos::View<int**, R, Device> const src("src", 30, 40);
  Kokkos::View<unsigned**, R, Device> const dst("dst", 40, 30);
  auto const plan = plan_permute(exec, dst, src, {1, 0});
  EXPECT_THAT(plan.describe(), testing::Not(testing::HasSubstr("cast")));
  Kokkos::deep_copy(src, -5);
  plan.execute(exec, dst, src);
  exec.fence();
  EXPECT_EQ(dst(39, 29), static_cast<unsigned>(-5));
}

TEST(Cast, IsScaledInTheElementsOfTheDestination) {
  Exec const exec;
  Kokkos::View<int**, R, Device> const src("src", 120, 77);
  Kokkos::View<double**, R, Device> const dst("dst", 77, 120);
  fill_numbers(src);
  Kokkos::deep_copy(dst, 3.0);
  isomer::permute(exec, dst, src, {1, 0}, Scaling{0.25, 0.5});
  exec.fence();
  for (int i = 0; i < 120; ++i)
    for (int j = 0; j < 77; ++j) ASSERT_EQ(dst(j, i), 0.25 * src(i, j) + 1.5);
}

TEST(Cast, IsScaledAndConjugated) {
  Exec const exec;
  using Small = Kokkos::complex<float>;
  using Large = Kokkos::complex<double>;
  for (Index const& axes : {Index{1, 0}, Index{0, 1}}) {
    Kokkos::View<Small**, R, Device> const src("src", 60, 60);
    Kokkos::View<Large**, R, Device> const dst("dst", 60, 60);
    for (int i = 0; i < 60; ++i)
      for (int j = 0; j < 60; ++j) src(i, j) = Small(static_cast<float>(i), static_cast<float>(j));
    Kokkos::deep_copy(dst, Large(1, 1));
    isomer::permute(exec, dst, src, to_axes({static_cast<int>(axes[0]), static_cast<int>(axes[1])}),
                    Scaling{Large(2, 1), Large(0, 3), true});
    exec.fence();
    for (int i = 0; i < 60; ++i)
      for (int j = 0; j < 60; ++j) {
        Large const moved = axes[0] == 1 ? dst(j, i) : dst(i, j);
        ASSERT_EQ(moved, Large(2, 1) * Large(i, -j) + Large(0, 3) * Large(1, 1));
      }
  }
}

TEST(Cast, WithAFactorThatTheDestinationCannotHoldIsAnError) {
  Kokkos::View<double**, R, Device> const src("src", 4, 4);
  Kokkos::View<int**, R, Device> const dst("dst", 4, 4);
  EXPECT_THAT(message_of([&] {
                isomer::permute(dst, src, {1, 0}, Scaling{0.5});
              }),
              testing::HasSubstr("alpha is 0.5, it has to be a value of the views' 4-byte signed"));
}

TEST(CastPlan, SaysItsCastAndBytes) {
  Kokkos::View<float**, R, Device> const src("src", 1000, 700);
  Kokkos::View<double**, R, Device> const dst("dst", 700, 1000);
  auto const plan = plan_permute(Exec{}, dst, src, {1, 0});
  EXPECT_THAT(plan.describe(), testing::HasSubstr("cast: from f32 to f64 in the same pass"));
  EXPECT_EQ(plan.bytes_read(), 2800000);
  EXPECT_EQ(plan.bytes_written(), 5600000);
  EXPECT_EQ(plan.passes(), 1);
  EXPECT_GT(plan.predicted_seconds(), 0);
}

TEST(CastPlan, IsAnotherThanThatOfOtherElements) {
  Exec const exec;
  Kokkos::View<int**, R, Device> const whole("whole", 40, 50);
  Kokkos::View<float**, R, Device> const src("src", 40, 50);
  Kokkos::View<double**, R, Device> const dst("dst", 50, 40);
  fill_numbers(whole);
  fill_numbers(src);
  isomer::permute(dst, src, {1, 0});
  expect_numbers(dst, src, {1, 0});
  isomer::permute(dst, whole, {1, 0});  // of the same bytes
  expect_numbers(dst, whole, {1, 0});
  auto const plan = plan_permute(exec, dst, src, {1, 0});
  EXPECT_THAT(message_of([&] { plan.execute(exec, dst, whole); }),
              testing::AllOf(testing::HasSubstr("cast from i32 to f64"),
                             testing::HasSubstr("the plan is for"),
                             testing::HasSubstr("cast from f32 to f64")));
  EXPECT_THROW(plan.execute(exec, dst, whole, Scaling{2.0}), Error);
}

TEST(CastPlan, IsExecutedOnOtherViewsAndScaled) {
  Exec const exec;
  Kokkos::View<float**, R, Device> const a("a", 300, 200);
  Kokkos::View<float**, R, Device> const b("b", 300, 200);
  Kokkos::View<double**, R, Device> const dst("dst", 200, 300);
  fill_numbers(b);
  auto const plan = plan_permute(exec, dst, a, {1, 0}, {.effort = Effort::measure});
  plan.execute(exec, dst, b);
  exec.fence();
  expect_numbers(dst, b, {1, 0});
  plan.execute(exec, dst, b, Scaling{2.0, 1.0});
  exec.fence();
  for (int i = 0; i < 300; ++i)
    for (int j = 0; j < 200; ++j) ASSERT_EQ(dst(j, i), 3 * static_cast<double>(b(i, j)));
}

template <class Byte>
void casts_a_row_of_bytes() {
  Exec const exec;
  Kokkos::View<Byte*, Device> const src("src", 1000);
  Kokkos::View<float*, Device> const dst("dst", 1000);
  fill_numbers(src);
  auto const plan = plan_permute(exec, dst, src, {0});
  plan.execute(exec, dst, src);
  exec.fence();
  expect_numbers(dst, src, {0});
}

TEST(CastPlan, TakesARowOfBytesAsItsSource) {
  casts_a_row_of_bytes<unsigned char>();
  casts_a_row_of_bytes<char>();
  casts_a_row_of_bytes<signed char>();
}

}  // namespace
}  // namespace isomer::test
