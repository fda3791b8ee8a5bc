// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <isomer/create_mirror_view_and_copy.hpp>

#include <string>
#include <type_traits>

#include "support/view_access.hpp"

namespace isomer::test {
namespace {

using L = Kokkos::LayoutLeft;
using R = Kokkos::LayoutRight;

template <class V>
V filled(Index const& extent) {
  auto const view = allocate<V>("view", extent);
  fill_distinct(view);
  return view;
}

TEST(Mirrors, OfTheSameSpaceAndLayoutAreTheViewItself) {
  auto const view = filled<ManagedView<double, 3, R>>({4, 5, 6});
  auto const same = isomer::create_mirror_view_and_copy<R>(Memory{}, view);
  static_assert(std::is_same_v<decltype(same), ManagedView<double, 3, R> const>);
  EXPECT_EQ(same.data(), view.data());
  EXPECT_EQ(view.use_count(), 2);
  auto const again = isomer::create_mirror_view_and_copy<R>(Exec{}, Memory{}, same);
  EXPECT_EQ(again.data(), view.data());
  EXPECT_EQ(view.use_count(), 3);
}

TEST(Mirrors, OfAConstViewOfTheSameSpaceAndLayoutStayConst) {
  Kokkos::View<double const**, R, Device> const view = filled<ManagedView<double, 2, R>>({4, 5});
  auto const same = isomer::create_mirror_view_and_copy<R>(Memory{}, view);
  EXPECT_EQ(same.data(), view.data());
  static_assert(std::is_same_v<decltype(same)::value_type, double const>);
}

TEST(Mirrors, OfAnotherLayoutHaveTheElementsInMemoryOfTheirOwn) {
  Index const extent{7, 5, 6};
  auto const view = filled<ManagedView<double, 3, R>>(extent);
  auto const columns = isomer::create_mirror_view_and_copy<L>(Memory{}, view);
  static_assert(std::is_same_v<decltype(columns)::array_layout, L>);
  static_assert(std::is_same_v<decltype(columns)::memory_space, Memory>);
  EXPECT_NE(columns.data(), view.data());
  EXPECT_EQ(columns.use_count(), 1);
  EXPECT_EQ(columns.label(), "view");
  EXPECT_TRUE(holds(columns, extent));
}

TEST(Mirrors, OnAnInstanceHaveTheElementsWhenItIsDone) {
  Index const extent{70, 50};
  auto const view = filled<ManagedView<float, 2, L>>(extent);
  Exec const exec;
  auto const rows = isomer::create_mirror_view_and_copy<R>(exec, Memory{}, view, "rows");
  exec.fence();
  EXPECT_EQ(rows.label(), "rows");
  EXPECT_TRUE(holds(rows, extent));
}

TEST(Mirrors, KeepStaticExtentsAndDropConst) {
  Kokkos::View<int* [3][4], R, Device> const view("view", 5);
  fill_distinct(view);
  Kokkos::View<int const* [3][4], R, Device> const read_only = view;
  auto const columns = isomer::create_mirror_view_and_copy<L>(Memory{}, read_only);
  static_assert(std::is_same_v<decltype(columns)::data_type, int* [3][4]>);
  EXPECT_TRUE(holds(columns, {5, 3, 4}));
}

TEST(Mirrors, OfStridedViewsAreDense) {
  auto const parent = filled<ManagedView<double, 3, R>>({6, 4, 5});
  auto const part = Kokkos::subview(parent, Kokkos::ALL, Kokkos::ALL, 2);
  auto const dense = isomer::create_mirror_view_and_copy<R>(Memory{}, part);
  EXPECT_TRUE(dense.span_is_contiguous());
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 4; ++j) EXPECT_EQ(dense(i, j), parent(i, j, 2));
}

TEST(Mirrors, OfOneAxisHaveBothLayouts) {
  auto const view = filled<ManagedView<int, 1, L>>({9});
  auto const same = isomer::create_mirror_view_and_copy<R>(Memory{}, view);
  static_assert(std::is_same_v<decltype(same)::array_layout, R>);
  EXPECT_EQ(same.data(), view.data());
  EXPECT_EQ(view.use_count(), 2);
  Kokkos::View<int, L, Device> const one("one");
  EXPECT_EQ(isomer::create_mirror_view_and_copy<R>(Memory{}, one).data(), one.data());
}

TEST(Mirrors, OfDynRankViewsAreDynRankViews) {
  Kokkos::DynRankView<float, L, Device> const view("view", 4, 5, 6);
  fill_distinct(view);
  auto const rows = isomer::create_mirror_view_and_copy<R>(Memory{}, view);
  EXPECT_EQ(rows.rank(), 3U);
  EXPECT_TRUE(holds(rows, {4, 5, 6}));
  EXPECT_EQ(isomer::create_mirror_view_and_copy<L>(Memory{}, view).data(), view.data());
}

TEST(Mirrors, TakeAnExecutionSpaceOrADeviceForItsMemory) {
  auto const view = filled<ManagedView<int, 2, R>>({3, 4});
  auto const on_exec = isomer::create_mirror_view_and_copy<R>(
      Kokkos::Device<Kokkos::DefaultHostExecutionSpace, Memory>{}, view);
  EXPECT_EQ(on_exec.data(), view.data());
  auto const columns =
      isomer::create_mirror_view_and_copy<L>(Kokkos::DefaultHostExecutionSpace{}, view);
  EXPECT_TRUE(holds(columns, {3, 4}));
}

std::vector<std::string> seen;

TEST(Mirrors, AllocateOnceAndCopyOnce) {
  auto const view = filled<ManagedView<double, 2, R>>({30, 40});
  auto const before = Kokkos::Tools::Experimental::get_callbacks();
  seen.clear();
  Kokkos::Tools::Experimental::set_allocate_data_callback(
      [](Kokkos::Tools::SpaceHandle, char const* label, void const*, std::uint64_t) {
        seen.emplace_back(label);
      });
  auto const same = isomer::create_mirror_view_and_copy<R>(Memory{}, view, "mirror");
  EXPECT_EQ(seen, std::vector<std::string>{});
  auto const columns = isomer::create_mirror_view_and_copy<L>(Memory{}, view, "mirror");
  Kokkos::Tools::Experimental::set_callbacks(before);
  EXPECT_EQ(std::count(seen.begin(), seen.end(), "mirror"), 1);
}

TEST(Mirrors, OfUnallocatedViewsAreEmpty) {
  ManagedView<double, 2, R> const none;
  auto const columns = isomer::create_mirror_view_and_copy<L>(Memory{}, none);
  EXPECT_EQ(columns.size(), 0U);
  EXPECT_EQ(isomer::create_mirror_view_and_copy<R>(Memory{}, none).data(), nullptr);
}

#ifdef KOKKOS_ENABLE_CUDA
TEST(Mirrors, OnTheDeviceComeBack) {
  Index const extent{700, 1300, 3};
  auto const host = allocate<Kokkos::View<double***, R, Kokkos::HostSpace>>("host", extent);
  fill_distinct(host);
  auto const device = isomer::create_mirror_view_and_copy<L>(Kokkos::CudaSpace{}, host);
  auto const back = isomer::create_mirror_view_and_copy<R>(Kokkos::HostSpace{}, device);
  EXPECT_TRUE(holds(back, extent));
}
#endif

}  // namespace
}  // namespace isomer::test
