// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isomer/dual_view.hpp>

#include <random>
#include <type_traits>

#include "support/message_of.hpp"
#include "support/view_access.hpp"

namespace isomer::test {
namespace {

using L = Kokkos::LayoutLeft;
using R = Kokkos::LayoutRight;
/// Views that the test's own loops reach on either side.
template <class Data, class HostLayout, class DeviceLayout>
using Dual = isomer::DualView<Data, HostLayout, DeviceLayout, Device>;
using TwoLayouts = Dual<double**, R, L>;
using OneLayout = Dual<double**, R, R>;
constexpr bool one_device =
    std::is_same_v<OneLayout::t_dev::device_type, OneLayout::t_host::device_type>;

TEST(DualViews, HaveTheLayoutsThatTheyAreGiven) {
  TwoLayouts const dual("dual", 4, 6);
  static_assert(std::is_same_v<TwoLayouts::t_host::array_layout, R>);
  static_assert(std::is_same_v<TwoLayouts::t_dev::array_layout, L>);
  static_assert(TwoLayouts::rank == 2 && TwoLayouts::rank() == 2);
  EXPECT_EQ(dual.extent(0), 4U);
  EXPECT_EQ(dual.extent(1), 6U);
  EXPECT_EQ(dual.extent_int(1), 6);
  EXPECT_EQ(dual.span(), 24U);
  EXPECT_EQ(dual.size(), 24U);
  EXPECT_EQ(dual.label(), "dual");
  EXPECT_TRUE(dual.is_allocated());
  EXPECT_NE(static_cast<void*>(dual.view_host().data()),
            static_cast<void*>(dual.view_device().data()));
}

TEST(DualViews, BeginWithZerosInSync) {
  TwoLayouts const dual("dual", 3, 2);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2; ++j) {
      EXPECT_EQ(dual.view_host()(i, j), 0);
      EXPECT_EQ(dual.view_device()(i, j), 0);
    }
  EXPECT_FALSE(dual.need_sync_host());
  EXPECT_FALSE(dual.need_sync_device());
}

TEST(DualViews, ChangeTheLayoutOnSyncInBothDirections) {
  TwoLayouts dual("dual", 70, 45);
  fill_distinct(dual.view_host());
  dual.modify_host();
  EXPECT_TRUE(dual.need_sync_device());
  EXPECT_FALSE(dual.need_sync_host());
  dual.sync_host();
  EXPECT_TRUE(dual.need_sync_device()) << "the other way is nothing to do";
  dual.sync_device();
  EXPECT_FALSE(dual.need_sync_device());
  EXPECT_TRUE(holds(dual.view_device(), {70, 45}));
  fill_distinct(dual.view_device(), 1);
  dual.modify_device();
  EXPECT_TRUE(dual.need_sync_host());
  dual.sync_host();
  EXPECT_FALSE(dual.need_sync_host());
  EXPECT_TRUE(holds(dual.view_host(), {70, 45}, 1));
}

TEST(DualViews, CopyOnlyWhatWasModified) {
  TwoLayouts dual("dual", 4, 5);
  fill_distinct(dual.view_host());
  dual.sync_device();
  EXPECT_EQ(dual.view_device()(3, 4), 0) << "nobody said that the host's view was modified";
}

TEST(DualViews, SyncOnAnInstanceToo) {
  TwoLayouts dual("dual", 30, 20);
  Exec const exec;
  fill_distinct(dual.view_host());
  dual.modify_host();
  dual.sync_device(exec);
  exec.fence();
  EXPECT_TRUE(holds(dual.view_device(), {30, 20}));
  fill_distinct(dual.view_device(), 1);
  dual.modify_device();
  dual.sync<Kokkos::DefaultExecutionSpace>(exec);
  dual.sync_host(exec);
  exec.fence();
  EXPECT_TRUE(holds(dual.view_host(), {30, 20}, 1));
}

TEST(DualViews, OfOneLayoutInOneMemoryAreOneAllocation) {
  static_assert(OneLayout::is_one_allocation);
  OneLayout dual("dual", 4, 6);
  EXPECT_EQ(static_cast<void*>(dual.view_host().data()),
            static_cast<void*>(dual.view_device().data()));
  dual.view_host()(1, 2) = 7;
  EXPECT_EQ(dual.view_device()(1, 2), 7);
  if constexpr (one_device) {
    dual.modify_host();
    dual.modify_device();
    EXPECT_FALSE(dual.need_sync_host());
    EXPECT_FALSE(dual.need_sync_device());
  }
  dual.sync_host();
  dual.sync_device();
  EXPECT_EQ(dual.view_host()(1, 2), 7);
}

TEST(DualViews, ModifiedOnBothSidesAreAnErrorThatChangesNothing) {
  TwoLayouts dual("dual", 4, 6);
  dual.modify_host();
  dual.modify_host();
  EXPECT_EQ(message_of([&] { dual.modify_device(); }),
            "isomer::DualView::modify_device: the host's view of \"dual\" has changes that the "
            "device's does not have, only one side may have such (sync or clear_sync_state "
            "first)");
  EXPECT_TRUE(dual.need_sync_device());
  EXPECT_FALSE(dual.need_sync_host());
  dual.clear_sync_state();
  EXPECT_FALSE(dual.need_sync_device());
  dual.modify_device();
  EXPECT_THAT(message_of([&] { dual.modify_host(); }),
              testing::HasSubstr("modify_host: the device's view of \"dual\" has changes"));
}

TEST(DualViews, ShareTheirStateWithTheirCopies) {
  TwoLayouts dual("dual", 4, 6);
  TwoLayouts copy = dual;
  fill_distinct(copy.view_host());
  copy.modify_host();
  EXPECT_TRUE(dual.need_sync_device());
  dual.sync_device();
  EXPECT_FALSE(copy.need_sync_device());
  EXPECT_TRUE(holds(copy.view_device(), {4, 6}));
}

TEST(DualViews, WithoutMemoryAreNeverToBeSynced) {
  TwoLayouts dual;
  EXPECT_FALSE(dual.is_allocated());
  dual.modify_host();
  dual.modify_device();
  EXPECT_FALSE(dual.need_sync_host());
  EXPECT_FALSE(dual.need_sync<Memory>());
  dual.sync_host();
  dual.sync_device();
  dual.clear_sync_state();
  EXPECT_EQ(dual.extent(0), 0U);
}

TEST(DualViews, AreNamedBySpacesAsInKokkos) {
  TwoLayouts dual("dual", 5, 7);
  using HostMemory = TwoLayouts::t_host::memory_space;
  // A memory that both share stands for the host's view, an execution space for the device's.
  fill_distinct(dual.view<HostMemory>());
  EXPECT_EQ(dual.view<HostMemory>().data(), dual.view_host().data());
  EXPECT_EQ(dual.view<Exec>().data(), dual.view_device().data());
  dual.modify<HostMemory>();
  EXPECT_TRUE(dual.need_sync_device());
  EXPECT_TRUE(dual.need_sync<Exec>());
  dual.sync<Exec>();
  EXPECT_FALSE(dual.need_sync<Exec>());
  EXPECT_TRUE(holds(dual.view<Exec>(), {5, 7}));
  fill_distinct(dual.view<Device>(), 1);
  dual.modify<Device>();
  EXPECT_TRUE(dual.need_sync<HostMemory>());
  dual.sync<HostMemory>();
  EXPECT_TRUE(holds(dual.view<HostMemory>(), {5, 7}, 1));
}

TEST(DualViews, InOneMemoryAreSyncedBothWaysByItsName) {
  if constexpr (!std::is_same_v<TwoLayouts::t_host::memory_space, TwoLayouts::memory_space>) return;
  TwoLayouts dual("dual", 5, 7);
  fill_distinct(dual.view_host());
  dual.modify_host();
  EXPECT_TRUE(dual.need_sync<Memory>());
  dual.sync<Memory>();
  EXPECT_TRUE(holds(dual.view_device(), {5, 7}));
  EXPECT_FALSE(dual.need_sync<Memory>());
}

TEST(DualViews, OfAnyRankAndWithStaticExtents) {
  Dual<int* [3], R, L> fixed("fixed", 6);
  fill_distinct(fixed.view_host());
  fixed.modify_host();
  fixed.sync_device();
  EXPECT_TRUE(holds(fixed.view_device(), {6, 3}));
  Dual<int, R, L> one("one");
  one.view_host()() = 4;
  one.modify_host();
  one.sync_device();
  EXPECT_EQ(one.view_device()(), 4);
  Dual<float*****, L, R> five("five", 2, 3, 4, 5, 6);
  fill_distinct(five.view_device());
  five.modify_device();
  five.sync_host();
  EXPECT_TRUE(holds(five.view_host(), {2, 3, 4, 5, 6}));
}

TEST(DualViews, AreWhatWasWrittenLastWhateverTheOrderOfSyncs) {
  std::mt19937 random(17);
  TwoLayouts dual("dual", 6, 5);
  double last = 0;
  for (int step = 1; step < 300; ++step) {
    switch (random() % 4) {
      case 0:
        dual.sync_host();
        dual.view_host()(5, 4) = last = step;
        dual.modify_host();
        break;
      case 1:
        dual.sync_device();
        dual.view_device()(5, 4) = last = step;
        dual.modify_device();
        break;
      case 2:
        dual.sync_host();
        EXPECT_EQ(dual.view_host()(5, 4), last);
        break;
      default: dual.sync_device(); EXPECT_EQ(dual.view_device()(5, 4), last);
    }
  }
}

TEST(DualViews, HaveTheDefaultDeviceUnlessTheyAreGivenOne) {
  isomer::DualView<double**, R, L> dual("dual", 8, 9);
  fill_distinct(dual.view_host());
  dual.modify_host();
  dual.sync_device();
  auto const back = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, dual.view_device());
  EXPECT_TRUE(holds(back, {8, 9}));
}

