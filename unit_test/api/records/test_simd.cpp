// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "api/records/filled.hpp"
#include "support/sampled.hpp"

/// Several records at once, in each arrangement.
namespace isomer::test {

/// N members of one type, as an array of leaves.
template <class F, int N>
struct Row {
  F of[N];
};

}  // namespace isomer::test

template <class F, int N>
inline constexpr auto isomer::record_of<isomer::test::Row<F, N>> =
    isomer::record<isomer::test::Row<F, N>>(isomer::field("of", &isomer::test::Row<F, N>::of));

#if defined(ISOMER_HAS_VECTORS)
namespace isomer::test {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

/// A value of a member, or of each component of a C array, for record k of several.
template <class Vecs, class Member>
bool are_equal_members(Vecs const& vecs, Member const& member, int k) {
  if constexpr (std::is_array_v<Member>) {
    for (std::size_t c = 0; c < std::extent_v<Member>; ++c)
      if (!are_equal_members(vecs[c], member[c], k)) return false;
    return true;
  } else {
    Member const value = vecs[k];
    return std::memcmp(&value, &member, sizeof(Member)) == 0;
  }
}
template <class Vecs, class Member>
void set_members(Vecs& vecs, Member const& member, int k) {
  if constexpr (std::is_array_v<Member>) {
    for (std::size_t c = 0; c < std::extent_v<Member>; ++c) set_members(vecs[c], member[c], k);
  } else {
    vecs[k] = member;
  }
}

/// `visit(member of several records, member of one)` for each member.
template <class T, class Visit>
void for_members(auto& records, T const& record, Visit const& visit) {
  [&]<int... M>(std::integer_sequence<int, M...>) {
    (visit(records.template get<std::get<M>(detail::RecordOf<T>::pointers)>(),
           record.*std::get<M>(detail::RecordOf<T>::pointers)),
     ...);
  }
  (std::make_integer_sequence<int, detail::LeafTable<T>::members>{});
}
template <class T, int W>
bool is_record(SimdRecord<T, W> const& records, int k, T const& record) {
  bool same = true;
  for_members(records, record, [&](auto const& vecs, auto const& member) {
    same &= are_equal_members(vecs, member, k);
  });
  return same;
}

/// Compiled once for all tests.
template <int W, class V>
[[gnu::noinline]] auto load(V const& view, std::size_t i) {
  return simd_load<W>(view, i);
}
template <class V, class Records>
[[gnu::noinline]] void store(V const& view, std::size_t i, Records const& records) {
  simd_store(view, i, records);
}

/// No index is skipped: a tile's border lies at each place between the W.
template <int W, class T, class A>
void expect_loads() {
  std::size_t const n = 3 * 64 + 5;
  RecordView<T, A, Host> const view("records", n);
  fill(view);
  int wrong = 0;
  for (std::size_t i = 0; i + W <= n; ++i) {
    auto const records = load<W>(view, i);
    static_assert(std::is_same_v<decltype(records), SimdRecord<T, W> const>);
    for (int k = 0; k < W; ++k)
      wrong += is_record(records, k, made_up<T>(i + static_cast<std::size_t>(k))) ? 0 : 1;
  }
  EXPECT_EQ(wrong, 0) << W << " records in " << Arrangement(A{}).name();
}

template <int W, class T, class A>
void expect_stores() {
  std::size_t const n = 100;
  for (std::size_t i : {0, 1, 7, 32, 57, static_cast<int>(n) - W}) {
    RecordView<T, A, Host> const view("records", n);
    fill(view);
    SimdRecord<T, W> records;
    for (int k = 0; k < W; ++k)
      for_members(records, made_up<T>(1000 + static_cast<std::size_t>(k)),
                  [&](auto& vecs, auto const& member) { set_members(vecs, member, k); });
    store(view, i, records);
    EXPECT_TRUE(holds(view, [&](std::size_t j) { return j - i < W ? 1000 + (j - i) : j; }))
        << W << " records in " << Arrangement(A{}).name() << " at " << i;
  }
}

template <class T, class A, int... W>
void expect_widths(std::integer_sequence<int, W...>) {
  (expect_loads<W, T, A>(), ...);
  (expect_stores<W, T, A>(), ...);
}
using Eight = std::integer_sequence<int, 8>;
using Others =
    AllUnlessSampled<std::integer_sequence<int, 2, 4, 16>, std::integer_sequence<int, 4>>;

TEST(Simd, LoadsAndStoresRecordsOfAllKindsInAllArrangements) {
  for_a_third([]<class T, class A>() { expect_widths<T, A>(Eight{}); });
}

template <class... T>
void expect_other_widths(std::type_identity<std::tuple<T...>>) {
  (expect_widths<T, AoS>(Others{}), ...);
  (expect_widths<T, Tiled<8>>(Others{}), ...);
  (expect_widths<T, std::tuple_element_t<0, typename ClustersOf<T>::type>>(Others{}), ...);
}
TEST(Simd, LoadsAndStoresOtherNumbersOfRecords) {
  expect_other_widths(std::type_identity<AllUnlessSampled<AllRecords, std::tuple<Mixed>>>{});
  expect_widths<Mixed, SoA>(Others{});
}

template <class F>
void expect_rows() {
  // All that is left of a row behind whole pieces of 16 bytes, and long rows.
  [&]<int... N>(std::integer_sequence<int, N...>) { (expect_widths<Row<F, N>, AoS>(Eight{}), ...); }
  (AllUnlessSampled<
      std::integer_sequence<int, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 21, 31, 32>,
      std::integer_sequence<int, 2, 7, 12, 17, 22, 27, 32>>{});
  [&]<int... N>(std::integer_sequence<int, N...>) {
    (expect_widths<Row<F, N>, AoS>(Others{}), ...);
  }
  (AllUnlessSampled<std::integer_sequence<int, 2, 3, 4, 7, 32>, std::integer_sequence<int, 3>>{});
}
TEST(Simd, LoadsAndStoresStructsOf2To32Numbers) {
  expect_rows<float>();
  expect_rows<double>();
}

TEST(Simd, LoadsFromViewsThatAreOnlyRead) {
  RecordView<Mixed, AoS, Host> const view("mixed", 8);
  fill(view);
  RecordView<Mixed const, AoS, Host> const reader = view;
  EXPECT_TRUE(is_record(simd_load<4>(reader, 2), 3, made_up<Mixed>(5)));
}

/// The memory ends with the last record, and begins with the first: AddressSanitizer sees the rest.
TEST(Simd, TouchesNothingBeyondTheRecords) {
  for_a_third([]<class T, class A>() {
    constexpr std::size_t n = 64;
    std::vector<T> memory;
    for (std::size_t i = 0; i < n; ++i) memory.push_back(made_up<T>(i));
    auto* const bytes = reinterpret_cast<std::byte*>(memory.data());
    if (footprint<T>(A{}, n) > n * sizeof(T)) return;
    RecordView<T, A, Host> const view(bytes, n, n);
    fill(view);
    for (std::size_t const i : {std::size_t{0}, n - 8}) store(view, i, load<8>(view, i));
    EXPECT_TRUE(is_filled(view));
  });
}

TEST(Simd, WorksInRangesOfRecords) {
  RecordView<Mixed, Tiled<8>, Host> const view("mixed", 64);
  fill(view);
  auto const part = subview(view, {5, 40});
  auto records = simd_load<8>(part, 3);
  EXPECT_TRUE(is_record(records, 7, made_up<Mixed>(15)));
  records.b += 1;
  simd_store(part, 3, records);
  EXPECT_EQ(view(8).b, made_up<Mixed>(8).b + 1);
  EXPECT_EQ(view(15).b, made_up<Mixed>(15).b + 1);
  EXPECT_EQ(view(16).b, made_up<Mixed>(16).b);
}

TEST(Simd, HasMembersThatTheLibraryHasAUseForTheNamesOf) {
  RecordView<Names, AoS, Host> const view("names", 8);
  fill(view);
  auto p = simd_load<4>(view, 2);
  EXPECT_TRUE(is_record(p, 3, made_up<Names>(5)));
  for (vec<int, 4>* const member : {&p.position, &p.size, &p.member, &p.Places, &p.Table, &p.Member,
                                    &p.value_type, &p.get<"get">()})
    *member = 7;
  simd_store(view, 2, p);
  EXPECT_EQ(view(5).size, 7);
  EXPECT_EQ(view(5).value_type, 7);
  EXPECT_EQ(view(6).size, made_up<Names>(6).size);
}

TEST(Simd, HasMembersNamedAsThoseOfTheStruct) {
  RecordView<Arrays, AoS, Host> const view("arrays", 16);
  fill(view);
  auto p = simd_load<8>(view, 4);
  static_assert(std::is_same_v<decltype(p.v), vec<float, 8>[3]>);
  static_assert(std::is_same_v<decltype(p.m), vec<double, 8>[2][3]>);
  static_assert(std::is_same_v<decltype(p.c), vec<std::int8_t, 8>>);
  EXPECT_EQ(&p.get<"c">(), &p.c);
  EXPECT_EQ(&p.get<&Arrays::m>(), &p.m);
  EXPECT_EQ(p.m[1][2][3], view(7).m[1][2]);
}

}  // namespace
}  // namespace isomer::test
#endif
