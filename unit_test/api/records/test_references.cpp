// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <concepts>

#include "api/records/filled.hpp"

/// What can be done with `v(i)`, in every arrangement.
namespace isomer::test {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

template <class T, class A>
RecordView<T, A, Host> filled(std::size_t n) {
  RecordView<T, A, Host> const view("records", n);
  fill(view);
  return view;
}

TEST(RecordReference, ReadsAndWritesWholeRecords) {
  for_a_third([]<class T, class A>() {
    auto const view = filled<T, A>(70);
    EXPECT_TRUE(is_filled(view)) << Arrangement(A{}).name();
    for (std::size_t i = 0; i + 1 < view.size(); i += 2) swap(view(i), view(i + 1));
    EXPECT_TRUE(holds(view, [](std::size_t i) { return i ^ 1; })) << Arrangement(A{}).name();
    for (std::size_t i = 1; i < view.size(); ++i) view(i) = view(0);
    EXPECT_TRUE(holds(view, [](std::size_t) { return 1; })) << Arrangement(A{}).name();
  });
}

TEST(RecordReference, WritesRecordsOfOtherArrangements) {
  for_a_third([]<class T, class A>() {
    auto const from = filled<T, A>(20);
    RecordView<T, Tiled<8>, Host> const to("to", 20);
    for (int i = 0; i < 20; ++i) to(i) = from(i);
    EXPECT_TRUE(is_filled(to)) << Arrangement(A{}).name();
    swap(to(3), from(5));
    EXPECT_TRUE(are_equal(T(to(3)), made_up<T>(5)));
    EXPECT_TRUE(are_equal(T(from(5)), made_up<T>(3)));
  });
}

template <class A>
void expect_named_members() {
  RecordView<Arrays, A, Host> const view("arrays", 11);
  auto const r = view(7);
  r.v[2] = 3;
  r.m[1][0] = 4;
  r.c = 5;
  static_assert(std::is_same_v<decltype((r.c)), std::int8_t&>);
  static_assert(std::is_same_v<decltype(r.v[0]), float&>);
  static_assert(std::is_same_v<decltype(r.m[0][0]), double&>);
  EXPECT_EQ(&r.v[2], &view(7).template get<"v">()[2]);
  EXPECT_EQ(&r.m[1][0], &view(7).template get<&Arrays::m>()[1][0]);
  EXPECT_EQ(&r.c, &view(7).template get<"c">());
  Arrays const copy = view(7);
  EXPECT_EQ(copy.v[2], 3);
  EXPECT_EQ(copy.m[1][0], 4);
  EXPECT_EQ(copy.c, 5);
  float sum = 0;
  for (float& component : r.v) sum += component;
  EXPECT_EQ(sum, 3);
  EXPECT_EQ(r.v.size(), 3U);
}

TEST(RecordReference, HasMembersOfTheNamesOfTheStruct) {
  for_arrangements<Arrays>([]<class T, class A>() {
    static_assert(std::is_same_v<T, Arrays>);
    expect_named_members<A>();
  });
}

TEST(RecordReference, StaysAReferenceInACopy) {
  for_arrangements<Mixed>([]<class T, class A>() {
    RecordView<T, A, Host> const view("mixed", 3);
    auto p = view(1);
    auto q = p;
    q.b = 2;
    Kokkos::atomic_add(&p.b, 3.0F);
    EXPECT_EQ(view(1).b, 5);
    p = view(0);  // writes through
    EXPECT_EQ(view(1).b, 0);
  });
}

TEST(RecordReference, IsExchangedAlsoWhereStdSwapIsInSight) {
  using std::swap;
  auto const view = filled<Mixed, SoA>(3);
  auto a = view(0);
  auto b = view(2);
  swap(a, b);
  EXPECT_TRUE(are_equal(Mixed(view(0)), made_up<Mixed>(2)));
  EXPECT_TRUE(are_equal(Mixed(view(2)), made_up<Mixed>(0)));
  std::ranges::swap(a, b);
  EXPECT_TRUE(is_filled(view));
}

TEST(RecordReference, IsAssignedToAStruct) {
  auto const view = filled<Mixed, Tiled<8>>(3);
  Mixed record{};
  record = view(2);
  EXPECT_TRUE(are_equal(record, made_up<Mixed>(2)));
}

TEST(RecordReference, HasMembersOfAnyName) {
  RecordView<Names, SoA, Host> const view("names", 3);
  auto const r = view(1);
  r.Value = 1;
  r.swap = 2;
  r.assign = 3;
  r.place = 4;
  r.count = 5;
  r.get<"get">() = 6;
  Names const names = view(1);
  EXPECT_EQ(names.Value + names.swap + names.assign + names.place + names.count + names.get, 21);
}

TEST(RecordReference, IsMadeInKernelsOfKokkos) {
  auto const view = filled<Arrays, Tiled<8>>(100);
  Kokkos::parallel_for(
      Kokkos::RangePolicy<Host>(0, 100), KOKKOS_LAMBDA(int i) { view(i).v[1] = view(i).v[0]; });
  Host{}.fence();
  for (int i = 0; i < 100; ++i) EXPECT_EQ(view(i).v[1], view(i).v[0]);
  EXPECT_EQ(view.use_count(), 1);
}

TEST(RecordReference, OfAConstViewIsForReading) {
  auto const view = filled<Mixed, Tiled<8>>(9);
  RecordView<Mixed const, Tiled<8>, Host> const reader = view;
  static_assert(std::is_same_v<decltype((reader(0).a)), double const&>);
  static_assert(!std::is_convertible_v<decltype(reader), RecordView<Mixed, Tiled<8>, Host>>);
  EXPECT_TRUE(is_filled(reader));
  EXPECT_EQ(view.use_count(), 2);
}

TEST(RecordReference, WithoutTheMacroHasItsMembersByNameAndByPointer) {
  auto const view = filled<Plain, Tiled<2>>(5);
  auto const plain = made_up<Plain>(3);
  EXPECT_EQ(view(3).get<"b">(), plain.b);
  EXPECT_EQ(view(3).get<&Plain::a>(), plain.a);
  EXPECT_EQ(view(3).get<"c">()[1], plain.c[1]);
}

TEST(RecordReference, OfARecordThatHasNoDefaultConstructor) {
  RecordView<Fixed, Tiled<8>, Host> const view("fixed", 4);
  view(2) = Fixed(1, 2);
  Fixed const fixed = view(2);
  EXPECT_EQ(fixed.a(), 1);
  EXPECT_EQ(view(2).get<"b">(), 2);
}

}  // namespace
}  // namespace isomer::test