TEST(DualViews, KeepWhatLiesInTheNewExtents) {
  TwoLayouts dual("dual", 5, 7);
  auto const copy = dual;
  fill_distinct(dual.view_host());
  auto const old = dual.view_host();
  dual.modify_host();
  dual.resize(6, 4);
  EXPECT_EQ(extents_of(dual.view_host()), (Index{6, 4}));
  EXPECT_EQ(extents_of(dual.view_device()), (Index{6, 4}));
  EXPECT_EQ(dual.label(), "dual");
  EXPECT_TRUE(dual.need_sync_device());
  dual.sync_device();
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 4; ++j) {
      EXPECT_EQ(dual.view_host()(i, j), i < 5 ? old(i, j) : 0.0);
      EXPECT_EQ(dual.view_device()(i, j), i < 5 ? old(i, j) : 0.0);
    }
  EXPECT_EQ(extents_of(copy.view_host()), (Index{5, 7})) << "copies keep the old Views";
  EXPECT_TRUE(copy.need_sync_device()) << "and their state";
}

TEST(DualViews, AreResizedOnTheSideThatWasWrittenTo) {
  TwoLayouts dual("dual", 3, 3);
  fill_distinct(dual.view_device());
  auto const old = dual.view_device();
  dual.modify_device();
  dual.resize(2, 5);
  EXPECT_TRUE(dual.need_sync_host());
  EXPECT_FALSE(dual.need_sync_device());
  dual.sync_host();
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 5; ++j) EXPECT_EQ(dual.view_host()(i, j), j < 3 ? old(i, j) : 0.0);
}

