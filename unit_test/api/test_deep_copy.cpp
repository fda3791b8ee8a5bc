// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isomer/deep_copy.hpp>

#include <cstring>
#include <string>
#include <vector>

#include "support/message_of.hpp"
#include "support/view_access.hpp"

namespace isomer::test {
namespace {

template <class Layouts>
class DeepCopy : public testing::Test {};
template <class Dst, class Src>
struct To {
  using DstLayout = Dst;
  using SrcLayout = Src;
};
using L = Kokkos::LayoutLeft;
using R = Kokkos::LayoutRight;
using LayoutPairs = testing::Types<To<L, L>, To<L, R>, To<R, L>, To<R, R>>;
TYPED_TEST_SUITE(DeepCopy, LayoutPairs);

Index const extent8{4, 3, 2, 5, 1, 3, 2, 2};

template <class Pair, int Rank>
void keeps_every_index() {
  SCOPED_TRACE(testing::Message() << "rank " << Rank);
  Index const extent(extent8.begin(), extent8.begin() + Rank);
  auto const src = allocate<ManagedView<int, Rank, typename Pair::SrcLayout>>("src", extent);
  auto const dst = allocate<ManagedView<int, Rank, typename Pair::DstLayout>>("dst", extent);
  fill_distinct(src);
  Exec const exec;
  isomer::deep_copy(exec, dst, src);
  exec.fence();
  EXPECT_TRUE(holds(dst, extent));
  // Kokkos::deep_copy is the slowest thing to compile here: two ranks stand for all.
  if constexpr (Rank == 2 || Rank == 5) {
    using V = ManagedView<int, Rank, typename Pair::DstLayout>;
    auto const kokkos = allocate<V>("kokkos", extent);
    Kokkos::deep_copy(kokkos, src);
    EXPECT_EQ(std::memcmp(dst.data(), kokkos.data(), dst.size() * sizeof(int)), 0);
  }
}

TYPED_TEST(DeepCopy, KeepsEveryIndexAtEveryRankAsKokkosDoes) {
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    (keeps_every_index<TypeParam, static_cast<int>(K) + 1>(), ...);
  }
  (std::make_index_sequence<8>{});
}

TYPED_TEST(DeepCopy, WithoutAnInstanceReturnsWhenTheDataAreThere) {
  auto const src =
      allocate<ManagedView<double, 2, typename TypeParam::SrcLayout>>("src", {301, 257});
  auto const dst =
      allocate<ManagedView<double, 2, typename TypeParam::DstLayout>>("dst", {301, 257});
  fill_distinct(src);
  isomer::deep_copy(dst, src);
  EXPECT_TRUE(holds(dst, {301, 257}));
}

template <class V>
V filled(char const* label, Index const& extent) {
  auto const view = allocate<V>(label, extent);
  fill_distinct(view);
  return view;
}

TEST(DeepCopyOfTheSame, MirrorsIsNothing) {
  auto const a = filled<ManagedView<double, 2, R>>("a", {40, 30});
  auto const mirror = Kokkos::create_mirror_view(a);
  ASSERT_EQ(mirror.data(), a.data());
  isomer::deep_copy(mirror, a);
  isomer::deep_copy(a, mirror);
  isomer::deep_copy(Exec{}, mirror, a);
  isomer::deep_copy(a, a);
  EXPECT_TRUE(holds(a, {40, 30}));
}

TEST(DeepCopyOfTheSame, MappingIsNothingWhateverTheTypes) {
  auto const a = filled<ManagedView<int, 2, R>>("a", {4, 30});
  Kokkos::View<int const* [30], R, Device> const read_only = a;
  Kokkos::View<int**, Kokkos::LayoutStride, Device> const strided = a;
  isomer::deep_copy(a, read_only);
  isomer::deep_copy(strided, a);
  auto const column = Kokkos::subview(a, Kokkos::ALL, 7);
  isomer::deep_copy(column, column);
  // Axes of extent 1 have no stride to speak of.
  auto const row = Kokkos::subview(a, std::pair(1, 2), Kokkos::ALL);
  Kokkos::View<int**, L, Device, Kokkos::MemoryUnmanaged> const element(a.data(), 1, 1);
  isomer::deep_copy(Kokkos::subview(a, std::pair(0, 1), std::pair(0, 1)), element);
  isomer::deep_copy(row, row);
  EXPECT_TRUE(holds(a, {4, 30}));
}

TEST(DeepCopyOfTheSame, MemoryButAnotherMappingIsStillAnError) {
  auto const a = filled<ManagedView<int, 2, R>>("a", {6, 6});
  Kokkos::View<int**, L, Device, Kokkos::MemoryUnmanaged> const columns(a.data(), 6, 6);
  EXPECT_THAT(message_of([&] { isomer::deep_copy(columns, a); }), testing::HasSubstr("overlap"));
  auto const low = Kokkos::subview(a, std::pair(0, 4), Kokkos::ALL);
  auto const high = Kokkos::subview(a, std::pair(2, 6), Kokkos::ALL);
  EXPECT_THAT(message_of([&] { isomer::deep_copy(low, high); }), testing::HasSubstr("overlap"));
  EXPECT_THAT(message_of([&] { isomer::deep_copy(Exec{}, low, a); }), testing::HasSubstr("4x6"));
  EXPECT_TRUE(holds(a, {6, 6})) << "was written";
}

template <int Rank>
void copies_nothing() {
  SCOPED_TRACE(testing::Message() << "rank " << Rank);
  ManagedView<double, Rank, R> const none, to_none;
  isomer::deep_copy(to_none, none);
  isomer::deep_copy(Exec{}, to_none, none);
  ManagedView<double, Rank, L> const none_left;
  isomer::deep_copy(none_left, none);
  if constexpr (Rank > 0) {
    Index empty(Rank, 3);
    empty.back() = 0;
    auto const a = allocate<ManagedView<double, Rank, R>>("a", empty);
    auto const b = allocate<ManagedView<double, Rank, L>>("b", empty);
    isomer::deep_copy(a, b);
    isomer::deep_copy(Exec{}, b, a);
  }
}

TEST(DeepCopyOfNothing, IsNothingAtEveryRank) {
  [&]<std::size_t... K>(std::index_sequence<K...>) { (copies_nothing<static_cast<int>(K)>(), ...); }
  (std::make_index_sequence<9>{});
  Kokkos::View<int[3][4], R, Device> const fixed, to_fixed;
  Kokkos::View<int[3][4], L, Device> const columns;
  isomer::deep_copy(to_fixed, fixed);
  isomer::deep_copy(columns, fixed);
  Kokkos::DynRankView<int, R, Device> const dynamic, to_dynamic;
  isomer::deep_copy(to_dynamic, dynamic);
}

TEST(DeepCopyOfNothing, IsAnErrorWhereOneSideHasElements) {
  Kokkos::View<double, Device> const none, one("one");
  EXPECT_THAT(message_of([&] { isomer::deep_copy(one, none); }), testing::HasSubstr("null data"));
  EXPECT_THAT(message_of([&] { isomer::deep_copy(Exec{}, none, one); }),
              testing::HasSubstr("null data"));
  auto const empty = allocate<ManagedView<int, 2, R>>("empty", {3, 0});
  auto const other = allocate<ManagedView<int, 2, R>>("other", {0, 3});
  EXPECT_THAT(message_of([&] { isomer::deep_copy(empty, other); }),
              testing::HasSubstr("extents 3x0"));
}

/// Whether every element of a View, and nothing around it, is `value`.
template <class V>
bool all_are(V const& view, typename V::value_type value) {
  bool all = true;
  for_each_index(extents_of(view), [&](Index const& i) { all = all && at(view, i) == value; });
  return all;
}

TEST(DeepCopyOfAValue, GivesItToEveryElement) {
  auto const a = filled<ManagedView<double, 3, L>>("a", {5, 6, 7});
  isomer::deep_copy(a, 2.5);
  EXPECT_TRUE(all_are(a, 2.5));
  isomer::deep_copy(Exec{}, a, 3);
  Exec{}.fence();
  EXPECT_TRUE(all_are(a, 3.0));
  Kokkos::DynRankView<float, R, Device> const dynamic("dynamic", 3, 4);
  isomer::deep_copy(dynamic, 1.5F);
  EXPECT_TRUE(all_are(dynamic, 1.5F));
  Kokkos::View<int, Device> const one("one");
  isomer::deep_copy(one, 9);
  EXPECT_EQ(one(), 9);
  ManagedView<int, 2, R> const none;
  isomer::deep_copy(none, 1);
}

TEST(DeepCopyOfAValue, ToASubviewLeavesTheRest) {
  auto const a = filled<ManagedView<int, 2, R>>("a", {6, 8});
  isomer::deep_copy(a, 1);
  isomer::deep_copy(Kokkos::subview(a, Kokkos::ALL, std::pair(2, 5)), 4);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 8; ++j) EXPECT_EQ(a(i, j), j >= 2 && j < 5 ? 4 : 1);
}

