// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "api/records/filled.hpp"
#include "support/message_of.hpp"

/// Plans for records, and rearranging with the caller's workspace.
namespace isomer::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using Host = Kokkos::DefaultHostExecutionSpace;
using Workspace = Kokkos::View<std::byte*, Kokkos::HostSpace>;
using Mixes = Offer<AoS, SoA, Tiled<8>>;

template <class A>
RecordView<Mixed, A, Host> filled(std::size_t n) {
  RecordView<Mixed, A, Host> const view("mixed", n);
  fill(view);
  return view;
}

Records<Mixed, Mixes, Host> filled_records(std::size_t n) {
  Records<Mixed, Mixes, Host> records("records", n);
  fill(records.view<AoS>());
  return records;
}

TEST(RearrangePlan, RearrangesAsOftenAsItIsExecuted) {
  Host const exec;
  for (std::size_t const n : {1, 100, 5000}) {
    auto view = filled<AoS>(n);
    auto const there = plan_rearrange<SoA>(exec, view);
    auto const back = plan_rearrange<Mixed, SoA, AoS>(exec, n);
    for (int k = 0; k < 3; ++k) {
      auto columns = there.execute(exec, std::move(view));
      static_assert(std::is_same_v<decltype(columns), RecordView<Mixed, SoA, Host>>);
      EXPECT_EQ(view.data(), nullptr);
      EXPECT_TRUE(is_filled(columns));
      view = back.execute(exec, std::move(columns));
      EXPECT_TRUE(is_filled(view));
    }
  }
}

TEST(RearrangePlan, ServesRecordsOfAnOfferAndViewsOfAnyArrangement) {
  Host const exec;
  auto records = filled_records(1000);
  auto const plan = plan_rearrange(exec, records, tiled(8));
  EXPECT_GT(plan.predicted_seconds(Use::once), plan.predicted_seconds());
  plan.execute(exec, records);
  EXPECT_TRUE(is_filled(records.view<Tiled<8>>()));

  RecordView<Mixed, Any, Host> any("any", 1000, AoS{});
  fill(any);
  auto const tiles = plan_rearrange(exec, any, tiled(8)).execute(exec, std::move(any));
  EXPECT_EQ(tiles.arrangement(), tiled(8));
  EXPECT_TRUE(is_filled(tiles));

  auto view = filled<AoS>(1000);
  auto const typed = plan_rearrange(exec, view, tiled(8)).execute<Tiled<8>>(exec, std::move(view));
  EXPECT_TRUE(is_filled(typed));
}

TEST(RearrangePlan, OfShapesIsTheOneOfViews) {
  Host const exec;
  for (std::size_t const n : {0, 1, 1000, 70000}) {
    RecordView<Mixed, AoS, Host> const view("view", n);
    EXPECT_EQ((plan_rearrange<Mixed, AoS, Tiled<8>>(exec, n).describe()),
              plan_rearrange<Tiled<8>>(exec, view).describe());
    auto const nothing = plan_rearrange<Mixed, SoA, SoA>(exec, n);
    EXPECT_EQ(nothing.passes(), 0);
    EXPECT_EQ(nothing.describe(), "nothing to do: the records are arranged as soa");
  }
}

/// A view of AoS would have none for tiles that long.
TEST(RearrangePlan, OfShapesHasRoomForBothArrangements) {
  Host const exec;
  auto const plan = plan_rearrange<Mixed, AoS, Tiled<1024>>(exec, 10);
  Records<Mixed, Offer<AoS, Tiled<1024>>, Host> records("records", 10);
  fill(records.view<AoS>());
  plan.execute(exec, records);
  EXPECT_TRUE(is_filled(records.view<Tiled<1024>>()));
  auto view = filled<AoS>(10);
  EXPECT_THAT(message_of([&] { plan.execute(exec, std::move(view)); }),
              HasSubstr("bytes of memory, 10 records take"));
  EXPECT_TRUE(is_filled(view));
}

