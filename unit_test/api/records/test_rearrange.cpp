// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/records/filled.hpp"
#include "support/message_of.hpp"

/// Views of records in place: what the calls check, and who owns the memory.
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

}  // namespace
}  // namespace isomer::test
