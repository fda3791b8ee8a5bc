// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isomer/isomer.hpp>
#include <isomer/records.hpp>

#include <string>
#include <string_view>

#include "support/view_access.hpp"

namespace isomer::test {

struct Watched {
  double a;
  float b, c;
};

}  // namespace isomer::test

ISOMER_RECORD(isomer::test::Watched, a, b, c);

/// What a profiling tool sees: labelled kernels on the caller's instance, and no fence.
namespace isomer::test {
namespace {

namespace Tools = Kokkos::Tools::Experimental;
using R = Kokkos::LayoutRight;
using L = Kokkos::LayoutLeft;

struct Event {
  std::string kind;
  std::string label;
  std::uint32_t device = 0;
};
std::vector<Event> events;

template <int Kind>
void note_kernel(char const* name, std::uint32_t device, std::uint64_t* id) {
  static constexpr char const* kinds[] = {"parallel_for", "parallel_reduce", "parallel_scan"};
  *id = 0;
  events.push_back({kinds[Kind], name, device});
}
void note_fence(char const* name, std::uint32_t device, std::uint64_t* id) {
  *id = 0;
  // Kokkos fences on behalf of a tool that has not declined it, before it calls the tool.
  if (std::string_view(name).find("Kokkos Profile Tool Fence") != std::string_view::npos) return;
  events.push_back({"fence", name, device});
}
void note_allocation(Kokkos::Tools::SpaceHandle, char const* label, void const*, std::uint64_t) {
  events.push_back({"allocation", label, 0});
}
void note_copy(Kokkos::Tools::SpaceHandle, char const* dst, void const*, Kokkos::Tools::SpaceHandle,
               char const*, void const*, std::uint64_t) {
  events.push_back({"deep_copy", dst, 0});
}

void open_region(char const* name) { events.push_back({"region", name, 0}); }
void close_region() { events.push_back({"end of region", "", 0}); }

class KokkosTools : public testing::Test {
 protected:
  KokkosTools() {
    events.clear();
    before_ = Tools::get_callbacks();
    Tools::set_begin_parallel_for_callback(note_kernel<0>);
    Tools::set_begin_parallel_reduce_callback(note_kernel<1>);
    Tools::set_begin_parallel_scan_callback(note_kernel<2>);
    Tools::set_begin_fence_callback(note_fence);
    Tools::set_allocate_data_callback(note_allocation);
    Tools::set_begin_deep_copy_callback(note_copy);
    Tools::set_push_region_callback(open_region);
    Tools::set_pop_region_callback(close_region);
  }
  ~KokkosTools() override { Tools::set_callbacks(before_); }

  /// What a call does on an instance of its own, so that the default instance would be noticed.
  template <class Call>
  void watch(Call const& call) {
    auto const instances = Kokkos::Experimental::partition_space(Exec{}, 1, 1);
    for (auto const& exec : instances) {
      exec.fence();
      events.clear();
      call(exec);
      auto const seen = events;
      exec.fence();
      check(seen, exec);
    }
  }

  template <class Call>
  void see_nothing_but_kernels(Call const& call) {
    watch([&](Exec const& exec) {
      call(exec);
      // An instance has scratch memory of Kokkos' own when it first needs it.
      for (Event const& event : events)
        if (event.kind == "allocation") {
          EXPECT_THAT(event.label, testing::StartsWith("Kokkos::"));
        }
    });
  }

 private:
  static void check(std::vector<Event> const& seen, Exec const& exec) {
    int kernels = 0;
    for (Event const& event : seen) {
      SCOPED_TRACE(event.kind + " \"" + event.label + '"');
      EXPECT_NE(event.kind, "fence") << "a call on an instance has to be asynchronous";
      EXPECT_NE(event.kind, "deep_copy");
      if (event.kind == "allocation") {
        // Kokkos' own scratch memory carries Kokkos' labels.
        EXPECT_THAT(event.label, testing::AnyOf(testing::StartsWith("isomer::"),
                                                testing::StartsWith("Kokkos::")));
      } else if (event.kind.rfind("parallel", 0) == 0) {
        ++kernels;
        EXPECT_THAT(event.label, testing::MatchesRegex("isomer::[a-z_0-9]+::[a-z_0-9]+.*"));
        EXPECT_EQ(event.device, Tools::device_id(exec)) << "on another instance";
      }
    }
    EXPECT_GT(kernels, 0) << "no kernel was seen";
    ASSERT_GE(seen.size(), 2U);
    EXPECT_EQ(seen.front().kind, "region") << "all that a call does is within its region";
    EXPECT_THAT(seen.front().label, testing::StartsWith("isomer::"));
    EXPECT_EQ(seen.back().kind, "end of region");
  }