TEST(RearrangePlan, ThatHasNothingToDoLeavesRecordsAsTheyAre) {
  Host const exec;
  auto view = filled<SoA>(100);
  auto const plan = plan_rearrange<SoA>(exec, view);
  auto const same = plan.execute(exec, std::move(view));
  EXPECT_TRUE(is_filled(same));
  EXPECT_EQ(plan.predicted_seconds(Use::once), 0);
  EXPECT_EQ(plan.workspace_bytes(), 0U);
}

TEST(RearrangePlan, IsForRecordsOfOneShape) {
  Host const exec;
  auto view = filled<AoS>(1000);
  auto const plan = plan_rearrange<SoA>(exec, view);
  auto const throws_for = [&](auto other) {
    auto const* const data = other.data();
    auto const message = message_of([&] { plan.execute(exec, std::move(other)); });
    EXPECT_EQ(other.data(), data) << "what was not moved is the caller's";
    EXPECT_TRUE(is_filled(other));
    EXPECT_THAT(message, StartsWith("isomer::RearrangePlan::execute: there are "));
    return message;
  };
  EXPECT_THAT(throws_for(filled<AoS>(999)),
              HasSubstr("there are 999 records in aos with room for 1088"));
  EXPECT_THAT(throws_for(filled<AoS>(2000)), HasSubstr("the plan is for 1000 records in aos"));
  EXPECT_THAT(throws_for(filled<Tiled<8>>(1000)), HasSubstr("1000 records in tiled 8"));
  EXPECT_THAT(throws_for(filled<SoA>(1000)), HasSubstr("1000 records in soa"));
  RecordView<Scrambled, AoS, Host> others("others", 1000);
  fill(others);
  EXPECT_THAT(throws_for(std::move(others)), HasSubstr("leaves of "));
  EXPECT_EQ(message_of([&] { plan.execute<Tiled<8>>(exec, std::move(view)); }),
            "isomer::RearrangePlan::execute: the plan was made for the arrangement soa, it was "
            "called with tiled 8");
  EXPECT_TRUE(is_filled(view));
}

TEST(RearrangePlan, OfRecordsThatAreSoArrangedIsForThoseThatAreNot) {
  Host const exec;
  auto records = filled_records(1000);
  auto const plan = plan_rearrange(exec, records, SoA{});
  plan.execute(exec, records);
  EXPECT_THAT(message_of([&] { plan.execute(exec, records); }),
              HasSubstr("there are 1000 records in soa"));
  EXPECT_TRUE(is_filled(records.view<SoA>()));
  EXPECT_THAT(message_of([&] { plan_rearrange(exec, records, tiled(64)); }),
              StartsWith("isomer::plan_rearrange: tiled 64 is not in the offer of records "));
}

TEST(RearrangePlan, ThatNoFunctionMadeIsEmpty) {
  Host const exec;
  auto view = filled<AoS>(10);
  auto records = filled_records(10);
  ArrangementPlan<SoA> const empty;
  std::string const expected =
      ": the plan is empty, it has to come from a plan_ function and not be moved from";
  EXPECT_EQ(message_of([&] { empty.execute(exec, std::move(view)); }),
            "isomer::RearrangePlan::execute" + expected);
  EXPECT_EQ(message_of([&] { empty.execute(exec, records); }),
            "isomer::RearrangePlan::execute" + expected);
  EXPECT_EQ(message_of([&] { static_cast<void>(empty.passes()); }), "isomer::Plan" + expected);
  EXPECT_TRUE(is_filled(view));
  auto plan = plan_rearrange<SoA>(exec, view);
  auto const taken = std::move(plan);
  EXPECT_THAT(message_of([&] { plan.execute(exec, std::move(view)); }), HasSubstr(expected));
  EXPECT_TRUE(is_filled(taken.execute(exec, std::move(view))));
}

