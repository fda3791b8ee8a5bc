// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/paced_plan.hpp"

#include <gtest/gtest.h>

#include <isomer/isomer.hpp>

#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>

#include "machine/machine.hpp"

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

detail::PacedPlan<HostExec> sleeping(int milliseconds, detail::Pace& pace) {
  return {std::make_shared<SleepingPlan>(milliseconds), pace};
}

TEST(PacedPlan, ExpectsOfAllPlansWhatTheLastOnesTook) {
  detail::Pace pace;
  auto const first = sleeping(30, pace);
  auto const second = sleeping(30, pace);
  auto const third = sleeping(0, pace);
  EXPECT_DOUBLE_EQ(third.predicted_seconds(), expected);
  first.run(HostExec(), nullptr, nullptr, nullptr);
  second.run(HostExec(), nullptr, nullptr, nullptr);
  EXPECT_GE(third.predicted_seconds(), 30 * expected);
  EXPECT_DOUBLE_EQ(third.predicted_seconds(), expected * pace.times());
}

TEST(PacedPlan, KeepsTheModelsFactsAndIgnoresRunsThatFail) {
  detail::Pace pace;
  auto const plan = sleeping(-1, pace);
  EXPECT_THROW(plan.run(HostExec(), nullptr, nullptr, nullptr), std::runtime_error);
  EXPECT_EQ(pace.times(), 1);
  EXPECT_EQ(plan.facts().description, "sleeps");
  EXPECT_EQ(plan.facts().predicted_seconds, expected);
}

TEST(PacedPlan, LearnsNothingWhereTheModelExpectsNoTime) {
  detail::Pace pace;
  detail::PacedPlan<HostExec> const plan(std::make_shared<SleepingPlan>(1, 0), pace);
  plan.run(HostExec(), nullptr, nullptr, nullptr);
  EXPECT_EQ(pace.times(), 1);
  EXPECT_EQ(plan.predicted_seconds(), 0);
}

/// Rows of so many bytes that arrays of 4096 of them lie in memory.
std::int64_t long_rows() { return detail::host_machine(1).l3_bytes / 4096 + 64; }

TEST(PacedPlan, IsWhatLargeMovesGetAndSmallOnesDoNot) {
  std::int64_t const rows = long_rows();
  Bytes const from("from", 4096, rows);
  BytesRight const to("to", 4096, rows);
  auto const large = plan_permute(HostExec(), to, from, Axes{0, 1});
  double const model = large.predicted_seconds() / detail::pace_out_of_place().times();
  large.execute(HostExec(), to, from);
  EXPECT_DOUBLE_EQ(large.predicted_seconds(), model * detail::pace_out_of_place().times());
  EXPECT_NE(large.predicted_seconds(), model);

  Bytes const near("near", 64, 64);
  BytesRight const there("there", 64, 64);
  auto const small = plan_permute(HostExec(), there, near, Axes{0, 1});
  double const before = small.predicted_seconds();
  small.execute(HostExec(), there, near);
  EXPECT_EQ(small.predicted_seconds(), before);
}

TEST(PacedPlan, InPlaceHasAPaceOfItsOwn) {
  Bytes view("view", 4096, long_rows());
  auto const plan = plan_permute_in_place(HostExec(), view, Axes{1, 0});
  double const out_of_place = detail::pace_out_of_place().times();
  double const model = plan.predicted_seconds() / detail::pace_in_place().times();
  auto const moved = plan.execute(HostExec(), std::move(view));
  EXPECT_DOUBLE_EQ(plan.predicted_seconds(), model * detail::pace_in_place().times());
  EXPECT_NE(plan.predicted_seconds(), model);
  EXPECT_EQ(detail::pace_out_of_place().times(), out_of_place);
}

}  // namespace
}  // namespace isomer::test
