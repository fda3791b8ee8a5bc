// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/records/filled.hpp"
#include "support/message_of.hpp"

/// Views of records: memory, members as Views, ranges and mirrors.
namespace isomer::test {
namespace {

using ::testing::HasSubstr;
using Host = Kokkos::DefaultHostExecutionSpace;

TEST(RecordView, HasACapacityThatIsAnOddMultipleOfALine) {
  auto const capacity = [](std::size_t n) {
    return RecordView<Single, SoA, Host>("records", n).capacity();
  };
  EXPECT_EQ(capacity(0), 64U);
  EXPECT_EQ(capacity(1), 64U);
  EXPECT_EQ(capacity(64), 64U);
  EXPECT_EQ(capacity(65), 192U);
  EXPECT_EQ(capacity(128), 192U);
  EXPECT_EQ(capacity(65535), 65600U);
  EXPECT_EQ(capacity(65536), 61U * 1088U);
  EXPECT_EQ(capacity(61 * 1088), 61U * 1088U);
  EXPECT_EQ(capacity(61 * 1088 + 1), 63U * 1088U);
}

TEST(RecordView, OwnsZeroedMemoryWithRoomForTheStructs) {
  for_a_third([]<class T, class A>() {
    RecordView<T, A, Host> const view("name", 70);
    EXPECT_EQ(view.size(), 70U);
    EXPECT_EQ(view.label(), "name");
    EXPECT_EQ(view.use_count(), 1);
    EXPECT_EQ(view.span_bytes(), footprint<T>(A{}, view.capacity()));
    std::size_t const room = detail::RecordAccess::room(view);
    EXPECT_GE(room, view.span_bytes());
    EXPECT_GE(room, view.capacity() * sizeof(T));
    auto const* const bytes = static_cast<unsigned char const*>(view.data());
    EXPECT_EQ(std::count(bytes, bytes + room, 0), static_cast<std::ptrdiff_t>(room));
  });
}

TEST(RecordView, IsSmall) {
  EXPECT_EQ(sizeof(RecordView<Mixed, SoA, Host>::Span), 24U) << "what kernels get";
  EXPECT_EQ(sizeof(RecordView<Mixed, SoA, Host>), 24 + sizeof(void*) + sizeof(std::size_t));
  RecordView<Mixed, SoA, Host> const empty;
  EXPECT_EQ(empty.size(), 0U);
  EXPECT_EQ(empty.data(), nullptr);
  EXPECT_EQ(empty.use_count(), 0);
}

TEST(RecordView, SharesItsMemoryWithCopies) {
  RecordView<Mixed, SoA, Host> survivor;
  {
    RecordView<Mixed, SoA, Host> const view("shared", 5);
    fill(view);
    survivor = view;
    EXPECT_EQ(survivor.use_count(), 2);
  }
  EXPECT_EQ(survivor.use_count(), 1);
  EXPECT_TRUE(is_filled(survivor));
}

TEST(RecordView, OfTheCallersMemoryOwnsNothing) {
  alignas(8) std::byte memory[10 * sizeof(Mixed)]{};
  RecordView<Mixed, SoA, Host> const view(memory, 7, 10);
  fill(view);
  EXPECT_EQ(view.use_count(), 0);
  EXPECT_EQ(view.label(), "");
  EXPECT_EQ(view.data(), static_cast<void*>(memory));
  EXPECT_EQ(reinterpret_cast<std::byte*>(&view(0).b), memory + 10 * 8);
  RecordView<Mixed const, SoA, Host> const reader(static_cast<void const*>(memory), 7, 10);
  EXPECT_TRUE(is_filled(reader));
  EXPECT_THAT(message_of([&] { RecordView<Mixed, SoA, Host> const bad(memory, 11, 10); }),
              HasSubstr("isomer::RecordView: 11 records in memory for 10"));
}

TEST(RecordView, OfMoreRecordsThanThereCanBeIsAnError) {
  auto const minus_one = static_cast<std::size_t>(-1);
  std::size_t const many = std::size_t{1} << 60;
  auto const expected = [](std::string const& n) {
    return HasSubstr("isomer: " + n +
                     " records of 24 bytes are more than the 4611686018427387903 "
                     "bytes");
  };
  using View = RecordView<Mixed, SoA, Host>;
  EXPECT_THAT(message_of([&] { View const view("p", minus_one); }),
              expected("18446744073709551615"));
  EXPECT_THAT(message_of([&] { View const view("p", many); }), expected("1152921504606846976"));
  EXPECT_THAT(message_of([&] { View const view(nullptr, 1, minus_one); }),
              expected("18446744073709551615"));
  EXPECT_THAT(message_of([&] { Records<Mixed, Offer<AoS, SoA>, Host> const records("p", many); }),
              expected("1152921504606846976"));
  EXPECT_THAT(message_of([&] { RecordView<Mixed, Any, Host> const view("p", many, AoS{}); }),
              expected("1152921504606846976"));
  EXPECT_THAT(message_of([&] { static_cast<void>(footprint<Mixed>(SoA{}, minus_one)); }),
              expected("18446744073709551615"));
}

template <class A>
void expect_field() {
  RecordView<Mixed, A, Host> const view("mixed", 37);
  fill(view);
  auto const b = view.template field<"b">();
  EXPECT_EQ(view.use_count(), 2) << "the View shares the memory";
  EXPECT_EQ(b.label(), "mixed");
  for (std::size_t i = 0; i < view.size(); ++i) {
    if constexpr (decltype(b)::rank() == 1) EXPECT_EQ(&b(i), &view(i).b);
    else EXPECT_EQ(&b(i / b.extent(1), i % b.extent(1)), &view(i).b);
  }
}

TEST(RecordView, HasMembersAsViews) {
  for_arrangements<Mixed>([]<class T, class A>() {
    static_assert(std::is_same_v<T, Mixed>);
    expect_field<A>();
  });
  RecordView<Mixed, SoA, Host> const soa("mixed", 37);
  auto const column = soa.field<"b">();
  static_assert(std::is_same_v<decltype(column)::array_layout, Kokkos::LayoutLeft>);
  EXPECT_EQ(column.extent(0), 37U);
  EXPECT_TRUE(column.span_is_contiguous());
  RecordView<Mixed, AoS, Host> const aos("mixed", 37);
  static_assert(std::is_same_v<decltype(aos.field<"b">())::array_layout, Kokkos::LayoutStride>);
  RecordView<Mixed, Tiled<8>, Host> const tiles("mixed", 37);
  EXPECT_EQ(tiles.field<"b">().extent(0), 5U);
  EXPECT_EQ(tiles.field<"b">().extent(1), 8U);
}

TEST(RecordView, HasMembersOfConstRecordsAsConstViews) {
  for_arrangements<Mixed>([]<class T, class A>() {
    RecordView<T, A, Host> const view("mixed", 37);
    fill(view);
    RecordView<T const, A, Host> const reader = view;
    auto const b = reader.template field<"b">();
    static_assert(std::is_same_v<typename decltype(b)::value_type, float const>);
    EXPECT_EQ(view.use_count(), 3) << "the View shares the memory";
    EXPECT_EQ(b.data(), view.template field<"b">().data());
    if constexpr (decltype(b)::rank() == 1) EXPECT_EQ(b(36), made_up<T>(36).b);
    else EXPECT_EQ(b(36 / b.extent(1), 36 % b.extent(1)), made_up<T>(36).b);
  });
  RecordView<Arrays const, SoA, Host> const arrays = RecordView<Arrays, SoA, Host>("arrays", 9);
  static_assert(std::is_same_v<decltype(arrays.field<"v">())::value_type, float const>);
  EXPECT_EQ(arrays.field<"v">().extent(1), 3U);
}

TEST(RecordView, OfNoneHasMembersAsViewsOfNone) {
  for_arrangements<Mixed>([]<class T, class A>() {
    SCOPED_TRACE(Arrangement(A{}).name());
    RecordView<T, A, Host> const none("none", 0);
    RecordView<T const, A, Host> const reader = none;
    RecordView<T, A, Host> const nowhere;
    EXPECT_EQ(none.template field<"b">().extent(0), 0U);
    EXPECT_EQ(none.template field<"b">().size(), 0U);
    EXPECT_EQ(reader.template field<"e">().size(), 0U);
    EXPECT_EQ(nowhere.template field<"b">().size(), 0U);
    EXPECT_EQ(nowhere.template field<"b">().use_count(), 0);
  });
}

TEST(RecordView, HasArraysAsViewsWithAnExtentMore) {
  RecordView<Arrays, SoA, Host> const soa("arrays", 9);
  auto const v = soa.field<"v">();
  EXPECT_EQ(v.extent(1), 3U);
  EXPECT_EQ(&v(4, 2), &soa(4).v[2]);
  RecordView<Arrays, AoS, Host> const aos("arrays", 9);
  EXPECT_EQ(&aos.field<"m">()(8, 5), &aos(8).m[1][2]);
  RecordView<Arrays, Tiled<8>, Host> const tiles("arrays", 9);
  EXPECT_EQ(&tiles.field<"m">()(1, 0, 3), &tiles(8).m[1][0]);
}

TEST(RecordSubview, IsARangeOfRecordsOfAnyBeginning) {
  for_a_third([]<class T, class A>() {
    RecordView<T, A, Host> const view("records", 40);
    fill(view);
    int const begin = 3;
    auto const part = subview(view, {begin, 29});
    EXPECT_EQ(part.size(), 26U);
    EXPECT_TRUE(are_equal(T(part(10)), made_up<T>(13)));
    part(0) = made_up<T>(99);
    EXPECT_TRUE(are_equal(T(view(3)), made_up<T>(99)));
  });
}

TEST(RecordSubview, OfRecordsThatThereAreNotIsAnError) {
  RecordView<Mixed, SoA, Host> const view("mixed", 40);
  EXPECT_THAT(message_of([&] {
                subview(view, {2, 41});
              }),
              HasSubstr("isomer::subview: records [2, 41) of a view of 40"));
  EXPECT_THAT(message_of([&] { subview(view, std::pair(5, 4)); }), HasSubstr("[5, 4)"));
  EXPECT_EQ(subview(view, {40, 40}).size(), 0U);
}

TEST(RecordMirror, IsTheViewItselfWhereItsMemoryIsTheHosts) {
  RecordView<Mixed, SoA, Host> const view("mixed", 100);
  auto const same = create_mirror_view(view);
  EXPECT_EQ(same.data(), view.data());
  auto const other = create_mirror(view);
  EXPECT_NE(other.data(), view.data());
  EXPECT_EQ(other.capacity(), view.capacity());
  EXPECT_EQ(other.size(), 100U);
  EXPECT_EQ(other.label(), "mixed");
  EXPECT_EQ(create_mirror_view(Host{}, view).data(), view.data());
  RecordView<Mixed, SoA, Kokkos::HostSpace> const converted = view;
  EXPECT_EQ(converted.data(), view.data());
}

}  // namespace
}  // namespace isomer::test
