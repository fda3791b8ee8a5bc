// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isomer/isomer.hpp>

#include "support/message_of.hpp"
#include "support/view_access.hpp"

/// Who owns the memory before and after an in-place call.
namespace isomer::test {
namespace {

using L = Kokkos::LayoutLeft;
using R = Kokkos::LayoutRight;
using Matrix = ManagedView<double, 2, R>;

Matrix filled() {
  auto const matrix = allocate<Matrix>("A", {7, 5});
  fill_distinct(matrix);
  return matrix;
}

TEST(Ownership, PassesToTheResultAndTheMovedFromViewIsEmpty) {
  auto matrix = filled();
  auto const* const data = matrix.data();
  auto const moved = isomer::transpose_in_place(std::move(matrix));
  EXPECT_EQ(moved.data(), data);
  EXPECT_EQ(moved.use_count(), 1);
  EXPECT_EQ(moved.label(), "A");
  EXPECT_EQ(matrix.data(), nullptr);
  EXPECT_EQ(matrix.use_count(), 0);
  EXPECT_TRUE(holds_permuted(moved, {7, 5}, {1, 0}));
}

TEST(Ownership, OfAConvertedViewIsCountedAsBefore) {
  auto matrix = filled();
  auto const* const data = matrix.data();
  auto converted = isomer::convert_layout<L>(std::move(matrix));
  EXPECT_EQ(converted.data(), data);
  EXPECT_EQ(converted.use_count(), 1);
  {
    auto const alias = converted;
    EXPECT_EQ(converted.use_count(), 2);
  }
  EXPECT_EQ(converted.use_count(), 1);
  EXPECT_EQ(converted.label(), "A");
}

TEST(Ownership, ASecondOwnerOfTheResultKeepsTheMemoryAlive) {
  ManagedView<double, 2, L> survivor;
  {
    auto converted = isomer::convert_layout<L>(filled());
    survivor = converted;
  }
  EXPECT_EQ(survivor.use_count(), 1);
  EXPECT_TRUE(holds(survivor, {7, 5}));
}

std::vector<std::string> freed;
void note_free(Kokkos::Tools::SpaceHandle, char const* label, void const*, std::uint64_t) {
  freed.emplace_back(label);
}

TEST(Ownership, MemoryIsFreedOnceWithItsLastOwner) {
  freed.clear();
  Kokkos::Tools::Experimental::set_deallocate_data_callback(note_free);
  {
    auto matrix = filled();
    auto columns = isomer::convert_layout<L>(std::move(matrix));
    auto const transposed = isomer::transpose_in_place(std::move(columns));
    EXPECT_EQ(std::count(freed.begin(), freed.end(), "A"), 0);
  }
  Kokkos::Tools::Experimental::set_deallocate_data_callback(nullptr);
  EXPECT_EQ(std::count(freed.begin(), freed.end(), "A"), 1);
}

TEST(Ownership, OfAnUnmanagedViewStaysWhereItIs) {
  auto const owner = filled();
  UnmanagedView<double, 2, R> view(owner.data(), 7, 5);
  auto const moved = isomer::transpose_in_place(std::move(view));
  EXPECT_EQ(moved.data(), owner.data());
  EXPECT_EQ(owner.use_count(), 1);
  EXPECT_TRUE(holds_permuted(moved, {7, 5}, {1, 0}));
}

TEST(Ownership, OfAnUnmanagedLvalueMayBeKept) {
  auto const owner = filled();
  UnmanagedView<double, 2, R> const view(owner.data(), 7, 5);
  auto const moved = isomer::transpose_in_place(view);
  EXPECT_TRUE(holds_permuted(moved, {7, 5}, {1, 0}));
}

TEST(Ownership, OfASharedViewRefusesTheCall) {
  auto matrix = filled();
  auto const alias = matrix;
  EXPECT_THAT(
      message_of([&] { isomer::transpose_in_place(std::move(matrix)); }),
      "isomer::transpose_in_place: view \"A\" is shared by 2 owners, in place it has to have "
      "one: the others would read the old layout (or pass isomer::allow_aliases)");
  EXPECT_EQ(matrix.data(), alias.data()) << "a refused view stays with its owner";
  EXPECT_TRUE(holds(matrix, {7, 5})) << "was written";
}

TEST(Ownership, OfAnLvalueRefusesTheCall) {
  auto matrix = filled();
  EXPECT_THAT(
      message_of([&] { isomer::convert_layout<L>(matrix); }),
      "isomer::convert_layout: view \"A\" is an lvalue or const and would stay as an alias in "
      "the old layout, it has to be moved in: std::move(view) (or pass "
      "isomer::allow_aliases)");
  EXPECT_TRUE(holds(matrix, {7, 5})) << "was written";
}

TEST(Ownership, OfAConstRvalueStaysWithItsOwnerAsThatOfAnLvalue) {
  auto const matrix = filled();
  EXPECT_THAT(message_of([&] { isomer::transpose_in_place(std::move(matrix)); }),
              testing::HasSubstr("\"A\" is an lvalue or const and would stay"));
  EXPECT_TRUE(holds(matrix, {7, 5})) << "was written";
  auto const columns = isomer::convert_layout<L>(std::move(matrix), isomer::allow_aliases);
  EXPECT_EQ(columns.data(), matrix.data());
  EXPECT_TRUE(holds(columns, {7, 5}));
  UnmanagedView<double, 2, L> const view(matrix.data(), 7, 5);
  auto const plan = isomer::plan_permute_in_place(Exec{}, view, {1, 0});
  auto const moved = plan.execute(Exec{}, std::move(view));
  Exec{}.fence();
  EXPECT_TRUE(holds_permuted(moved, {7, 5}, {1, 0}));
}

TEST(Ownership, OfASharedViewMayBeWaived) {
  auto matrix = filled();
  auto const alias = matrix;
  auto const moved = isomer::transpose_in_place(std::move(matrix), isomer::allow_aliases);
  EXPECT_EQ(moved.data(), alias.data());
  EXPECT_EQ(moved.use_count(), 2);
  EXPECT_TRUE(holds_permuted(moved, {7, 5}, {1, 0}));
}

TEST(Ownership, OfAnLvalueMayBeWaived) {
  auto const matrix = filled();
  auto const moved = isomer::convert_layout<L>(matrix, isomer::allow_aliases);
  EXPECT_EQ(moved.data(), matrix.data());
  EXPECT_EQ(moved.use_count(), 2);
  EXPECT_TRUE(holds(moved, {7, 5}));
}

TEST(Ownership, AllowAliasesIsTakenByEveryInPlaceCall) {
  Exec const exec;
  auto const matrix = filled();
  auto const once = isomer::permute_in_place(exec, matrix, {1, 0}, isomer::allow_aliases);
  auto const twice = isomer::transpose_in_place(exec, once, isomer::allow_aliases);
  auto const columns = isomer::convert_layout<L>(exec, twice, isomer::allow_aliases);
  auto const plan = isomer::plan_permute_in_place(exec, columns, {1, 0}, isomer::allow_aliases);
  auto const last = plan.execute(exec, columns);
  exec.fence();
  EXPECT_TRUE(holds_permuted(last, {7, 5}, {1, 0}));
}

TEST(Ownership, OfADynRankViewIsCountedAsBefore) {
  Kokkos::DynRankView<double, R, Device> dynamic("D", 7, 5);
  fill_distinct(dynamic);
  auto const* const data = dynamic.data();
  auto const moved = isomer::transpose_in_place(std::move(dynamic));
  EXPECT_EQ(moved.data(), data);
  EXPECT_EQ(moved.use_count(), 1);
  EXPECT_EQ(moved.label(), "D");
  EXPECT_EQ(dynamic.use_count(), 0);
}

}  // namespace
}  // namespace isomer::test