TEST(RearrangePlan, OfRecordsThatOthersShareIsAnErrorBeforeAByteMoves) {
  Host const exec;
  auto view = filled<AoS>(100);
  auto const plan = plan_rearrange<SoA>(exec, view);
  auto const alias = view;
  EXPECT_THAT(message_of([&] { plan.execute(exec, std::move(view)); }),
              StartsWith("isomer::RearrangePlan::execute: view \"mixed\" is shared by 2 owners"));
  EXPECT_TRUE(is_filled(alias));
}

TEST(RearrangePlan, ServesTwoThreadsAtOnce) {
  auto const plan = plan_rearrange<Mixed, AoS, SoA>(Host{}, 700);
  std::atomic<int> wrong{0};
  auto const work = [&] {
    Host const exec;
    for (int k = 0; k < 20; ++k) {
      auto const columns = plan.execute(exec, filled<AoS>(700));
      exec.fence();
      if (!is_filled(columns)) ++wrong;
    }
  };
  std::thread other(work);
  work();
  other.join();
  EXPECT_EQ(wrong, 0);
}

TEST(RearrangeRecords, TakesTheCallersWorkspace) {
  Host const exec;
  std::size_t const n = 5000;
  Workspace const workspace("workspace", 4 << 20);
  auto columns = rearrange<SoA>(exec, filled<AoS>(n), workspace);
  exec.fence();
  EXPECT_TRUE(is_filled(columns));
  auto tiles = rearrange<Tiled<8>>(std::move(columns), workspace);
  EXPECT_TRUE(is_filled(tiles));

  auto records = filled_records(n);
  rearrange(exec, records, SoA{}, workspace);
  rearrange(records, tiled(8), workspace);
  EXPECT_TRUE(is_filled(records.view<Tiled<8>>()));

  RecordView<Mixed, Any, Host> any("any", n, AoS{});
  fill(any);
  any = rearrange(exec, std::move(any), SoA{}, workspace);
  any = rearrange(std::move(any), tiled(8));
  EXPECT_TRUE(is_filled(any));
}

TEST(RearrangePlan, TakesTheCallersWorkspace) {
  Host const exec;
  auto view = filled<AoS>(5000);
  auto const plan = plan_rearrange<SoA>(exec, view);
  ASSERT_GT(plan.workspace_bytes(), 0U);
  Workspace const workspace("workspace", plan.workspace_bytes());
  auto const columns = plan.execute(exec, std::move(view), workspace);
  exec.fence();
  EXPECT_TRUE(is_filled(columns));

  auto records = filled_records(5000);
  plan_rearrange(exec, records, SoA{}).execute(exec, records, workspace);
  exec.fence();
  EXPECT_TRUE(is_filled(records.view<SoA>()));

  RecordView<Mixed, Any, Host> any("any", 5000, AoS{});
  fill(any);
  auto const all = plan_rearrange(exec, any, SoA{}).execute(exec, std::move(any), workspace);
  exec.fence();
  EXPECT_TRUE(is_filled(all));
}

TEST(RearrangePlan, RefusesAWorkspaceThatWouldNotDoBeforeAByteMoves) {
  Host const exec;
  auto view = filled<AoS>(5000);
  auto const plan = plan_rearrange<SoA>(exec, view);
  std::size_t const bytes = plan.workspace_bytes();
  auto const message = [&](Workspace const& workspace) {
    auto const said = message_of([&] { plan.execute(exec, std::move(view), workspace); });
    EXPECT_TRUE(is_filled(view));
    return said;
  };
  EXPECT_EQ(message(Workspace("small", bytes - 1)),
            "isomer::RearrangePlan::execute: the workspace has " + std::to_string(bytes - 1) +
                " bytes, it has to have the plan's workspace_bytes() of " + std::to_string(bytes));
  Workspace const large("large", bytes + 64);
  EXPECT_THAT(message(Workspace(large.data() + 1, bytes)),
              HasSubstr("bytes behind a multiple of 64"));
  auto* const data = reinterpret_cast<std::byte*>(view.data());
  EXPECT_THAT(message(Workspace(data + 64, bytes)), HasSubstr("and the view overlap in memory"));
}