template <class Layout>
auto padded(char const* label, std::size_t m, std::size_t n) {
  return Kokkos::View<double**, Layout, Device>(
      Kokkos::view_alloc(std::string(label), Kokkos::AllowPadding), m, n);
}

TEST(DeepCopy, TakesPaddedAllocationsOnEitherSide) {
  Index const extent{1003, 1001};
  auto const left = padded<L>("left", 1003, 1001);
  auto const right = padded<R>("right", 1003, 1001);
  ASSERT_FALSE(left.span_is_contiguous());
  ASSERT_FALSE(right.span_is_contiguous());
  isomer::deep_copy(left, 7.5);
  EXPECT_TRUE(all_are(left, 7.5));
  fill_distinct(left);
  isomer::deep_copy(right, left);
  EXPECT_TRUE(holds(right, extent));
  auto const dense = allocate<ManagedView<double, 2, L>>("dense", extent);
  isomer::deep_copy(dense, right);
  EXPECT_TRUE(holds(dense, extent));
  auto const other = padded<L>("other", 1003, 1001);
  isomer::deep_copy(other, left);
  EXPECT_TRUE(holds(other, extent));
}

TEST(DeepCopyToAValue, TakesItFromAViewOfRank0) {
  Kokkos::View<double, Device> const one("one");
  one() = 4.25;
  double value = 0;
  isomer::deep_copy(value, one);
  EXPECT_EQ(value, 4.25);
  one() = 5.5;
  Kokkos::View<double const, Device> const read_only = one;
  isomer::deep_copy(Exec{}, value, read_only);
  Exec{}.fence();
  EXPECT_EQ(value, 5.5);
  auto const a = filled<ManagedView<int, 2, R>>("a", {3, 4});
  int element = 0;
  isomer::deep_copy(element, Kokkos::subview(a, 2, 1));
  EXPECT_EQ(element, a(2, 1));
}

