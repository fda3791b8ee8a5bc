// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isomer/advisor.hpp>

#include "api/records/filled.hpp"
#include "support/sanitized.hpp"

/// Bodies tried on copies of a few records.
namespace isomer::test {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
using MixedOffer = Offer<AoS, SoA, Tiled<8>>;

class Trial : public ::testing::Test {
 protected:
  Trial() { fill(records.view<AoS>()); }
  detail::Scene scene() const { return detail::scene_of(records); }

  Records<Mixed, MixedOffer, Host> records{"mixed", 1000};
};

template <class A>
void expect_copies(detail::Scene const& scene) {
  detail::TrialRecords const trial(scene, A{});
  RecordView<Mixed, A, Host> const view(trial.data(), static_cast<std::size_t>(scene.count),
                                        static_cast<std::size_t>(scene.capacity));
  auto const copies = static_cast<std::size_t>(trial.copies());
  EXPECT_GE(copies, 256U);
  EXPECT_TRUE(holds(subview(view, {0, copies}), [](std::size_t i) { return i; }));
  if (copies < view.size()) {
    EXPECT_EQ(Mixed(view(view.size() - 1)).a, 0);
  }
}

TEST_F(Trial, RecordsAreCopiesInAnyArrangement) {
  expect_copies<AoS>(scene());
  expect_copies<SoA>(scene());
  expect_copies<Tiled<8>>(scene());
  expect_copies<Clusters<In<Tiled<4>, "a", "d">, Rest<SoA>>>(scene());
}

TEST_F(Trial, BodiesMayReferToAnyRecord) {
  Records<Mixed, MixedOffer, Host> const more("more", 100000);
  auto const last = static_cast<int>(more.size()) - 1;
  auto const body = [=](auto const& m, int i) {
    m(last - i).b = m((i * 977) % last).c;
    m(i).d = static_cast<std::int16_t>(m.size() % 128);
  };
  detail::KernelOf<Records<Mixed, MixedOffer, Host>> const far = kernel("far", body);
  for (double const seconds : far.trace(detail::scene_of(more)).trial) EXPECT_GT(seconds, 0);
}

TEST_F(Trial, BodiesAreTimedInEachArrangementOfTheOffer) {
  auto const body = [](auto const& m, int i) { m(i).b += m(i).c; };
  detail::KernelOf<Records<Mixed, MixedOffer, Host>> const tried = kernel("tried", body, 7);
  auto const trace = tried.trace(scene());
  EXPECT_EQ(trace.name, "tried");
  EXPECT_EQ(trace.calls, 7);
  ASSERT_EQ(trace.trial.size(), 3U);
  for (double const seconds : trace.trial) {
    EXPECT_GT(seconds, 0);
    EXPECT_LT(seconds, 1e-3);
  }
  EXPECT_TRUE(holds(records.view<AoS>(), [](std::size_t i) { return i; }));
}

TEST_F(Trial, IsLeftOutWhereItIsNotWanted) {
  std::int64_t runs = 0;
  auto const body = [&runs](auto const& m, int i) {
    ++runs;
    m(i).b += m(i).c;
  };
  detail::KernelOf<Records<Mixed, MixedOffer, Host>> const other = kernel("f", body).no_trial();
  auto const trace = other.trace(scene());
  EXPECT_TRUE(trace.trial.empty());
  EXPECT_EQ(runs, static_cast<std::int64_t>(trace.item.size()));
}

// The allocators of sanitizers stop the program instead.
#if !defined(ISOMER_TEST_ASAN) && !defined(__SANITIZE_THREAD__)
TEST_F(Trial, IsLeftOutWhereThereIsNoRoomForIt) {
  auto more = scene();
  more.capacity = std::int64_t{1} << 44;
  auto const body = [](auto const& m, int i) { m(i).b += m(i).c; };
  detail::KernelOf<Records<Mixed, MixedOffer, Host>> const large = kernel("large", body);
  auto const trace = large.trace(more);
  EXPECT_TRUE(trace.trial.empty());
  EXPECT_EQ(trace.item.size(), 256U);
}
#endif

struct Count {
  std::int64_t* runs;
  void operator()(auto const& m, int i) const {
    ++*runs;
    m(i).b += m(i).c;
  }
};

TEST_F(Trial, RunsOnTheCopyOfABody) {
  std::int64_t real = 0;
  std::int64_t copied = 0;
  detail::KernelOf<Records<Mixed, MixedOffer, Host>> const other =
      kernel("f", Count{&real}).on(Count{&copied});
  static_cast<void>(other.trace(scene()));
  EXPECT_EQ(real, 0);
  EXPECT_GT(copied, 1000);
}

TEST(FastestTrial, IsTheLeastOfRunsLongEnoughToBeTimed) {
  std::int64_t visited = 0;
  std::int64_t longest = 0;
  double const seconds = detail::fastest_trial(1000, [&](std::int64_t end) {
    longest = std::max(longest, end);
    visited += end;
  });
  EXPECT_EQ(longest, 1000);
  EXPECT_GT(visited, 1000);
  EXPECT_LT(seconds, 1e-3);
}

}  // namespace
}  // namespace isomer::test
