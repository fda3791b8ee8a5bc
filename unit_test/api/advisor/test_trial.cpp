// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include <isomer/advisor.hpp>

#include "api/records/filled.hpp"
#include "records/advise/watch/thread_clock.hpp"
#include "support/sanitized.hpp"

/// Bodies tried on copies of a few records.
namespace isomer::test {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
using MixedOffer = Offer<AoS, SoA, Tiled<8>>;

detail::KernelTrace traced(detail::KernelOf<Records<Mixed, MixedOffer, Host>> const& kernel,
                           detail::Scene const& scene) {
  detail::TrialGround trials(scene, Records<Mixed, MixedOffer, Host>::offer());
  return kernel.trace(trials);
}

class Trial : public ::testing::Test {
 protected:
  Trial() { fill(records.view<AoS>()); }
  detail::Scene scene() const { return detail::scene_of(records); }

  Records<Mixed, MixedOffer, Host> records{"mixed", 1000};
};

/// A record that says which it is.
Mixed numbered(std::size_t i) {
  Mixed m = made_up<Mixed>(i);
  m.a = static_cast<double>(i);
  return m;
}

template <class A>
void expect_copies(detail::Scene const& scene) {
  detail::TrialGround trials(scene, {A{}});
  detail::TrialRecords const& trial = trials.records(0);
  RecordView<Mixed, A, Host> const view(trial.data(), static_cast<std::size_t>(scene.count),
                                        static_cast<std::size_t>(scene.capacity));
  EXPECT_GE(trial.visited(), 256);
  EXPECT_TRUE(is_filled(view));
}

TEST_F(Trial, RecordsAreCopiesInAnyArrangement) {
  expect_copies<AoS>(scene());
  expect_copies<SoA>(scene());
  expect_copies<Tiled<8>>(scene());
  expect_copies<Clusters<In<Tiled<4>, "a", "d">, Rest<SoA>>>(scene());
}

/// Whether each of very many records is the real one of its index, or at least one that there is.
template <class A>
void expect_real(detail::Scene const& scene) {
  SCOPED_TRACE(Arrangement(A{}).name());
  detail::TrialGround trials(scene, {A{}});
  detail::TrialRecords const& trial = trials.records(0);
  ASSERT_NE(trial.data(), nullptr);
  RecordView<Mixed, A, Host> const view(trial.data(), static_cast<std::size_t>(scene.count),
                                        static_cast<std::size_t>(scene.capacity));
  std::set<double> seen;
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < scene.count; ++i) {
    Mixed const m = view(i);
    auto const real = static_cast<std::size_t>(m.a);
    wrong += (real < view.size() && are_equal(m, numbered(real))) ? 0 : 1;
    wrong += (i >= trial.visited() || m.a == static_cast<double>(i)) ? 0 : 1;
    seen.insert(m.a);
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(*seen.rbegin(), 0.9 * static_cast<double>(scene.count)) << "none of the last";
  // What a body writes to one is seen in no other.
  for (std::int64_t i = 0; i < trial.visited(); ++i) view(i).a = -1;
  std::int64_t written = 0;
  for (std::int64_t i = 0; i < scene.count; ++i) written += view(i).a == -1 ? 1 : 0;
  EXPECT_EQ(written, trial.visited());
}

TEST(TrialRecords, AreRealOnesWhereThereAreMany) {
  Records<Mixed, MixedOffer, Host> const records("many", 100001);
  for_each("number", Host{}, records,
           [](auto const& m, int i) { m(i) = numbered(static_cast<std::size_t>(i)); });
  auto const scene = detail::scene_of(records);
  expect_real<AoS>(scene);
  expect_real<SoA>(scene);
  expect_real<Tiled<8>>(scene);
  expect_real<Clusters<In<Tiled<8192>, "a", "d">, In<AoS, "e", "b">, Rest<SoA>>>(scene);
}

TEST(TrialRecords, MayBeDividedByAndFollowed) {
  constexpr int many = 50000;
  constexpr int few = 5000;
  using R = Records<Mixed, MixedOffer, Host>;
  R const divisors("divisors", many);
  for_each("fill", Host{}, divisors,
           [](auto const& m, int i) { m(i).d = static_cast<std::int16_t>(1 + i % 7); });
  detail::KernelOf<R> const divide = kernel("divide", [](auto const& m, int i) {
    m(i).b = static_cast<float>(1000 / int(m((i * 977 + 20000) % many).d));
  });
  EXPECT_EQ(traced(divide, detail::scene_of(divisors)).trial.size(), 3U);

  R const lists("lists", few);
  for_each("link", Host{}, lists,
           [](auto const& m, int i) { m(i).a = i < few / 2 ? i + few / 2 : -1; });
  detail::KernelOf<R> const follow = kernel("follow", [](auto const& m, int i) {
    float length = 0;
    for (int k = i; k >= 0; k = int(m(k).a)) ++length;
    m(i).b = length;
  });
  EXPECT_EQ(traced(follow, detail::scene_of(lists)).trial.size(), 3U);
}

TEST_F(Trial, RecordsAreTheSameForEachKernel) {
  Records<Mixed, MixedOffer, Host> const many("many", 100001);
  fill(many.view<AoS>());
  for (detail::Scene const& of : {scene(), detail::scene_of(many)}) {
    detail::TrialGround trials(of, {AoS{}, SoA{}});
    auto const view = [&] {
      return RecordView<Mixed, SoA, Host>(trials.records(1).data(),
                                          static_cast<std::size_t>(of.count),
                                          static_cast<std::size_t>(of.capacity));
    };
    auto const last = static_cast<std::int64_t>(of.count) - 1;
    auto const first = view();
    Mixed const begin = first(0);
    Mixed const end = first(last);
    first(0).a = first(last).a = -1;
    auto const second = view();
    EXPECT_EQ(second.data(), first.data()) << "made anew";
    EXPECT_TRUE(are_equal(Mixed(second(0)), begin));
    EXPECT_TRUE(are_equal(Mixed(second(last)), end));
  }
}

TEST_F(Trial, BodiesMayReferToAnyRecord) {
  Records<Mixed, MixedOffer, Host> const more("more", 100000);
  auto const last = static_cast<int>(more.size()) - 1;
  auto const body = [=](auto const& m, int i) {
    m(last - i).b = m((i * 977) % last).c;
    m(i).d = static_cast<std::int16_t>(m.size() % 128);
  };
  detail::KernelOf<Records<Mixed, MixedOffer, Host>> const far = kernel("far", body);
  auto const trace = traced(far, detail::scene_of(more));
  ASSERT_EQ(trace.trial.size(), 3U);
  for (double const seconds : trace.trial) EXPECT_GT(seconds, 0);
}

TEST_F(Trial, BodiesAreTimedInEachArrangementOfTheOffer) {
  auto const body = [](auto const& m, int i) { m(i).b += m(i).c; };
  detail::KernelOf<Records<Mixed, MixedOffer, Host>> const tried = kernel("tried", body, 7);
  auto const trace = traced(tried, scene());
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
  auto const trace = traced(other, scene());
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
  auto const trace = traced(large, more);
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
  static_cast<void>(traced(other, scene()));
  EXPECT_EQ(real, 0);
  EXPECT_GT(copied, 1000);
}

TEST_F(Trial, VisitsRecordsWhosePagesAreKept) {
  static std::int64_t longest;
  detail::TrialVisit const visit = [](void const* /*body*/, detail::Scene const& /*scene*/,
                                      std::byte* /*data*/, std::int64_t /*begin*/,
                                      std::int64_t end) { longest = std::max(longest, end); };
  auto const longest_with = [&](std::int64_t jumps) {
    detail::KernelTrace trace;
    trace.item.push_back({0, jumps, {}});
    for (std::int64_t k = 0; k < jumps; ++k)
      trace.item.front().access.push_back({500 + k % 2 * 400, 0, false});
    detail::TrialGround ground(scene(), {AoS{}});
    longest = 0;
    static_cast<void>(detail::trial_seconds(ground, trace, nullptr, &visit));
    return longest;
  };
  EXPECT_GE(longest_with(0), 256);
  EXPECT_LT(longest_with(16), longest_with(0));
  EXPECT_NEAR(static_cast<double>(4 * longest_with(64)), static_cast<double>(longest_with(16)), 4);
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

/// As a body does that owns a large table.
TEST(FastestTrial, LeavesOutWhatACallTakesWithoutRecords) {
  constexpr double of_call = 100e-6;
  constexpr double of_record = 0.2e-6;
  double const seconds = detail::fastest_trial(1000, [&](std::int64_t end) {
    double const until = records::thread_seconds() + of_call + of_record * static_cast<double>(end);
    while (records::thread_seconds() < until) continue;
  });
  EXPECT_NEAR(seconds, of_record, of_record / 2);
}

/// Counts its copies.
struct Owner {
  explicit Owner(std::atomic<int>& made) : copies(&made) {}
  Owner(Owner const& other) : copies(other.copies) { ++*copies; }
  Owner& operator=(Owner const&) = delete;
  void operator()(auto const& m, int i) const { m(i).b += m(i).c; }
  std::atomic<int>* copies;
};

TEST_F(Trial, CopiesABodyThatOwnsSomethingOncePerThread) {
  Records<Mixed, Offer<AoS>, Host> const many("many", 100000);
  fill(many.view<AoS>());
  auto const all = detail::scene_of(many);
  std::atomic<int> copies{0};
  Owner const body(copies);
  detail::visit_in_parallel(Host{}, &detail::visit_trial<Mixed, AoS, Owner>, &body, all, all.data);
  EXPECT_EQ(copies, Host{}.concurrency());
}

}  // namespace
}  // namespace isomer::test