TEST(DeepCopyToAValue, TakesADynRankViewOfRank0Only) {
  Kokkos::DynRankView<int, R, Device> const one("one");
  one() = 3;
  int value = 0;
  isomer::deep_copy(value, one);
  EXPECT_EQ(value, 3);
  Kokkos::DynRankView<int, R, Device> const matrix("matrix", 2, 2);
  EXPECT_EQ(message_of([&] { isomer::deep_copy(value, matrix); }),
            "isomer::deep_copy: src \"matrix\" has rank 2, it has to have 0 to be copied to a "
            "value");
}

TEST(DeepCopy, TakesStaticAndDynamicExtentsMixed) {
  Kokkos::View<int** [4], R, Device> const src("src", 2, 3);
  Kokkos::View<int[2][3][4], L, Device> const fixed("fixed");
  ManagedView<int, 3, R> const dynamic("dynamic", 2, 3, 4);
  Kokkos::DynRankView<int, L, Device> const rank_at_run_time("rank", 2, 3, 4);
  fill_distinct(src);
  isomer::deep_copy(fixed, src);
  EXPECT_TRUE(holds(fixed, {2, 3, 4}));
  isomer::deep_copy(rank_at_run_time, fixed);
  EXPECT_TRUE(holds(rank_at_run_time, {2, 3, 4}));
  isomer::deep_copy(dynamic, rank_at_run_time);
  EXPECT_TRUE(holds(dynamic, {2, 3, 4}));
}

/// Copies from and to Views with the traits, and fills them.
template <unsigned Traits>
void copies_with_traits() {
  SCOPED_TRACE(testing::Message() << "traits " << Traits);
  using Memory = Kokkos::MemoryTraits<Traits>;
  Index const extent{33, 17};
  auto const src = filled<ManagedView<double, 2, R>>("src", extent);
  auto const dst = allocate<ManagedView<double, 2, L>>("dst", extent);
  Kokkos::View<double const**, R, Device, Memory> const from(src);
  Kokkos::View<double**, L, Device, Memory> const to(dst);
  isomer::deep_copy(to, src);
  EXPECT_TRUE(holds(dst, extent));
  isomer::deep_copy(to, 1.25);
  EXPECT_TRUE(all_are(dst, 1.25));
  isomer::deep_copy(Exec{}, dst, from);
  Exec{}.fence();
  EXPECT_TRUE(holds(dst, extent));
  isomer::deep_copy(to, -1.0);
  isomer::deep_copy(to, from);
  EXPECT_TRUE(holds(dst, extent));
  isomer::deep_copy(to, dst);
  EXPECT_TRUE(holds(dst, extent)) << "the same memory and mapping";
}

