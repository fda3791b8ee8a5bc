// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/records/filled.hpp"
#include "support/message_of.hpp"

/// Views of records in place: what the calls check, and who owns the memory.
namespace isomer::test {

/// A leaf more than plans have room for.
struct ManyBytes {
  std::int8_t of[513];
};

}  // namespace isomer::test

ISOMER_RECORD(isomer::test::ManyBytes, of);

namespace isomer::test {
namespace {

using ::testing::HasSubstr;
using Host = Kokkos::DefaultHostExecutionSpace;

template <class A>
RecordView<Mixed, A, Host> filled(std::size_t n) {
  RecordView<Mixed, A, Host> const view("mixed", n);
  fill(view);
  return view;
}

TEST(RearrangeRecords, GoesFromStructsToEachArrangementAndBack) {
  for_a_third([]<class T, class A>() {
    if constexpr (std::is_same_v<A, Tiled<1024>>) return;  // has no room without an offer
    SCOPED_TRACE(Arrangement(A{}).name());
    for (std::size_t const n : {1, 63, 64, 1000}) {
      RecordView<T, AoS, Host> structs("structs", n);
      fill(structs);
      if (footprint<T>(A{}, structs.capacity()) > detail::RecordAccess::room(structs)) continue;
      auto const* const data = structs.data();
      auto there = rearrange<A>(Host{}, std::move(structs));
      static_assert(std::is_same_v<decltype(there), RecordView<T, A, Host>>);
      EXPECT_EQ(there.data(), data);
      EXPECT_EQ(there.use_count(), 1);
      EXPECT_EQ(structs.data(), nullptr);
      EXPECT_TRUE(is_filled(there));
      auto const back = rearrange<AoS>(std::move(there));
      EXPECT_TRUE(is_filled(back));
      EXPECT_EQ(back.label(), "structs");
    }
  });
}

TEST(RearrangeRecords, OfAViewThatOthersShareIsAnErrorBeforeAByteMoves) {
  auto view = filled<AoS>(100);
  {
    auto const alias = view;
    EXPECT_THAT(message_of([&] { rearrange<SoA>(std::move(view)); }),
                HasSubstr("isomer::rearrange: view \"mixed\" is shared by 2 owners"));
  }
  EXPECT_THAT(message_of([&] { rearrange<SoA>(view); }),
              HasSubstr("is an lvalue or const and would stay as an alias"));
  EXPECT_TRUE(is_filled(view));
  auto const allowed = rearrange<SoA>(Host{}, view, allow_aliases);
  EXPECT_TRUE(is_filled(allowed));
  EXPECT_EQ(view.use_count(), 2);
}

TEST(RearrangeRecords, InMemoryWithoutRoomIsAnErrorWithBothNumbers) {
  alignas(64) std::byte memory[100 * sizeof(Triple)]{};
  RecordView<Triple, AoS, Host> view(memory, 100, 100);
  fill(view);
  EXPECT_THAT(message_of([&] { rearrange<Tiled<64>>(view); }),
              HasSubstr("isomer::rearrange: view has 1200 bytes of memory, 100 records take 1536 "
                        "bytes as tiled 64"));
  EXPECT_TRUE(is_filled(view));
  auto const columns = rearrange<SoA>(view);
  EXPECT_TRUE(is_filled(columns));
  EXPECT_EQ(columns.data(), static_cast<void*>(memory));
}

TEST(RearrangeRecords, KeepTheRoomThatTheCallerGaveThem) {
  static_assert(sizeof(Scrambled) > 15);  // SoA is tighter than the structs
  alignas(64) std::byte memory[100 * sizeof(Scrambled)]{};
  RecordView<Scrambled, AoS, Host> const view(memory, 90, 100);
  fill(view);
  auto const columns = rearrange<SoA>(view);
  auto const clusters = rearrange<Clusters<In<AoS, "a", "d">, Rest<Tiled<4>>>>(columns);
  auto const tiles = rearrange<Tiled<4>>(clusters);
  EXPECT_TRUE(is_filled(tiles));
  RecordView<Scrambled const, Tiled<4>, Host> const reader = tiles;
  EXPECT_EQ(detail::RecordAccess::room(reader), sizeof(memory));
  EXPECT_TRUE(is_filled(rearrange<AoS>(tiles)));
  EXPECT_THAT(message_of([&] { rearrange<Tiled<1024>>(view); }),
              HasSubstr("view has 2400 bytes of memory"));

  RecordView<Scrambled, Any, Host> any = view;
  for (Arrangement const& to : {Arrangement(SoA{}), isomer::tiled(4), Arrangement(AoS{})}) {
    any = rearrange(Host{}, std::move(any), to);
    EXPECT_TRUE(is_filled(any)) << to.name();
  }
}

/// Kokkos allocates nothing behind the last column.
TEST(RearrangeRecords, InAPaddedViewOfTheirOwn) {
  for (std::size_t const n : {8, 100, 3001}) {
    using Columns = Kokkos::View<float* [3], Kokkos::LayoutLeft, Host>;
    Columns columns(Kokkos::view_alloc("columns", Kokkos::AllowPadding), n);
    auto records = as_records<Triple>(columns);
    columns = {};
    fill(records);
    auto const info = detail::records_info(records);
    auto const problem =
        detail::change_in_place("test", detail::dynamic_record<Triple>(), info, AoS{});
    EXPECT_LE(std::max(problem.src.bytes, problem.dst.bytes), info.room) << "plans stay within it";
    auto structs = rearrange<AoS>(Host{}, std::move(records));
    EXPECT_TRUE(is_filled(structs)) << n;
    auto tiles = rearrange<Tiled<4>>(Host{}, std::move(structs));
    EXPECT_TRUE(is_filled(tiles)) << n;
    auto const again = rearrange<SoA>(Host{}, std::move(tiles));
    EXPECT_TRUE(is_filled(again)) << n;
  }
}

TEST(RearrangeRecords, KeepTheRoomOfAnUnmanagedViewAndTakeNoneBehindIt) {
  alignas(64) std::byte memory[50 * sizeof(Scrambled)]{};
  using Structs = Kokkos::View<Scrambled*, Host, Kokkos::MemoryUnmanaged>;
  auto const records = as_records<Scrambled>(Structs(reinterpret_cast<Scrambled*>(memory), 50));
  fill(records);
  EXPECT_TRUE(is_filled(rearrange<AoS>(rearrange<SoA>(records))));

  float numbers[3 * 20]{};
  using Columns = Kokkos::View<float**, Kokkos::LayoutLeft, Host, Kokkos::MemoryUnmanaged>;
  Columns const columns(numbers, 20, 3);
  auto const rows = Kokkos::subview(columns, std::pair(8, 20), Kokkos::ALL);
  EXPECT_THAT(message_of([&] { rearrange<AoS>(as_records<Triple>(rows)); }),
              HasSubstr("view has 208 bytes of memory, 20 records take 240 bytes as soa"));
  EXPECT_TRUE(is_filled([&] {
    auto const all = as_records<Triple>(columns);
    fill(all);
    return rearrange<AoS>(all);
  }()));
}

TEST(RearrangeRecords, WithoutMemoryIsAnErrorUnlessThereAreNone) {
  RecordView<Mixed, AoS, Host> const nowhere(nullptr, 100, 100);
  EXPECT_THAT(message_of([&] { rearrange<SoA>(nowhere); }),
              HasSubstr("isomer::rearrange: view has 100 records but null data"));
  rearrange<SoA>(RecordView<Mixed, AoS, Host>(nullptr, 0, 0));
}

TEST(RearrangeRecords, BySchemaKnowsOneName) {
  auto const view = filled<AoS>(100);
  PlanOptions options = allow_aliases;
  options.schema = "records";
  auto const columns = rearrange<SoA>(view, options);
  EXPECT_TRUE(is_filled(columns));
  options.schema = "nonsense";
  EXPECT_THAT(message_of([&] { rearrange<AoS>(columns, options); }),
              HasSubstr("isomer::rearrange: schema was \"nonsense\", has to be empty or "
                        "\"records\""));
  EXPECT_TRUE(is_filled(columns));
}

/// The last tile is filled up, in memory of a view's own.
TEST(RearrangeRecords, InOwnMemoryHasRoomForTilesOfAThirtySecond) {
  for (std::size_t const n : {10'000, 65'600, 100'000}) {
    RecordView<Triple, AoS, Host> structs("structs", n);
    fill(structs);
    auto tiles = rearrange<Tiled<256>>(std::move(structs));
    EXPECT_TRUE(is_filled(tiles));
    EXPECT_GT(tiles.span_bytes(), tiles.capacity() * sizeof(Triple)) << "the last tile is not full";
  }
}

TEST(RearrangeRecords, OfNoneDoesNothing) {
  auto view = filled<AoS>(0);
  auto const columns = rearrange<SoA>(std::move(view));
  EXPECT_EQ(columns.size(), 0U);
  Records<Mixed, Offer<AoS, SoA, Tiled<8>>, Host> records("none", 0);
  rearrange(records, tiled(8));
  EXPECT_EQ(records.arrangement(), Arrangement(tiled(8)));
  EXPECT_EQ(plan_rearrange(Host{}, columns, tiled(8)).bytes_read(), 0);
}

TEST(RearrangeRecords, OfNoneHaveAnyArrangementAfterAnyOther) {
  using All = Offer<AoS, SoA, Tiled<8>, Tiled<64>, Clusters<In<Tiled<8>, "a", "c">, Rest<SoA>>,
                    Clusters<In<AoS, "e">, In<Tiled<64>, "d", "a">, Rest<AoS>>>;
  Records<Mixed, All, Host> records("none", 0);
  RecordView<Mixed, Any, Host> view("none", 0, AoS{});
  for (Arrangement const& from : records.offer())
    for (Arrangement const& to : records.offer()) {
      for (Arrangement const& next : {from, to}) {
        rearrange(Host{}, records, next);
        EXPECT_EQ(records.arrangement(), next);
        view = rearrange(Host{}, std::move(view), next);
        EXPECT_EQ(view.arrangement(), next);
      }
    }
  EXPECT_EQ(records.size(), 0U);
  EXPECT_EQ(view.size(), 0U);
}

TEST(RearrangeRecords, OfMoreLeavesThanAPlanHasRoomForIsAnErrorBeforeAByteMoves) {
  constexpr std::size_t n = 10;
  RecordView<ManyBytes, AoS, Host> view("many", n);
  RecordView<ManyBytes, SoA, Host> const other("other", n);
  auto const bytes_of = [](auto const& records) {
    auto const* const bytes = static_cast<std::byte const*>(records.data());
    return std::vector<std::byte>(bytes, bytes + detail::RecordAccess::room(records));
  };
  std::memset(view.data(), 1, n * sizeof(ManyBytes));
  std::memset(other.data(), 2, n * sizeof(ManyBytes));
  auto const before = bytes_of(view);
  auto const before_of_other = bytes_of(other);
  std::string const expected = ": the record has 513 leaves, it has to have 512 or fewer";
  EXPECT_EQ(message_of([&] { deep_copy(other, view); }), "isomer::deep_copy" + expected);
  EXPECT_EQ(message_of([&] { plan_rearrange<SoA>(Host{}, view); }),
            "isomer::plan_rearrange" + expected);
  EXPECT_EQ(message_of([&] { rearrange<SoA>(std::move(view)); }), "isomer::rearrange" + expected);
  ASSERT_NE(view.data(), nullptr) << "what was not moved is the caller's";
  EXPECT_EQ(bytes_of(view), before);
  EXPECT_EQ(bytes_of(other), before_of_other);
}

TEST(RearrangeRecords, ToTheSameArrangementDoesNothing) {
  auto view = filled<Tiled<8>>(100);
  auto const same = rearrange<Tiled<8>>(std::move(view));
  EXPECT_TRUE(is_filled(same));
}

TEST(PlanRearrange, SaysWhatItTakesAndMovesNothing) {
  auto const view = filled<AoS>(5000);
  auto const plan = plan_rearrange(Host{}, view, SoA{});
  EXPECT_GE(plan.passes(), 1);
  EXPECT_LE(plan.passes(), 3);
  EXPECT_GT(plan.predicted_seconds(), 0);
  EXPECT_GE(plan.bytes_read(), 5000 * 19);
  EXPECT_GE(plan.bytes_written(), 5000 * 19);
  EXPECT_FALSE(plan.describe().empty());
  EXPECT_TRUE(is_filled(view));
  EXPECT_EQ(plan_rearrange<Tiled<8>>(Host{}, view).passes(),
            plan_rearrange(Host{}, view, tiled(8)).passes());
  EXPECT_EQ(plan_rearrange(Host{}, view, AoS{}).passes(), 0);
  EXPECT_THAT(message_of([&] {
                plan_rearrange(Host{}, view, parse_arrangement("clusters(q: soa; rest: aos)"));
              }),
              HasSubstr("names a member \"q\" that there is not"));
}

/// What a CUDA graph of `rearrange` goes on reading is kept as long as the plan.
TEST(PlanRearrange, KeepsTheTablesOfItsKernels) {
  auto const view = filled<AoS>(5000);
  auto const problem = detail::change_in_place("test", detail::dynamic_record<Mixed>(),
                                               detail::records_info(view), Arrangement(SoA{}));
  auto const cached = detail::cached_plan(Host{}, problem, {}, "test");
  auto const owners = cached.use_count();
  {
    auto const plan = plan_rearrange(Host{}, view, SoA{});
    EXPECT_EQ(cached.use_count(), owners + 1);
  }
  EXPECT_EQ(cached.use_count(), owners);
}

}  // namespace
}  // namespace isomer::test