TEST(DualViews, AreResizedByTheExtentsThatTheirTypeLeavesOpen) {
  Dual<int* [3], R, L> dual("dual", 2);
  fill_distinct(dual.view_host());
  int const last = dual.view_host()(1, 2);
  dual.modify_host();
  dual.resize(4);
  dual.sync_device();
  EXPECT_EQ(extents_of(dual.view_device()), (Index{4, 3}));
  EXPECT_EQ(dual.view_device()(1, 2), last);
  dual.resize(5, 3);
  EXPECT_EQ(dual.extent(0), 5U);
  dual.realloc(6);
  EXPECT_EQ(extents_of(dual.view_host()), (Index{6, 3}));
}

TEST(DualViews, OfTheSameExtentsStayAsTheyAre) {
  TwoLayouts dual("dual", 3, 4);
  fill_distinct(dual.view_host());
  dual.modify_host();
  auto const* const data = dual.view_host().data();
  dual.resize(3, 4);
  dual.realloc(3, 4);
  EXPECT_EQ(dual.view_host().data(), data);
  EXPECT_TRUE(dual.need_sync_device());
}

TEST(DualViews, BeginAnewWhenTheyAreReallocated) {
  TwoLayouts dual("dual", 3, 4);
  fill_distinct(dual.view_host());
  dual.modify_host();
  dual.realloc(4, 4);
  EXPECT_FALSE(dual.need_sync_device());
  EXPECT_EQ(dual.view_host()(1, 1), 0.0);
  EXPECT_EQ(dual.view_device()(3, 3), 0.0);
  TwoLayouts none;
  none.resize(2, 2);
  EXPECT_EQ(none.extent(1), 2U);
  EXPECT_TRUE(none.is_allocated());
}

TEST(DualViews, OfOneAllocationAreResizedAsOne) {
  OneLayout dual("dual", 3, 4);
  fill_distinct(dual.view_host());
  auto const old = dual.view_host();
  dual.modify_host();
  dual.resize(5, 2);
  EXPECT_EQ(static_cast<void const*>(dual.view_host().data()),
            static_cast<void const*>(dual.view_device().data()));
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 2; ++j) EXPECT_EQ(dual.view_host()(i, j), i < 3 ? old(i, j) : 0.0);
}

}  // namespace
}  // namespace isomer::test
