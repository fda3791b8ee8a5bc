// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <random>
#include <string>

#include <Kokkos_Core.hpp>

#include "cost/models.hpp"
#include "in_place/matrix_case.hpp"
#include "plan/in_place/methods_in_place.hpp"
#include "support/machines.hpp"

/// Every decomposition by itself: on every shape it accepts, with workspace of exactly the size
/// that it declares, between guards.
namespace isomer::in_place {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;

Limits limits_with(int threads, std::size_t workspace = std::size_t{64} << 20) {
  return {workspace, detail::host_machine(threads), &detail::model_in_use().rates};
}

/// Does the step if the decomposition accepts it, and says whether it did.
bool try_step(Decomposition<Exec> const& decomposition, Step const& step, Limits const& limits,
              int misalignment = 0) {
  auto const estimate = decomposition.estimate(step, limits);
  if (!estimate) return false;
  SCOPED_TRACE(testing::Message() << decomposition.name() << " " << testing::PrintToString(step)
                                  << ", " << limits.threads() << " workers, workspace "
                                  << estimate->workspace << " of " << limits.workspace);
  EXPECT_LE(estimate->workspace, limits.workspace);
  auto const move = decomposition.prepare(step, limits);
  Exec const exec;
  for (int which = 0; which < fills_for(step.chunk_bytes); ++which) {
    GuardedBytes data(step.bytes(), misalignment);
    data.fill(step.chunk_bytes, which);
    GuardedBytes const before = data;
    GuardedBytes workspace(static_cast<std::int64_t>(estimate->workspace));
    move->run(exec, data.data(), workspace.data());
    exec.fence();
    EXPECT_TRUE(is_transposed(data, before, step));
    EXPECT_TRUE(workspace.guards_are_intact()) << "of the workspace";
  }
  return true;
}

class Decompositions : public testing::TestWithParam<Decomposition<Exec> const*> {
 protected:
  Decomposition<Exec> const& decomposition() const { return *GetParam(); }
};

TEST_P(Decompositions, TransposeEveryShapeUpTo70ThatTheyAccept) {
  int done = 0;
  for (std::int64_t const chunk : {1, 4, 8})
    for (std::int64_t m = 2; m <= 70 && !HasFailure(); ++m)
      for (std::int64_t n = 2; n <= 70; ++n)
        done += try_step(decomposition(), {1, m, 1, n, chunk}, limits_with(2));
  EXPECT_GT(done, 100);
}

TEST_P(Decompositions, TransposeChunksOfAnySize) {
  int done = 0;
  for (std::int64_t const chunk : {2, 3, 5, 7, 12, 16, 24, 40, 63, 64, 100, 4097, 9000})
    for (auto const& [m, n] :
         {std::pair{2, 2}, {2, 3}, {7, 5}, {16, 16}, {12, 30}, {30, 31}, {64, 32}})
      done += try_step(decomposition(), {1, m, 1, n, chunk}, limits_with(2), 1);
  EXPECT_GT(done, 10);
}

TEST_P(Decompositions, TransposeBatches) {
  int done = 0;
  for (std::int64_t const batch : {2, 3, 17, 100})
    for (std::int64_t const chunk : {1, 8, 12, 128})
      for (auto const& [m, n] : {std::pair{2, 5}, {9, 9}, {12, 8}, {33, 20}, {40, 41}})
        done += try_step(decomposition(), {batch, m, 1, n, chunk}, limits_with(2));
  EXPECT_GT(done, 10);
}

TEST_P(Decompositions, TransposeLargeMatricesOfAwkwardExtents) {
  int done = 0;
  for (std::int64_t const chunk : {1, 2, 4, 8, 16})
    for (auto const& [m, n] : {std::pair{1024, 1024},
                               {1023, 1025},
                               {1024, 768},
                               {509, 1009},
                               {997, 997},
                               {255, 4097},
                               {3, 100003},
                               {65537, 7},
                               {2, 131072},
                               {700, 701},
                               {1200, 1000}})
      done += try_step(decomposition(), {1, m, 1, n, chunk}, limits_with(2), 16);
  EXPECT_GT(done, 5);
}

TEST_P(Decompositions, TransposeRandomShapes) {
  std::uint64_t const seed =
      testing::UnitTest::GetInstance()->random_seed() != 0
          ? static_cast<std::uint64_t>(testing::UnitTest::GetInstance()->random_seed())
          : 20261121;
  SCOPED_TRACE(testing::Message() << "--gtest_random_seed=" << seed);
  std::mt19937_64 random(seed);
  auto const between = [&](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
  };
  for (int k = 0; k < 60; ++k) {
    Step step{between(1, 3), between(2, 600), 1, between(2, 600), between(1, 20)};
    if (k % 3 == 0) step.cols = step.rows;
    try_step(decomposition(), step, limits_with(static_cast<int>(between(1, 4))),
             static_cast<int>(between(0, 63)));
  }
}

TEST_P(Decompositions, WriteTheSameBytesWithAnyNumberOfWorkers) {
  for (int const threads : {1, 3, 7, 64})
    for (auto const& [m, n] : {std::pair{100, 100}, {130, 70}, {70, 130}, {128, 64}, {5, 900}})
      try_step(decomposition(), {3, m, 1, n, 8}, limits_with(threads));
}

TEST_P(Decompositions, WorkWithTheLeastWorkspaceTheyName) {
  int done = 0;
  for (std::int64_t const chunk : {1, 8, 24})
    for (auto const& [m, n] : {std::pair{64, 64}, {96, 64}, {50, 51}, {300, 7}}) {
      Step const step{1, m, 1, n, chunk};
      auto const least = decomposition().least_workspace(step, limits_with(2));
      if (!least) continue;
      ++done;
      EXPECT_TRUE(try_step(decomposition(), step, limits_with(2, *least)))
          << testing::PrintToString(step) << " with " << *least;
      if (*least > 0) {
        EXPECT_FALSE(decomposition().estimate(step, limits_with(2, *least - 1)).has_value())
            << testing::PrintToString(step) << " with " << *least - 1;
      }
    }
  EXPECT_GT(done, 0);
}

TEST_P(Decompositions, ReadAndWriteNoLessThanTheArray) {
  for (std::int64_t m = 2; m < 500; m = m * 3 / 2 + 1)
    for (std::int64_t n = 2; n < 500; n = n * 3 / 2 + 1) {
      Step const step{2, m, 1, n, 8};
      auto const estimate = decomposition().estimate(step, limits_with(2));
      if (!estimate) continue;
      EXPECT_GE(estimate->bytes_read, step.bytes());
      EXPECT_GE(estimate->bytes_written, step.bytes());
      EXPECT_GE(estimate->passes, 1);
      EXPECT_GT(estimate->seconds, 0);
    }
}

TEST_P(Decompositions, UndoThemselves) {
  Exec const exec;
  for (auto const& [m, n] : {std::pair{60, 60}, {66, 44}, {40, 43}, {500, 12}}) {
    Step const there{2, m, 1, n, 8};
    Step const back{2, n, 1, m, 8};
    auto const limits = limits_with(2);
    auto const first = decomposition().estimate(there, limits);
    auto const second = decomposition().estimate(back, limits);
    if (!first || !second) continue;
    GuardedBytes data(there.bytes());
    data.fill(8, 0);
    GuardedBytes const before = data;
    GuardedBytes workspace(
        static_cast<std::int64_t>(std::max(first->workspace, second->workspace)));
    decomposition().prepare(there, limits)->run(exec, data.data(), workspace.data());
    decomposition().prepare(back, limits)->run(exec, data.data(), workspace.data());
    exec.fence();
    EXPECT_EQ(std::memcmp(data.data(), before.data(), static_cast<std::size_t>(data.bytes())), 0)
        << m << " x " << n;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Decompositions, testing::ValuesIn(methods<Exec>()),
                         [](auto const& each) { return std::string(each.param->name()); });

Decomposition<Exec> const& named(std::string_view name) {
  for (auto const* decomposition : methods<Exec>())
    if (decomposition->name() == name) return *decomposition;
  throw std::invalid_argument("no such decomposition");
}

TEST(Square, ExchangesAcrossAMiddleAxis) {
  for (std::int64_t const chunk : {1, 2, 4, 8, 16, 12, 200})
    for (auto const& [n, middle] : {std::pair{2, 3}, {7, 2}, {33, 5}, {130, 3}})
      EXPECT_TRUE(try_step(named("square"), {2, n, middle, n, chunk}, limits_with(3)));
}

TEST(Square, RefusesRectangles) {
  EXPECT_FALSE(named("square").estimate({1, 8, 1, 9, 8}, limits_with(2)));
}

TEST(Square, IsOnePassWithoutWorkspace) {
  auto const estimate = named("square").estimate({5, 80, 1, 80, 4}, limits_with(2));
  ASSERT_TRUE(estimate);
  EXPECT_EQ(estimate->passes, 1);
  EXPECT_EQ(estimate->workspace, 0U);
}

TEST(Panel, ExchangesAcrossAMiddleAxis) {
  int done = 0;
  for (std::int64_t const chunk : {1, 8, 12})
    for (auto const& [rows, middle, cols] : {std::array{70, 3, 20},
                                             {20, 3, 70},
                                             {33, 40, 33},
                                             {150, 2, 7},
                                             {9, 31, 100},
                                             {300, 5, 2},
                                             {3, 100, 40}})
      for (auto const* name : {"panel", "skinny"}) {
        Step const step{2, rows, middle, cols, chunk};
        if (try_step(named(name), step, limits_with(3))) ++done;
      }
  EXPECT_GT(done, 24);
}

TEST(Panel, TakesTwoPassesAcrossAMiddleAxisToo) {
  auto const estimate = named("panel").estimate({1, 300, 400, 500, 8}, limits_with(2));
  ASSERT_TRUE(estimate);
  EXPECT_EQ(estimate->passes, 2);
}

TEST(C2r, PassesDependOnTheGcd) {
  for (auto const* name : {"c2r", "r2c"}) {
    EXPECT_EQ(named(name).estimate({1, 1000, 1, 777, 8}, limits_with(2))->passes, 2) << name;
    EXPECT_EQ(named(name).estimate({1, 1000, 1, 800, 8}, limits_with(2))->passes, 3) << name;
  }
}

/// By the clock too: 71552 x 256 doubles by r2c in 0.27 of the time, 643 x 78248 floats by c2r in
/// 0.29.
TEST(C2r, IsForWideMatricesAndR2cForTallOnes) {
  auto const c2r_is_cheaper = [](std::int64_t m, std::int64_t n) {
    detail::Machine const& zen3 = test::machines().front();
    Limits const limits{std::size_t{64} << 20, test::with_threads(zen3, 2),
                        &detail::default_rates(zen3)};
    return named("c2r").estimate({1, m, 1, n, 8}, limits)->seconds <
           named("r2c").estimate({1, m, 1, n, 8}, limits)->seconds;
  };
  EXPECT_FALSE(c2r_is_cheaper(8001, 2000));
  EXPECT_TRUE(c2r_is_cheaper(2000, 8001));
  EXPECT_FALSE(c2r_is_cheaper(1'000'001, 200));
  EXPECT_TRUE(c2r_is_cheaper(200, 1'000'001));
}

TEST(Cycles, NeedNoMoreThanACacheLine) {
  EXPECT_EQ(named("cycles").least_workspace({1, 999, 1, 1000, 8}, limits_with(2)), 64U);
}

TEST(Cycles, FollowThemWithAndWithoutBits) {
  for (std::size_t const workspace : {64, 256, 4096, 100'000})
    for (auto const& [m, n] : {std::pair{31, 64}, {100, 101}, {250, 77}})
      EXPECT_TRUE(try_step(named("cycles"), {1, m, 1, n, 8}, limits_with(2, workspace)));
}

TEST(GcdPass, TakesTwoPassesWhereOneSideIsAMultipleAndThreeElsewhere) {
  EXPECT_EQ(named("gcd_pass").estimate({1, 4096, 1, 512, 8}, limits_with(2))->passes, 2);
  EXPECT_EQ(named("gcd_pass").estimate({1, 1536, 1, 1024, 8}, limits_with(2))->passes, 3);
  EXPECT_FALSE(named("gcd_pass").estimate({1, 1009, 1, 1024, 8}, limits_with(2)));
}

TEST(GcdPass, NeedsTheLeastOfAllDivisors) {
  // Of 4 x 8 two makes all steps squares, four rectangles.
  EXPECT_EQ(named("gcd_pass").least_workspace({1, 4, 1, 8, 8}, limits_with(2)), 0U);
  EXPECT_TRUE(named("gcd_pass").estimate({1, 4, 1, 8, 8}, limits_with(2, 0)));
}

TEST(C2r, IsForSidesOfWhichProductsHaveRoom) {
  auto const limits = limits_with(2, std::size_t{1} << 50);
  EXPECT_TRUE(named("c2r").estimate({1, 3, 1, 3'000'000'001, 1}, limits));
  EXPECT_FALSE(named("c2r").estimate({1, 3, 1, 6'000'000'001, 1}, limits));
  EXPECT_FALSE(named("r2c").least_workspace({1, 6'000'000'001, 1, 3, 1}, limits));
}

TEST(Cut, SavesTheDifferenceTimesTheShorterSide) {
  EXPECT_EQ(named("cut").least_workspace({1, 1000, 1, 1003, 8}, limits_with(2)), 3U * 1000 * 8);
  EXPECT_EQ(named("cut").least_workspace({1, 1003, 1, 1000, 8}, limits_with(2)), 3U * 1000 * 8);
}

}  // namespace
}  // namespace isomer::in_place
