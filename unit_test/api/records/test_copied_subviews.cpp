// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/records/ranges.hpp"
#include "support/message_of.hpp"

/// Copies of ranges of records between arrangements.
namespace isomer::test {
namespace {

using ::testing::HasSubstr;
using Host = Kokkos::DefaultHostExecutionSpace;

/// Copies between ranges of two arrangements, which need not begin alike.
template <class To, class From>
void expect_copied(To const& dst, From const& src, Range const& range, std::size_t first) {
  using T = typename To::non_const_value_type;
  std::size_t const n = range.second - range.first;
  std::string const what = dst.arrangement().name() + " from " + src.arrangement().name() +
                           ", records " + std::to_string(range.first) + " to " +
                           std::to_string(range.second) + " to " + std::to_string(first);
  fill_from(dst, 5000);
  deep_copy(Host{}, subview(dst, {first, first + n}), subview(src, range));
  Host{}.fence();
  auto expected = made_up_records<T>(dst.size(), 5000);
  for (std::size_t i = 0; i < n; ++i) expected[first + i] = made_up<T>(range.first + i);
  ASSERT_EQ(first_other(dst, expected), dst.size()) << what;
}

/// All bytes of one such copy are there in time: ranges of several panels.
template <class T, class To, class From>
void expect_range_copied() {
  std::size_t const n = 9001;
  RecordView<T, From, Host> const src("src", n);
  RecordView<T, To, Host> const dst("dst", n + 100);
  fill(src);
  for (Range const& range : ranges_of(n, 3))
    for (std::size_t const shift : {0, 1, 5, 64})
      expect_copied(dst, src, range, range.first + shift);
}

TEST(RecordSubviews, AreCopiedBetweenArrangementsKnownAtCompileTime) {
  expect_range_copied<Mixed, AoS, AoS>();
  expect_range_copied<Mixed, SoA, AoS>();
  expect_range_copied<Mixed, AoS, Tiled<64>>();
  expect_range_copied<Arrays, Tiled<8>, AoS>();
  expect_range_copied<Arrays, Tiled<8>, Tiled<8>>();
}

TEST(RecordSubviews, AreCopiedBetweenAnyArrangements) {
  for_all([]<class T, class A>() {
    constexpr std::size_t n = 600;
    std::mt19937 random(11);
    RecordView<T, Any, Host> const one("one", n, A{});
    fill(one);
    for (Arrangement const& other : {Arrangement(AoS{}), Arrangement(SoA{}), tiled(8), tiled(64),
                                     declared_tiled(4), Arrangement(A{})}) {
      RecordView<T, Any, Host> const two("two", n, other);
      for (int k = 0; k < 6; ++k) {
        std::size_t const count = random() % n;
        std::size_t const from = random() % (n - count);
        std::size_t const to = k % 2 == 0 ? random() % (n - count) : from;
        expect_copied(two, one, {from, from + count}, to);
        fill(two);
        expect_copied(one, two, {from, from + count}, to);
        fill(one);
      }
    }
  });
}

TEST(RecordSubviews, AreCopiedToWholeViewsAndBack) {
  RecordView<Mixed, Tiled<64>, Host> const view("records", 1000);
  fill(view);
  auto const part = subview(view, {130, 777});
  RecordView<Mixed, SoA, Host> const arrays("arrays", 647);
  deep_copy(arrays, RecordSubview<Mixed const, Tiled<64>, Host>(part));
  EXPECT_TRUE(holds(arrays, [](std::size_t i) { return i + 130; }));
  fill(arrays);
  deep_copy(part, arrays);
  auto expected = made_up_records<Mixed>(1000, 0);
  for (std::size_t i = 0; i < 647; ++i) expected[130 + i] = made_up<Mixed>(i);
  EXPECT_EQ(first_other(view, expected), 1000U);
}

TEST(RecordSubviews, OfOneViewAreCopiedUnlessTheyOverlap) {
  for (Arrangement const& arrangement : {Arrangement(AoS{}), Arrangement(SoA{}), tiled(64)}) {
    RecordView<Mixed, Any, Host> const view("records", 100, arrangement);
    fill(view);
    auto const part = [&](int begin, int end) { return subview(view, {begin, end}); };
    deep_copy(part(20, 30), part(10, 20));  // in one tile
    auto expected = made_up_records<Mixed>(100, 0);
    for (std::size_t i = 0; i < 10; ++i) expected[20 + i] = expected[10 + i];
    EXPECT_EQ(first_other(view, expected), 100U);
    EXPECT_THAT(message_of([&] { deep_copy(part(20, 30), part(11, 21)); }), HasSubstr("overlap"));
    EXPECT_THAT(message_of([&] { deep_copy(part(20, 30), part(29, 39)); }), HasSubstr("overlap"));
    EXPECT_THAT(message_of([&] { deep_copy(part(0, 100), view); }), HasSubstr("overlap"));
    EXPECT_EQ(first_other(view, expected), 100U);
  }
}

TEST(RecordSubviews, OfOtherCountsAreNotCopied) {
  RecordView<Mixed, AoS, Host> const view("from", 10);
  RecordView<Mixed, SoA, Host> const other("to", 10);
  EXPECT_THAT(message_of([&] {
                deep_copy(subview(other, {1, 5}), subview(view, {2, 5}));
              }),
              HasSubstr("isomer::deep_copy: dst \"to\" has 4 records and src \"from\" 3"));
  RecordView<Mixed, AoS, Host> const nowhere(nullptr, 10, 10);
  EXPECT_THAT(message_of([&] {
                deep_copy(subview(other, {1, 5}), subview(nowhere, {1, 5}));
              }),
              HasSubstr("isomer::deep_copy: src has 4 records but null data"));
}

/// Ranges between memories travel as their bytes, to records that lie alike.
TEST(RecordSubviews, HaveRecordsThatLieAlike) {
  for_a_third([]<class T, class A>() {
    RecordView<T, A, Host> const view("records", 600);
    fill(view);
    for (Range const& range : ranges_of(600, 5)) {
      auto const part = subview(view, range);
      auto const like = detail::records_alike<Kokkos::HostSpace>(part);
      auto const to = detail::records_info(like);
      auto const from = detail::records_info(part);
      auto const copy = detail::change_by_copy("copy", detail::dynamic_record<T>(), to, from);
      EXPECT_EQ(copy.alike.empty(), part.size() == 0);
      using Device = Host::device_type;
      detail::copy_bytes<Device, Device>(Host{}, to.data, from.data, copy.alike);
      Host{}.fence();
      EXPECT_TRUE(holds(like, [&](std::size_t i) { return range.first + i; }));
    }
  });
}

}  // namespace
}  // namespace isomer::test
