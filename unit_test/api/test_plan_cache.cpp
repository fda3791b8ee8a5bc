// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <isomer/isomer.hpp>

#include <atomic>
#include <thread>

#include "support/case.hpp"
#include "support/oracle.hpp"
#include "support/view_access.hpp"

namespace isomer::test {
namespace {

using R = Kokkos::LayoutRight;

detail::Problem transposition(std::int64_t m, std::int64_t n) {
  detail::Problem problem;
  problem.rank = 2;
  problem.element_bytes = 8;
  problem.axis[0] = {m, n, 1};
  problem.axis[1] = {n, 1, m};
  return problem;
}

TEST(PlanCache, GivesTheSamePlanForTheSameProblem) {
  Exec const exec;
  auto const first = detail::cached_plan(exec, transposition(30, 40), {}, "test");
  auto const second = detail::cached_plan(exec, transposition(30, 40), {}, "test");
  EXPECT_EQ(first, second);
}

TEST(PlanCache, TellsProblemsAndOptionsApart) {
  Exec const exec;
  auto const plan = detail::cached_plan(exec, transposition(30, 40), {}, "test");
  EXPECT_NE(plan, detail::cached_plan(exec, transposition(40, 30), {}, "test"));
  EXPECT_NE(plan, detail::cached_plan(exec, transposition(30, 40), {.workspace_limit = 0}, "test"));
  EXPECT_NE(plan, detail::cached_plan(exec, transposition(30, 40), {.schema = "strided"}, "test"));
}

TEST(PlanCache, ForgetsPlansThatItsBoundHasNoRoomFor) {
  Exec const exec;
  std::weak_ptr<detail::ExecutablePlan<Exec> const> const first =
      detail::cached_plan(exec, transposition(3, 5), {}, "test");
  EXPECT_FALSE(first.expired());
  for (std::int64_t n = 0; n < 20000; ++n)
    detail::cached_plan(exec, transposition(7 + n, 11), {}, "test");
  EXPECT_TRUE(first.expired()) << "20000 plans later it is still there: is the cache bounded?";
}

TEST(PlanCache, KeepsNothingOfAFailedRequest) {
  Exec const exec;
  for (int k = 0; k < 3; ++k)
    EXPECT_THROW(detail::cached_plan(exec, transposition(30, 40), {.schema = "magic"}, "test"),
                 Error);
  EXPECT_NO_THROW(detail::cached_plan(exec, transposition(30, 40), {}, "test"));
}

/// Threads that plan and execute at once, the same shapes and others, on instances of their own.
TEST(PlanCache, ServesManyThreadsAtOnce) {
  constexpr int threads = 8, rounds = 150;
  std::atomic<int> wrong{0}, ready{0};
  auto const work = [&](int thread) {
    ++ready;
    while (ready < threads) std::this_thread::yield();
    Exec const exec;
    for (int round = 0; round < rounds; ++round) {
      // Every other case is drawn by all threads, the rest by one alone.
      auto const seed =
          static_cast<std::uint64_t>(round % 2 == 0 ? round : 1000 * (thread + 1) + round);
      Case const c = draw_case(first_seed() + seed, {.max_bytes = 4000});
      GuardedArray const dst(c.dst_shape(), c.dst.misalignment);
      GuardedArray const src(c.src_shape(), c.src.misalignment);
      src.fill(0);
      GuardedArray const expected(dst);
      naive_permute(expected, src, c.axes);
      auto const problem = detail::describe("test", dst.info(), src.info(), to_axes(c.axes));
      detail::cached_plan(exec, problem, {}, "test")->run(exec, dst.data(), src.data(), nullptr);
      exec.fence();
      if (!same_bytes(dst, expected)) ++wrong;
    }
  };
  std::vector<std::thread> pool;
  for (int k = 0; k < threads; ++k) pool.emplace_back(work, k);
  for (auto& thread : pool) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(PlanCache, AndPlansInPlaceServeManyThreadsAtOnce) {
  constexpr int threads = 6;
  Exec const shared;
  auto const plan = isomer::plan_permute_in_place(
      shared, allocate<ManagedView<int, 3, R>>("model", {13, 20, 9}), {2, 0, 1});
  std::atomic<int> wrong{0};
  auto const work = [&] {
    Exec const exec;
    for (int round = 0; round < 40; ++round) {
      auto view = allocate<ManagedView<int, 3, R>>("view", {13, 20, 9});
      fill_distinct(view);
      auto const moved = plan.execute(exec, std::move(view));
      exec.fence();
      if (!holds_permuted(moved, {13, 20, 9}, {2, 0, 1})) ++wrong;
    }
  };
  std::vector<std::thread> pool;
  for (int k = 0; k < threads; ++k) pool.emplace_back(work);
  for (auto& thread : pool) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace isomer::test