/// What does not fit is done another way.
TEST(RearrangeRecords, TakesTheWayThatTheCallersWorkspaceHasRoomFor) {
  Host const exec;
  auto const usual = plan_rearrange<Mixed, AoS, SoA>(exec, 70000).workspace_bytes();
  Workspace const workspace("workspace", usual / 2);
  auto const columns = rearrange<SoA>(exec, filled<AoS>(70000), workspace);
  exec.fence();
  EXPECT_TRUE(is_filled(columns));
  EXPECT_THAT(message_of([&] { rearrange<SoA>(exec, filled<AoS>(70000), Workspace("tiny", 64)); }),
              StartsWith("isomer::rearrange: "));
}

TEST(RecordCopyPlan, CopiesAsOftenAsItIsExecuted) {
  Host const exec;
  for (std::size_t const n : {0, 1, 100, 5000}) {
    auto const src = filled<AoS>(n);
    RecordView<Mixed, Tiled<8>, Host> const dst("dst", n);
    auto const plan = plan_deep_copy(exec, dst, src);
    for (int k = 0; k < 2; ++k) {
      std::memset(dst.data(), 0, dst.span_bytes());
      plan.execute(exec, dst, src);
      exec.fence();
      EXPECT_TRUE(is_filled(dst));
    }
    EXPECT_EQ((plan_deep_copy<Mixed, Tiled<8>, AoS>(exec, n).describe()), plan.describe());
    if (n < 100) continue;
    EXPECT_EQ(plan.passes(), 1);
    EXPECT_GT(plan.predicted_seconds(), 0);
    EXPECT_GT(plan.predicted_seconds(Use::once), plan.predicted_seconds());
    EXPECT_GE(plan.bytes_read(), static_cast<std::int64_t>(n) * 19);
  }
}

TEST(RecordCopyPlan, OfOneArrangementCopiesBytesAsTheyLie) {
  Host const exec;
  auto const src = filled<SoA>(5000);
  RecordView<Mixed, SoA, Host> const dst("dst", 5000);
  auto const plan = plan_deep_copy(exec, dst, src);
  plan.execute(exec, dst, src);
  exec.fence();
  EXPECT_TRUE(is_filled(dst));
  EXPECT_THAT(plan.describe(), StartsWith("records of one arrangement: "));
  EXPECT_GE(plan.bytes_read(), 5000 * 19);
  EXPECT_GT(plan.predicted_seconds(), 0);
}

TEST(RecordCopyPlan, IsForViewsOfOneShape) {
  Host const exec;
  auto const src = filled<AoS>(1000);
  RecordView<Mixed, SoA, Host> const dst("dst", 1000);
  auto const plan = plan_deep_copy(exec, dst, src);
  auto const message = [&](auto const& to, auto const& from) {
    return message_of([&] { plan.execute(exec, to, from); });
  };
  EXPECT_THAT(message(RecordView<Mixed, SoA, Host>("dst", 1001), filled<AoS>(1001)),
              StartsWith("isomer::RecordCopyPlan::execute: there are 1001 records, leaves of "));
  EXPECT_THAT(message(RecordView<Mixed, AoS, Host>("dst", 1000), src), HasSubstr("there are 1000"));
  EXPECT_THAT(message(dst, filled<SoA>(1000)), HasSubstr("the plan is for 1000 records"));
  EXPECT_THAT(message(dst, filled<AoS>(999)), HasSubstr("they have to be as many"));
  EXPECT_THAT(message_of([&] { plan_deep_copy(exec, src, src); }),
              StartsWith("isomer::plan_deep_copy: dst \"mixed\" and src \"mixed\" overlap"));
  EXPECT_THAT(message_of([&] { RecordCopyPlan().execute(exec, dst, src); }),
              HasSubstr("the plan is empty"));
}

}  // namespace
}  // namespace isomer::test