  Tools::EventSet before_;
};

TEST_F(KokkosTools, SeePermuteOnTheCallersInstanceLabelledAndWithoutFences) {
  for (Index const& extent : {Index{200, 300, 40}, Index{3, 4, 5}, Index{64, 64, 64}}) {
    auto const src = allocate<ManagedView<float, 3, R>>("src", extent);
    for (std::vector<int> const& axes :
         {std::vector{2, 1, 0}, {0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {1, 2, 0}}) {
      auto const dst = allocate<ManagedView<float, 3, R>>("dst", permuted(extent, axes));
      watch([&](Exec const& exec) { isomer::permute(exec, dst, src, Axes(axes)); });
      watch([&](Exec const& exec) {
        isomer::permute(exec, dst, src, Axes(axes), isomer::Scaling{2.0F, 1.0F});
      });
    }
  }
}

TEST_F(KokkosTools, SeeTransposeAndDeepCopyTheSameWay) {
  auto const a = allocate<ManagedView<double, 2, R>>("a", {500, 700});
  auto const t = allocate<ManagedView<double, 2, R>>("t", {700, 500});
  auto const columns = allocate<ManagedView<double, 2, L>>("columns", {500, 700});
  watch([&](Exec const& exec) { isomer::transpose(exec, t, a); });
  watch([&](Exec const& exec) { isomer::deep_copy(exec, columns, a); });
}

TEST_F(KokkosTools, SeeStridedAndOddElementsTheSameWay) {
  auto const parent = allocate<ManagedView<std::array<char, 12>, 3, R>>("parent", {60, 50, 40});
  auto const dst = allocate<ManagedView<std::array<char, 12>, 2, R>>("dst", {50, 60});
  auto const src = Kokkos::subview(parent, Kokkos::ALL, Kokkos::ALL, 3);
  watch([&](Exec const& exec) { isomer::transpose(exec, dst, src); });
}

TEST_F(KokkosTools, SeeBatchesTheSameWay) {
  using Blocks = ManagedView<double, 2, R>;
  struct Block {
    Blocks dst, src;
  };
  std::vector<Block> blocks;
  for (int k = 0; k < 20; ++k)
    blocks.push_back({allocate<Blocks>("dst", {90, 80}), allocate<Blocks>("src", {80, 90})});
  auto const plan = isomer::plan_permute_batch(Exec(), blocks, {1, 0});
  watch([&](Exec const& exec) { isomer::permute_batch(exec, blocks, {1, 0}); });
  watch([&](Exec const& exec) { plan.execute(exec, blocks); });
  watch([&](Exec const& exec) { plan.execute(exec, blocks, isomer::Scaling{2.0, 0.0}); });
}

TEST_F(KokkosTools, SeeInPlaceCallsTheSameWay) {
  for (Index const& extent : {Index{300, 200, 10}, Index{64, 64, 64}, Index{100000, 3, 1}}) {
    auto const view = allocate<ManagedView<double, 3, R>>("view", extent);
    watch([&](Exec const& exec) {
      isomer::permute_in_place(exec, view, {1, 0, 2}, isomer::allow_aliases);
    });
    watch([&](Exec const& exec) { isomer::transpose_in_place(exec, view, isomer::allow_aliases); });
    watch([&](Exec const& exec) { isomer::convert_layout<L>(exec, view, isomer::allow_aliases); });
  }
}

TEST_F(KokkosTools, SeeExecutedPlansTheSameWay) {
  auto const src = allocate<ManagedView<float, 3, R>>("src", {40, 50, 60});
  auto const dst = allocate<ManagedView<float, 3, R>>("dst", {60, 40, 50});
  auto const plan = isomer::plan_permute(Exec{}, dst, src, {2, 0, 1});
  auto const in_place =
      isomer::plan_permute_in_place(Exec{}, src, {2, 0, 1}, isomer::allow_aliases);
  watch([&](Exec const& exec) { plan.execute(exec, dst, src); });
  watch([&](Exec const& exec) { in_place.execute(exec, src); });
}

TEST_F(KokkosTools, SeeNeitherAllocationsNorFencesWithACallersWorkspace) {
  auto const view = allocate<ManagedView<double, 2, R>>("view", {700, 301});
  Kokkos::View<std::byte*, Exec::memory_space> const workspace("workspace", 64 << 20);
  auto const plan = isomer::plan_permute_in_place(Exec{}, view, {1, 0}, isomer::allow_aliases);
  EXPECT_GT(plan.workspace_bytes(), 0U);
  see_nothing_but_kernels([&](Exec const& exec) { plan.execute(exec, view, workspace); });
  see_nothing_but_kernels([&](Exec const& exec) {
    isomer::transpose_in_place(exec, view, workspace, isomer::allow_aliases);
  });
}

TEST_F(KokkosTools, SeeRecordsTheSameWay) {
  std::size_t const n = 20000;
  RecordView<Watched, SoA, Exec::memory_space> const columns("columns", n);
  RecordView<Watched, AoS, Exec::memory_space> const structs("structs", n);
  auto const copy = isomer::plan_deep_copy(Exec{}, columns, structs);
  watch([&](Exec const& exec) { isomer::deep_copy(exec, columns, structs); });
  watch([&](Exec const& exec) { copy.execute(exec, columns, structs); });
  auto const plan = isomer::plan_rearrange<SoA>(Exec{}, structs, isomer::allow_aliases);
  watch([&](Exec const& exec) { plan.execute(exec, structs); });
  watch(
      [&](Exec const& exec) { isomer::rearrange<Tiled<8>>(exec, structs, isomer::allow_aliases); });
  Records<Watched, Offer<AoS, SoA>, Exec::memory_space> records("records", n);
  watch([&](Exec const& exec) {
    isomer::rearrange(exec, records, records.arrangement() == AoS{} ? Arrangement(SoA{}) : AoS{});
  });
}

TEST_F(KokkosTools, SeeNeitherAllocationsNorFencesOfRecordsWithACallersWorkspace) {
  RecordView<Watched, AoS, Exec::memory_space> const structs("structs", 20000);
  Kokkos::View<std::byte*, Exec::memory_space> const workspace("workspace", 8 << 20);
  auto const plan = isomer::plan_rearrange<SoA>(Exec{}, structs, isomer::allow_aliases);
  EXPECT_GT(plan.workspace_bytes(), 0U);
  see_nothing_but_kernels([&](Exec const& exec) { plan.execute(exec, structs, workspace); });
  see_nothing_but_kernels([&](Exec const& exec) {
    isomer::rearrange<Tiled<8>>(exec, structs, workspace, isomer::allow_aliases);
  });
}

TEST_F(KokkosTools, SeeARegionNamedAfterTheCallAlsoWhereItThrows) {
  auto const a = allocate<ManagedView<double, 2, R>>("a", {50, 70});
  auto const t = allocate<ManagedView<double, 2, R>>("t", {70, 50});
  Exec const exec;
  events.clear();
  isomer::permute(exec, t, a, {1, 0});
  EXPECT_EQ(events.front().label, "isomer::permute");
  events.clear();
  EXPECT_THROW(isomer::permute(exec, t, a, {0, 1}), Error);
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events.back().kind, "end of region");
  exec.fence();
}

TEST_F(KokkosTools, SeeAFenceOfTheInstanceOnlyWhereNoneWasGiven) {
  auto const a = allocate<ManagedView<double, 2, R>>("a", {50, 70});
  auto const t = allocate<ManagedView<double, 2, R>>("t", {70, 50});
  events.clear();
  isomer::transpose(t, a);
  std::vector<std::string> fences;
  for (Event const& event : events)
    if (event.kind == "fence") {
      fences.push_back(event.label);
      EXPECT_EQ(event.device, Tools::device_id(Exec{})) << "a global fence";
    }
  EXPECT_EQ(fences, std::vector<std::string>{
                        "isomer::transpose: fence after the call without an instance"});
}

}  // namespace
}  // namespace isomer::test
