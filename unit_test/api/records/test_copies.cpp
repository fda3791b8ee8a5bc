// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/records/filled.hpp"
#include "support/message_of.hpp"

/// Copies between arrangements, and records that Views hold.
namespace isomer::test {
namespace {

using ::testing::HasSubstr;
using Host = Kokkos::DefaultHostExecutionSpace;

template <class T, class From, class To>
void expect_copied(std::size_t n) {
  SCOPED_TRACE(Arrangement(From{}).name() + " to " + Arrangement(To{}).name());
  RecordView<T, From, Host> const src("src", n);
  fill(src);
  RecordView<T, To, Host> const same("dst", n);
  deep_copy(Host{}, same, src);
  EXPECT_TRUE(is_filled(same));
  std::vector<std::max_align_t> memory(footprint<T>(To{}, n + 13) / sizeof(std::max_align_t) + 4);
  auto const start = reinterpret_cast<std::uintptr_t>(memory.data());
  auto* const begin = reinterpret_cast<std::byte*>((start + 31) / 32 * 32);
  RecordView<T, To, Host> const other(begin, n, n + 13);
  RecordView<T const, From, Host> const reader = src;
  deep_copy(other, reader);
  EXPECT_TRUE(is_filled(other));
  EXPECT_TRUE(is_filled(src));
}

TEST(DeepCopyOfRecords, IsBetweenAnyTwoArrangements) {
  for_a_third([]<class T, class A>() {
    for (std::size_t const n : {0, 1, 100, 1030}) {
      expect_copied<T, AoS, A>(n);
      expect_copied<T, A, Tiled<8>>(n);
      expect_copied<T, A, SoA>(n);
    }
  });
}

TEST(DeepCopyOfRecords, OfOtherCountsOrOfOneMemoryIsAnError) {
  RecordView<Mixed, AoS, Host> const src("from", 10);
  RecordView<Mixed, SoA, Host> const dst("to", 11);
  EXPECT_THAT(message_of([&] { deep_copy(dst, src); }),
              HasSubstr("isomer::deep_copy: dst \"to\" has 11 records and src \"from\" 10"));
  RecordView<Mixed, SoA, Host> const over(src.data(), 10, 10);
  EXPECT_THAT(message_of([&] { deep_copy(over, src); }), HasSubstr("overlap"));
}

TEST(DeepCopyOfRecords, WithoutMemoryIsAnErrorUnlessThereAreNone) {
  RecordView<Mixed, AoS, Host> const src("from", 10);
  RecordView<Mixed, SoA, Host> const nowhere(nullptr, 10, 10);
  EXPECT_THAT(message_of([&] { deep_copy(nowhere, src); }),
              HasSubstr("isomer::deep_copy: dst has 10 records but null data"));
  EXPECT_THAT(message_of([&] { deep_copy(src, nowhere); }),
              HasSubstr("isomer::deep_copy: src has 10 records but null data"));
  deep_copy(RecordView<Mixed, SoA, Host>(nullptr, 0, 0), RecordView<Mixed, AoS, Host>());
}

TEST(AsRecords, OfStructsIsAoS) {
  Kokkos::View<Mixed*, Host> const structs("structs", 20);
  auto const records = as_records<Mixed>(structs);
  static_assert(std::is_same_v<decltype(records)::arrangement_type, AoS>);
  EXPECT_EQ(structs.use_count(), 2);
  records(7).b = 3;
  EXPECT_EQ(structs(7).b, 3);
  EXPECT_EQ(records.size(), 20U);
  EXPECT_EQ(records.capacity(), 20U);
  Kokkos::View<Mixed const*, Host> const reader = structs;
  EXPECT_EQ(as_records<Mixed>(reader)(7).b, 3);
}

TEST(AsRecords, OfRowsIsAoSAndOfColumnsSoA) {
  Kokkos::View<float* [3], Kokkos::LayoutRight, Host> const rows("rows", 20);
  auto const structs = as_records<Triple>(rows);
  static_assert(std::is_same_v<decltype(structs)::arrangement_type, AoS>);
  structs(9).z = 5;
  EXPECT_EQ(rows(9, 2), 5);
  Kokkos::View<float**, Kokkos::LayoutLeft, Host> const columns("columns", 20, 3);
  auto const arrays = as_records<Triple>(columns);
  static_assert(std::is_same_v<decltype(arrays)::arrangement_type, SoA>);
  arrays(9).y = 6;
  EXPECT_EQ(columns(9, 1), 6);
  EXPECT_EQ(columns.use_count(), 2);
}

TEST(AsRecords, OfPaddedColumnsHasTheirCapacity) {
  Kokkos::View<float**, Kokkos::LayoutLeft, Host> const columns("columns", 20, 3);
  auto const part = Kokkos::subview(columns, std::pair(0, 15), Kokkos::ALL);
  static_assert(std::is_same_v<decltype(part)::array_layout, Kokkos::LayoutLeft>);
  auto const records = as_records<Triple>(part);
  EXPECT_EQ(records.size(), 15U);
  EXPECT_EQ(records.capacity(), columns.stride(1));
  records(14).z = 7;
  EXPECT_EQ(columns(14, 2), 7);
}

/// Columns in which rows outside [begin, end) hold what no record does.
using Columns = Kokkos::View<float**, Kokkos::LayoutLeft, Host>;
constexpr float guard = -7;
auto rows_of(Columns const& columns, std::size_t begin, std::size_t end) {
  return as_records<Triple>(Kokkos::subview(columns, std::pair(begin, end), Kokkos::ALL));
}
Columns guarded() {
  Columns const columns("columns", 40, 3);
  Kokkos::deep_copy(columns, guard);
  return columns;
}
std::size_t guards_of(Columns const& columns) {
  std::size_t found = 0;
  for (std::size_t k = 0; k < columns.extent(1); ++k)
    for (std::size_t i = 0; i < columns.extent(0); ++i) found += columns(i, k) == guard ? 1 : 0;
  return found;
}

TEST(DeepCopyOfRecords, OfRowsOfAViewLeavesItsOtherRowsAlone) {
  auto const here = guarded();
  auto const there = guarded();
  auto const src = rows_of(here, 11, 31);
  fill(src);
  auto const dst = rows_of(there, 9, 29);
  deep_copy(Host{}, dst, src);
  EXPECT_TRUE(is_filled(dst));
  EXPECT_EQ(guards_of(there), 60U);
  RecordView<Triple, Tiled<8>, Host> const tiles("tiles", 20);
  deep_copy(tiles, src);
  EXPECT_TRUE(is_filled(tiles));
  auto const again = guarded();
  deep_copy(rows_of(again, 20, 40), tiles);
  EXPECT_TRUE(is_filled(rows_of(again, 20, 40)));
  EXPECT_EQ(guards_of(again), 60U);
}

TEST(DeepCopyOfRecords, IsBetweenRowsOfOneView) {
  auto const columns = guarded();
  fill(rows_of(columns, 0, 10));
  deep_copy(rows_of(columns, 10, 20), rows_of(columns, 0, 10));
  EXPECT_TRUE(is_filled(rows_of(columns, 10, 20)));
  EXPECT_EQ(guards_of(columns), 60U);
  EXPECT_THAT(message_of([&] { deep_copy(rows_of(columns, 9, 19), rows_of(columns, 0, 10)); }),
              HasSubstr("overlap"));
  EXPECT_THAT(message_of([&] { deep_copy(rows_of(columns, 0, 10), rows_of(columns, 9, 19)); }),
              HasSubstr("overlap"));
}

TEST(DeepCopyOfRecords, OfRowsOfAViewGoesToTheirMirrorAndBack) {
  auto const columns = guarded();
  auto const rows = rows_of(columns, 25, 40);
  fill(rows);
  auto const mirror = create_mirror(rows);
  deep_copy(mirror, rows);
  EXPECT_TRUE(is_filled(mirror));
  fill(rows_of(columns, 24, 39));
  deep_copy(rows, mirror);
  EXPECT_TRUE(is_filled(rows));
  EXPECT_EQ(guards_of(columns), 72U);
}

TEST(DeepCopyOfRecords, CopiesCloseRunsAtOnceWhereTheGapsAreTheRecordsOwn) {
  auto const record = detail::dynamic_record<Mixed>();
  std::vector<std::byte> memory(2 * 192 * 19);
  auto const moves = [&](bool owns_gaps) {
    detail::RecordsInfo dst{memory.data(), 100, 192, 0, SoA{}, "", owns_gaps};
    detail::RecordsInfo src = dst;
    src.data += 192 * 19;
    return detail::change_by_copy("copy", record, dst, src).alike;
  };
  EXPECT_EQ(moves(false).size(), 5U);
  EXPECT_EQ(moves(true), (std::vector<detail::ByteMove>{{0, 0, 192 * 18 + 100}}));
}

TEST(AsRecords, OfOtherColumnsIsAnError) {
  Kokkos::View<float**, Kokkos::LayoutRight, Host> const four("four", 20, 4);
  EXPECT_THAT(
      message_of([&] { as_records<Triple>(four); }),
      HasSubstr("isomer::as_records: view \"four\" has extent 4 on axis 1, it has to be 3"));
}

}  // namespace
}  // namespace isomer::test
