// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/timed_plan.hpp"

#include <gtest/gtest.h>

#include <isomer/isomer.hpp>
#include <isomer/records.hpp>

#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>

#include "machine/machine.hpp"

namespace isomer::test {
struct TimedPair {
  double value;
  std::int32_t number;
};
}  // namespace isomer::test

ISOMER_RECORD(isomer::test::TimedPair, value, number);

namespace isomer::test {
namespace {

using HostExec = Kokkos::DefaultHostExecutionSpace;
using Bytes = Kokkos::View<std::uint8_t**, Kokkos::LayoutLeft, Kokkos::HostSpace>;
using BytesRight = Kokkos::View<std::uint8_t**, Kokkos::LayoutRight, Kokkos::HostSpace>;

constexpr double expected = 1e-3;

class SleepingPlan final : public detail::ExecutablePlan<HostExec> {
 public:
  explicit SleepingPlan(int milliseconds, double seconds = expected)
      : ExecutablePlan(detail::PlanFacts{"copy", "sleeps", seconds}), milliseconds_(milliseconds) {}
  void run(HostExec const&, std::byte*, std::byte const*,
           detail::ScaleFactors const*) const override {
    if (milliseconds_ < 0) throw std::runtime_error("cannot sleep");
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds_));
  }

 private:
  int milliseconds_;
};

detail::TimedPlan<HostExec> sleeping(int milliseconds, detail::Drift& drift) {
  return {std::make_shared<SleepingPlan>(milliseconds), drift};
}

TEST(TimedPlan, ExpectsOfAllPlansWhatTheLastOnesTook) {
  detail::Drift drift;
  auto const first = sleeping(30, drift);
  auto const second = sleeping(30, drift);
  auto const third = sleeping(0, drift);
  EXPECT_DOUBLE_EQ(third.predicted_seconds(), expected);
  first.run(HostExec(), nullptr, nullptr, nullptr);
  second.run(HostExec(), nullptr, nullptr, nullptr);
  EXPECT_GE(third.predicted_seconds(), 30 * expected);
  EXPECT_DOUBLE_EQ(third.predicted_seconds(), expected * drift.times());
}

TEST(TimedPlan, KeepsTheModelsFactsAndIgnoresRunsThatFail) {
  detail::Drift drift;
  auto const plan = sleeping(-1, drift);
  EXPECT_THROW(plan.run(HostExec(), nullptr, nullptr, nullptr), std::runtime_error);
  EXPECT_EQ(drift.times(), 1);
  EXPECT_EQ(plan.facts().description, "sleeps");
  EXPECT_EQ(plan.facts().predicted_seconds, expected);
}

TEST(TimedPlan, LearnsNothingWhereTheModelExpectsNoTime) {
  detail::Drift drift;
  detail::TimedPlan<HostExec> const plan(std::make_shared<SleepingPlan>(1, 0), drift);
  plan.run(HostExec(), nullptr, nullptr, nullptr);
  EXPECT_EQ(drift.times(), 1);
  EXPECT_EQ(plan.predicted_seconds(), 0);
}

/// Rows of which 4096 lie in memory, not in a cache.
std::int64_t long_rows() { return detail::host_machine(1).l3_bytes / 4096 + 64; }

TEST(TimedPlan, IsWhatLargeMovesGetAndSmallOnesDoNot) {
  std::int64_t const rows = long_rows();
  Bytes const from("from", 4096, rows);
  BytesRight const to("to", 4096, rows);
  auto const large = plan_permute(HostExec(), to, from, Axes{0, 1});
  double const model = large.predicted_seconds() / detail::drift_out_of_place().times();
  large.execute(HostExec(), to, from);
  EXPECT_DOUBLE_EQ(large.predicted_seconds(), model * detail::drift_out_of_place().times());
  EXPECT_NE(large.predicted_seconds(), model);

  Bytes const near("near", 64, 64);
  BytesRight const there("there", 64, 64);
  auto const small = plan_permute(HostExec(), there, near, Axes{0, 1});
  double const before = small.predicted_seconds();
  small.execute(HostExec(), there, near);
  EXPECT_EQ(small.predicted_seconds(), before);
}

TEST(TimedPlan, InPlaceHasADriftOfItsOwn) {
  Bytes view("view", 4096, long_rows());
  auto const plan = plan_permute_in_place(HostExec(), view, Axes{1, 0});
  double const out_of_place = detail::drift_out_of_place().times();
  double const model = plan.predicted_seconds() / detail::drift_in_place().times();
  auto const moved = plan.execute(HostExec(), std::move(view));
  EXPECT_DOUBLE_EQ(plan.predicted_seconds(), model * detail::drift_in_place().times());
  EXPECT_NE(plan.predicted_seconds(), model);
  EXPECT_EQ(detail::drift_out_of_place().times(), out_of_place);
}

/// Whether what changes of this number of records take alters what is expected of the next.
bool has_drift(std::size_t count) {
  RecordView<TimedPair, AoS, Kokkos::HostSpace> view("pairs", count);
  auto const seconds = [&] {
    return plan_rearrange(HostExec(), view, tiled(8)).predicted_seconds();
  };
  double const before = seconds();
  for (int k = 0; k < 20 && seconds() == before; ++k)
    view = rearrange<AoS>(HostExec(), rearrange<Tiled<8>>(HostExec(), std::move(view)));
  return seconds() != before;
}

TEST(TimedPlan, IsWhatLargeChangesOfRecordsGetAndSmallOnesDoNot) {
  EXPECT_FALSE(has_drift(1000));
  EXPECT_TRUE(has_drift(static_cast<std::size_t>(detail::host_machine(1).l3_bytes) / 12));
}

/// However many records there are beside them.
TEST(TimedPlan, IsNotWhatCopiesOfSomeRecordsGet) {
  auto const is_timed = [](std::int64_t count, bool is_part) {
    detail::RecordsInfo const src{.count = count,
                                  .capacity = std::int64_t{1} << 36,
                                  .arrangement = AoS{},
                                  .is_part = is_part};
    detail::RecordsInfo dst = src;
    dst.arrangement = SoA{};
    auto const copy = detail::change_by_copy("test", detail::dynamic_record<TimedPair>(), dst, src);
    auto const plan = detail::make_plan(HostExec(), copy.panels, {}, "test");
    return dynamic_cast<detail::TimedPlan<HostExec> const*>(plan.get()) != nullptr;
  };
  EXPECT_FALSE(is_timed(5000, true));
  EXPECT_TRUE(is_timed(std::int64_t{1} << 36, false));
}

}  // namespace
}  // namespace isomer::test
