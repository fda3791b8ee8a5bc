// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Kokkos_DynRankView.hpp>

#include <isomer/isomer.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "support/message_of.hpp"
#include "support/oracle.hpp"
#include "support/view_access.hpp"

/// Calls in place with the caller's workspace, and plans without a limit.
namespace isomer::test {
namespace {

using R = Kokkos::LayoutRight;
using L = Kokkos::LayoutLeft;
using Bytes = Kokkos::View<std::byte*, Exec::memory_space>;
using testing::HasSubstr;

class Workspace : public testing::Test {
 protected:
  Exec const exec;
  Index const extent{70, 50, 33};
};

TEST_F(Workspace, OfTheCallerServesEveryCallInPlace) {
  Bytes const workspace("workspace", 8 << 20);
  auto cube = allocate<ManagedView<double, 3, R>>("cube", extent);
  fill_distinct(cube);
  auto permuted_cube = isomer::permute_in_place(exec, std::move(cube), {2, 0, 1}, workspace);
  exec.fence();
  EXPECT_TRUE(holds_permuted(permuted_cube, extent, {2, 0, 1}));

  auto other = allocate<ManagedView<double, 3, R>>("other", extent);
  fill_distinct(other);
  auto reversed = isomer::transpose_in_place(exec, std::move(other), workspace);
  exec.fence();
  EXPECT_TRUE(holds_permuted(reversed, extent, {2, 1, 0}));

  auto rows = allocate<ManagedView<double, 3, R>>("rows", extent);
  fill_distinct(rows);
  auto columns = isomer::convert_layout<L>(exec, std::move(rows), workspace);
  exec.fence();
  EXPECT_TRUE(holds_permuted(columns, extent, {0, 1, 2}));
}

TEST_F(Workspace, OfTheCallerServesCallsWithoutAnInstance) {
  Bytes const workspace("workspace", 8 << 20);
  auto cube = allocate<ManagedView<double, 3, R>>("cube", extent);
  fill_distinct(cube);
  auto turned = isomer::permute_in_place(std::move(cube), {2, 0, 1}, workspace);
  EXPECT_TRUE(holds_permuted(turned, extent, {2, 0, 1}));
  auto back = isomer::permute_in_place(std::move(turned), {1, 2, 0}, workspace);
  auto reversed = isomer::transpose_in_place(std::move(back), workspace);
  EXPECT_TRUE(holds_permuted(reversed, extent, {2, 1, 0}));
  auto again = isomer::transpose_in_place(std::move(reversed), workspace);
  auto const columns = isomer::convert_layout<L>(std::move(again), workspace);
  EXPECT_TRUE(holds_permuted(columns, extent, {0, 1, 2}));
}

TEST_F(Workspace, OfTheCallerServesAPlan) {
  auto cube = allocate<ManagedView<float, 3, R>>("cube", extent);
  fill_distinct(cube);
  auto const plan = isomer::plan_permute_in_place(exec, cube, {2, 0, 1});
  Kokkos::View<char*, Exec::memory_space> const workspace("workspace", plan.workspace_bytes());
  auto const result = plan.execute(exec, std::move(cube), workspace);
  exec.fence();
  EXPECT_TRUE(holds_permuted(result, extent, {2, 0, 1}));
}

/// Bytes whose rank is another are no source.
TEST_F(Workspace, OfTheCallerServesAPlanForADynRankView) {
  Kokkos::DynRankView<double, R, Exec::memory_space> view("view", 40, 30);
  auto const host = Kokkos::create_mirror(view);  // no second owner of the view's memory
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < 30; ++j) host(i, j) = 100 * i + j;
  Kokkos::deep_copy(view, host);
  auto const plan = isomer::plan_permute_in_place(exec, view, {1, 0});
  Bytes const workspace("workspace", plan.workspace_bytes());
  auto const turned = plan.execute(exec, std::move(view), workspace);
  exec.fence();
  auto const result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), turned);
  EXPECT_EQ(result(29, 39), 100 * 39 + 29);
  EXPECT_EQ(result(7, 0), 7);
}

TEST_F(Workspace, OfTheCallerServesArraysOfBytes) {
  ManagedView<std::byte, 2, R> matrix("matrix", 200, 100);
  for (int i = 0; i < 200; ++i)
    for (int j = 0; j < 100; ++j) matrix(i, j) = static_cast<std::byte>(3 * i + 7 * j);
  auto const plan = isomer::plan_permute_in_place(exec, matrix, {1, 0});
  Bytes const workspace("workspace", plan.workspace_bytes());
  auto const turned = plan.execute(exec, std::move(matrix), workspace);
  exec.fence();
  for (int i = 0; i < 200; ++i)
    for (int j = 0; j < 100; ++j)
      ASSERT_EQ(turned(j, i), static_cast<std::byte>(3 * i + 7 * j)) << i << ", " << j;
}

TEST_F(Workspace, ThatWillNotDoIsRefusedBeforeAByteMoves) {
  auto const cube = allocate<ManagedView<float, 2, R>>("cube", {700, 501});
  fill_distinct(cube);
  auto const plan = isomer::plan_permute_in_place(exec, cube, {1, 0}, isomer::allow_aliases);
  std::size_t const bytes = plan.workspace_bytes();
  ASSERT_GT(bytes, 0U);
  Bytes const memory("memory", bytes + 64);
  auto const part = [&](std::size_t from, std::size_t count) {
    return Kokkos::subview(memory, std::pair{from, from + count});
  };
  auto const refusal = [&](auto const& workspace) {
    return message_of([&] { plan.execute(exec, cube, workspace); });
  };
  EXPECT_THAT(
      refusal(part(0, bytes - 1)),
      HasSubstr("the workspace has " + std::to_string(bytes - 1) +
                " bytes, it has to have the plan's workspace_bytes() of " + std::to_string(bytes)));
  EXPECT_THAT(refusal(part(8, bytes)), HasSubstr("the workspace begins 8 bytes behind a multiple "
                                                 "of 64, it has to begin on one"));
  Kokkos::View<std::byte*, Exec::memory_space, Kokkos::MemoryUnmanaged> const inside(
      reinterpret_cast<std::byte*>(cube.data()), bytes);
  EXPECT_THAT(refusal(inside), HasSubstr("the workspace and the view overlap in memory"));
  EXPECT_THAT(message_of([&] {
                isomer::transpose_in_place(exec, cube, part(0, 1), isomer::allow_aliases);
              }),
              HasSubstr("workspace_limit was 1"));
  exec.fence();
  EXPECT_TRUE(holds_permuted(cube, {700, 501}, {0, 1})) << "a byte has moved";
  plan.execute(exec, cube, part(0, bytes));
}

TEST_F(Workspace, WithoutALimitIsThatOfTheFastestWay) {
  auto const view = allocate<ManagedView<double, 2, R>>("view", {3001, 700});
  auto const limited = isomer::plan_permute_in_place(exec, view, {1, 0}, isomer::allow_aliases);
  PlanOptions options = isomer::allow_aliases;
  options.workspace_limit = PlanOptions::unlimited;
  auto const plan = isomer::plan_permute_in_place(exec, view, {1, 0}, options);
  EXPECT_GE(plan.workspace_bytes(), limited.workspace_bytes());
  EXPECT_LE(plan.predicted_seconds(), limited.predicted_seconds());
  auto const out_of_place = allocate<ManagedView<double, 2, R>>("out of place", {700, 3001});
  EXPECT_GT(isomer::plan_permute(exec, out_of_place, view, {1, 0}, options).predicted_seconds(), 0);
}

}  // namespace
}  // namespace isomer::test
