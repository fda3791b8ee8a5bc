// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "api/records/ranges.hpp"
#include "support/message_of.hpp"

/// Ranges of records: loops, members and mirrors, in the place of whole views.
namespace isomer::test {
namespace {

using ::testing::HasSubstr;
using Host = Kokkos::DefaultHostExecutionSpace;

/// Calls body(view, range, expected): `expected` are the records of the view, as it is filled.
template <class T, class A, class Body>
void for_ranges(std::size_t n, Body const& body) {
  SCOPED_TRACE(Arrangement(A{}).name());
  for (Range const& range : ranges_of(n, 7)) {
    SCOPED_TRACE(std::to_string(range.first) + " to " + std::to_string(range.second));
    RecordView<T, A, Host> const view("records", n);
    fill(view);
    auto expected = made_up_records<T>(n, 0);
    body(view, range, expected);
    ASSERT_EQ(first_other(view, expected), n);
  }
}

struct Change {
  int by;
  KOKKOS_FUNCTION void operator()(auto const& particles, int i) const {
    auto p = particles(i);
    p.a += by * i;
    p.b = static_cast<float>(particles.size());
    p.e = static_cast<std::int8_t>(i % 100);
  }
};
void change(std::vector<Mixed>& records, Range const& range) {
  std::size_t const n = range.second - range.first;
  for (std::size_t i = 0; i < n; ++i) {
    Mixed& record = records[range.first + i];
    record.a += 3.0 * static_cast<double>(i);
    record.b = static_cast<float>(n);
    record.e = static_cast<std::int8_t>(i % 100);
  }
}

TEST(RecordSubviews, AreVisitedWithoutTheirNeighbours) {
  for_arrangements<Mixed>([]<class T, class A>() {
    for_ranges<T, A>(1500, [](auto const& view, Range const& range, auto& expected) {
      for_each("change", Host{}, subview(view, range), Change{3});
      Host{}.fence();
      change(expected, range);
    });
  });
}

TEST(RecordSubviews, AreVisitedByBodiesThatOwnMemory) {
  for_arrangements<Mixed>([]<class T, class A>() {
    for_ranges<T, A>(1500, [](auto const& view, Range const& range, auto& expected) {
      auto const owned = std::make_shared<Change>(Change{3});
      for_each("change", subview(view, range),
               [owned](auto const& particles, int i) { (*owned)(particles, i); });
      change(expected, range);
    });
  });
}

TEST(RecordSubviews, HaveAnIndexOfTheirOwnOfAnyType) {
  for_ranges<Single, Tiled<64>>(1500, [](auto const& view, Range const& range, auto& expected) {
    auto const part = subview(view, range);
    auto const owned = std::make_shared<double>(1);
    for_each("unsigned", part, [](auto const& p, unsigned i) { p(i).a += i; });
    for_each("64 bits", part, [](auto const& p, std::int64_t i) { p(i).a += double(i); });
    for_each("any", part, [](auto const& p, auto i) { p(i).a += static_cast<double>(i); });
    for_each("owned", part, [owned](auto const& p, unsigned i) { p(i).a += *owned * i; });
    for (std::size_t i = range.first; i < range.second; ++i)
      for (int k = 0; k < 4; ++k) expected[i].a += static_cast<double>(i - range.first);
  });
}

TEST(RecordSubviews, ReadOtherRecordsOfTheirs) {
  for_arrangements<Mixed>([]<class T, class A>() {
    for_ranges<T, A>(1500, [](auto const& view, Range const& range, auto& expected) {
      std::size_t const n = range.second - range.first;
      for_each("gather", subview(view, range), [=](auto const& p, std::size_t i) {
        p(i).b = static_cast<float>(p(i * 7919 % n).d);
      });
      for (std::size_t i = 0; i < n; ++i)
        expected[range.first + i].b = made_up<T>(range.first + i * 7919 % n).d;
    });
  });
}

TEST(RecordSubviews, FarBehindTheFirstRecordHaveSmallIndices) {
  // More records than an int counts, of which only the last ones are there.
  constexpr std::size_t first = (std::size_t{1} << 33) + 13;
  std::vector<double> values(600);
  auto* const start = reinterpret_cast<char*>(values.data()) - first / 64 * 64 * sizeof(double);
  RecordView<Single, Tiled<64>, Host> const view(start, first + 500, first + 500);
  auto const part = subview(view, {first, first + 500});
  for_each("count", part, [](auto const& p, int i) { p(i).a = i + 1; });
  for (std::size_t i = 0; i < values.size(); ++i) {
    bool const is_visited = i >= 13 && i < 513;
    ASSERT_EQ(values[i], is_visited ? static_cast<double>(i - 12) : 0) << i;
  }
}

TEST(RecordSubviews, OfConstRecordsOrOfAnyArrangementAreVisited) {
  RecordView<Mixed, Tiled<8>, Host> const view("records", 700);
  fill(view);
  auto const part = subview(view, {5, 601});
  RecordSubview<Mixed const, Tiled<8>, Host> const reader = part;
  RecordSubview<Mixed, Any, Host> const any = part;
  Kokkos::View<double*, Host> const copy("copy", 596);
  for_each("read", reader, [=](auto const& p, int i) { copy(i) = p(i).a; });
  for (std::size_t i = 0; i < 596; ++i) ASSERT_EQ(copy(i), made_up<Mixed>(5 + i).a);
  auto expected = made_up_records<Mixed>(700, 0);
  for_each("change", any, Change{3});
  change(expected, {5, 601});
  EXPECT_EQ(first_other(view, expected), 700U);
  EXPECT_EQ(any.arrangement(), Arrangement(Tiled<8>{}));
}

TEST(RecordSubviews, OfSubviewsAreWithinThem) {
  RecordView<Mixed, Tiled<8>, Host> const view("name", 40);
  fill(view);
  auto const part = subview(view, {3, 29});
  auto const inner = subview(part, {4, 10});
  EXPECT_EQ(inner.size(), 6U);
  EXPECT_EQ(inner.first(), 7U);
  EXPECT_TRUE(are_equal(Mixed(inner(2)), made_up<Mixed>(9)));
  EXPECT_EQ(inner.label(), "name");
  EXPECT_EQ(view.use_count(), 3);
  EXPECT_THAT(message_of([&] {
                subview(part, {4, 27});
              }),
              HasSubstr("isomer::subview: records [4, 27) of a view of 26"));
  EXPECT_EQ(&inner(1).get<"b">(), &view(8).b);
}

TEST(RecordSubviews, OfStructsHaveAPointerToTheFirst) {
  RecordView<Mixed, AoS, Host> const view("records", 40);
  fill(view);
  auto const part = subview(view, {3, 29});
  EXPECT_TRUE(are_equal(*static_cast<Mixed const*>(part.data()), made_up<Mixed>(3)));
  RecordSubview<Mixed const, AoS, Host> const reader = part;
  static_assert(std::is_same_v<decltype(reader.data()), void const*>);
}

TEST(RecordSubviews, HaveMembersAsViews) {
  RecordView<Mixed, SoA, Host> const soa("arrays", 40);
  auto const b = subview(soa, {3, 29}).field<"b">();
  static_assert(std::is_same_v<decltype(b)::array_layout, Kokkos::LayoutLeft>);
  EXPECT_EQ(soa.use_count(), 2) << "the View shares the memory";
  EXPECT_EQ(b.extent(0), 26U);
  EXPECT_EQ(&b(4), &soa(7).b);
  RecordView<Arrays, AoS, Host> const structs("structs", 40);
  EXPECT_EQ(&subview(structs, {3, 29}).field<"v">()(4, 2), &structs(7).v[2]);
  RecordView<Mixed, Tiled<8>, Host> const tiles("tiles", 40);
  auto const c = subview(tiles, {16, 29}).field<"c">();
  EXPECT_EQ(c.extent(0), 2U);
  EXPECT_EQ(&c(1, 3), &tiles(27).c);
  EXPECT_EQ(message_of([&] {
              subview(tiles, {17, 29}).field<"c">();
            }),
            "isomer::RecordSubview::field: the range begins with record 17 of its view, within a "
            "tile of 8; for a View of member \"c\" it has to begin with a tile");
}

TEST(RecordSubviews, HaveMirrorsOfTheirOwn) {
  RecordView<Mixed, Tiled<8>, Host> const view("name", 400);
  fill(view);
  auto const part = subview(view, {3, 290});
  EXPECT_EQ(&create_mirror_view(part)(0).a, &view(3).a);
  auto const mirror = create_mirror(part);
  static_assert(
      std::is_same_v<decltype(mirror), RecordView<Mixed, Tiled<8>, Kokkos::HostSpace> const>);
  EXPECT_EQ(mirror.size(), 287U);
  EXPECT_EQ(mirror.label(), "name");
  deep_copy(mirror, part);
  EXPECT_TRUE(holds(mirror, [](std::size_t i) { return i + 3; }));
  RecordSubview<Mixed, Any, Host> const any = part;
  EXPECT_EQ(create_mirror(any).arrangement(), Arrangement(Tiled<8>{}));
}

}  // namespace
}  // namespace isomer::test