TEST(DeepCopy, TakesAnyMemoryTraitsOnEitherSide) {
  copies_with_traits<Kokkos::Atomic>();
  copies_with_traits<Kokkos::Restrict>();
  copies_with_traits<Kokkos::RandomAccess>();
  copies_with_traits<Kokkos::Unmanaged>();
  copies_with_traits<Kokkos::Aligned>();
  copies_with_traits<Kokkos::Unmanaged | Kokkos::Atomic>();
  copies_with_traits<Kokkos::Unmanaged | Kokkos::Restrict | Kokkos::Aligned>();
  copies_with_traits<Kokkos::Unmanaged | Kokkos::RandomAccess>();
}

struct Fence {
  std::string label;
  std::uint32_t device;
};
std::vector<Fence> fences;

/// The labels of the fences that a call makes, and how many of them are of one instance.
template <class Call>
std::vector<std::string> labels_of_fences(Call const& call) {
  auto const before = Kokkos::Tools::Experimental::get_callbacks();
  fences.clear();
  Kokkos::Tools::Experimental::set_begin_fence_callback(
      [](char const* name, std::uint32_t device, std::uint64_t* id) {
        *id = 0;
        fences.push_back({name, device});
      });
  call();
  Kokkos::Tools::Experimental::set_callbacks(before);
  std::vector<std::string> labels;
  for (Fence const& fence : fences)
    if (fence.label.find("Kokkos Profile Tool Fence") == std::string::npos)
      labels.push_back(fence.label);
  return labels;
}

TEST(DeepCopy, WithoutAnInstanceFencesEverythingBeforeAndAfter) {
  auto const src = filled<ManagedView<double, 2, R>>("src", {50, 60});
  auto const dst = allocate<ManagedView<double, 2, L>>("dst", {50, 60});
  std::string const before = "isomer::deep_copy: fence before a copy without an instance";
  std::string const after = "isomer::deep_copy: fence after a copy without an instance";
  for (auto const& labels : {labels_of_fences([&] { isomer::deep_copy(dst, src); }),
                             labels_of_fences([&] { isomer::deep_copy(src, src); })}) {
    ASSERT_GE(labels.size(), 2U);
    EXPECT_EQ(labels.front(), before);
    EXPECT_EQ(labels.back(), after);
  }
}

TEST(DeepCopy, OnAnInstanceFencesNothing) {
  auto const src = filled<ManagedView<double, 2, R>>("src", {50, 60});
  auto const dst = allocate<ManagedView<double, 2, L>>("dst", {50, 60});
  Exec const exec;
  isomer::deep_copy(exec, dst, src);
  EXPECT_THAT(labels_of_fences([&] { isomer::deep_copy(exec, dst, src); }), testing::IsEmpty());
  EXPECT_THAT(labels_of_fences([&] { isomer::deep_copy(exec, src, src); }), testing::IsEmpty());
}

#ifdef KOKKOS_ENABLE_CUDA
template <class HostLayout, class DeviceLayout>
void goes_there_and_back(Index const& extent) {
  using Here = Kokkos::View<float***, HostLayout, Kokkos::HostSpace>;
  auto const host = filled<Here>("host", extent);
  auto const device =
      allocate<Kokkos::View<float***, DeviceLayout, Kokkos::CudaSpace>>("device", extent);
  auto const back = allocate<Here>("back", extent);
  isomer::deep_copy(device, host);
  isomer::deep_copy(back, device);
  EXPECT_TRUE(holds(back, extent));
  isomer::deep_copy(back, -1.0F);
  Kokkos::Cuda const exec;
  isomer::deep_copy(exec, back, device);
  exec.fence();
  EXPECT_TRUE(holds(back, extent));
  isomer::deep_copy(device, 0.0F);
  isomer::deep_copy(Kokkos::DefaultHostExecutionSpace{}, device, back);
  isomer::deep_copy(back, -1.0F);
  isomer::deep_copy(back, device);
  EXPECT_TRUE(holds(back, extent));
}

TEST(DeepCopy, GoesBetweenTheHostAndADevice) {
  for (Index const& extent : {Index{3, 4, 5}, Index{700, 900, 11}, Index{2, 3000000, 1}}) {
    goes_there_and_back<R, L>(extent);
    goes_there_and_back<L, R>(extent);
    goes_there_and_back<L, L>(extent);
  }
}
#endif

}  // namespace
}  // namespace isomer::test
