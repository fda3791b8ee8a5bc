// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/cache/while_cached.hpp"

#include <gtest/gtest.h>

#include <isomer/isomer.hpp>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <memory>
#include <vector>

#include "plan/choice/candidates.hpp"
#include "plan/choice/machine_of.hpp"
#include "plan/choice/measure.hpp"
#include "plan/prepare.hpp"
#include "problem/normalize.hpp"
#include "support/moved_case.hpp"

namespace isomer::test {
namespace {

using HostExec = Kokkos::DefaultHostExecutionSpace;
using Bytes = std::vector<std::byte>;

/// Whether this processor can be told to drop what its caches hold. Reading other memory instead
/// does not make sure of it: most of 8 KiB have been found after four times the third-level cache.
#ifdef __SSE2__
constexpr bool can_flush = true;
void flush(std::byte const* line) { _mm_clflush(line); }
void finish_flushing() { _mm_mfence(); }
#else
constexpr bool can_flush = false;
void flush(std::byte const*) {}
void finish_flushing() {}
#endif

void drive_out_of_caches(Bytes const& bytes) {
  for (std::size_t k = 0; k < bytes.size(); k += 64) flush(&bytes[k]);
  flush(&bytes.back());
  finish_flushing();
}

void touch(Bytes& bytes) {
  for (std::byte& byte : bytes) byte ^= std::byte{1};
}

/// Other tables may interrupt one or the other of these.
constexpr int tries = 9;

/// Counts in how many tries something holds.
template <class Try>
int successes(Try const& try_once) {
  int count = 0;
  for (int k = 0; k < tries; ++k) count += try_once() ? 1 : 0;
  return count;
}

/// More often than not, in one of some rounds: where others share the processor, loads take longer
/// for milliseconds at a time.
template <class Attempt>
bool mostly(Attempt const& attempt) {
  for (int round = 0; round < 20; ++round)
    if (successes(attempt) > tries / 2) return true;
  return false;
}

TEST(CacheProbe, FindsWhatHasJustBeenWritten) {
  Bytes data(64 << 10);
  detail::CacheProbe const probe({0, 20000, 40000, 60000});
  EXPECT_TRUE(mostly([&] {
    touch(data);
    return probe.finds(data.data());
  }));
}

TEST(CacheProbe, DoesNotFindWhatHasBeenDrivenOut) {
  if (!can_flush) GTEST_SKIP() << "nothing is known to empty the caches of this processor";
  Bytes data(64 << 10);
  detail::CacheProbe const probe({0, 20000, 40000, 60000});
  EXPECT_LE(successes([&] {
              touch(data);
              drive_out_of_caches(data);
              return probe.finds(data.data());
            }),
            tries / 2);
}

/// Notes that it has run.
class Notes final : public detail::ExecutablePlan<HostExec> {
 public:
  explicit Notes(int& runs) : ExecutablePlan({}), runs_(runs) {}
  void run(HostExec const&, std::byte*, std::byte const*,
           detail::ScaleFactors const*) const override {
    ++runs_;
  }

 private:
  int& runs_;
};

class PlanWhileCached : public testing::Test {
 protected:
  PlanWhileCached() {
    problem_.rank = 2;
    problem_.element_bytes = 8;
    problem_.axis[0] = {n, 1, n};
    problem_.axis[1] = {n, n, 1};
    plan_ = std::make_unique<detail::PlanWhileCached<HostExec>>(detail::PlanFacts{}, problem_, 2,
                                                                std::make_shared<Notes>(in_memory_),
                                                                std::make_shared<Notes>(cached_));
  }
  void run() { plan_->run(HostExec(), dst_.data(), src_.data(), nullptr); }

  /// Small: caches shared with other tables let go of large arrays within microseconds.
  static constexpr std::int64_t n = 32;

  detail::Problem problem_;
  Bytes dst_ = Bytes(n * n * 8), src_ = Bytes(n * n * 8);
  int in_memory_ = 0;
  int cached_ = 0;
  std::unique_ptr<detail::PlanWhileCached<HostExec>> plan_;
};

TEST_F(PlanWhileCached, GoesThroughTheCachesWhereTheArraysAre) {
  int runs = 0;
  EXPECT_TRUE(mostly([&] {
    touch(src_);
    touch(dst_);
    int const before = cached_;
    run();
    ++runs;
    return cached_ > before;
  }));
  EXPECT_EQ(in_memory_ + cached_, runs);
}

TEST_F(PlanWhileCached, GoesPastTheCachesWhereTheArraysAreNot) {
  if (!can_flush) GTEST_SKIP() << "nothing is known to empty the caches of this processor";
  for (int k = 0; k < tries; ++k) {
    touch(src_);
    touch(dst_);
    drive_out_of_caches(src_);
    drive_out_of_caches(dst_);
    run();
  }
  EXPECT_EQ(in_memory_ + cached_, tries);
  EXPECT_GT(in_memory_, cached_);
}

TEST(ProbedOffsets, AreOfWordsOfTheArray) {
  for_each_case(300, {.max_bytes = 64 << 10}, [](Case const& c) {
    GuardedArray const dst(c.dst_shape(), 0), src(c.src_shape(), 0);
    auto const normal =
        detail::normalize(detail::describe("test", dst.info(), src.info(), to_axes(c.axes)));
    if (detail::volume_bytes(normal) == 0) return;
    for (auto const stride : {&detail::Axis::src_stride, &detail::Axis::dst_stride}) {
      auto const last =
          static_cast<std::int64_t>(detail::span_bytes(normal, stride, normal.element_bytes)) -
          normal.element_bytes;
      for (int const threads : {1, 3, 1000})
        for (std::int64_t const offset :
             detail::probed_offsets(normal, stride, normal.element_bytes, threads)) {
          EXPECT_GE(offset, 0);
          EXPECT_LE(offset, last);
          EXPECT_EQ(offset % normal.element_bytes, 0);
        }
    }
  });
}

/// A plan chooses between its two ways by what it finds; here each has to be right.
TEST(Candidates, OfArraysInMemoryAndInCachesAgreeWithTheOracle) {
  HostExec const exec;
  for_each_moved_case(150, {.max_bytes = 128 * 1024}, [&](MovedCase const& c) {
    detail::Setting setting = detail::setting_for(exec, {});
    for (auto const residency : {detail::Residency::memory, detail::Residency::cache}) {
      setting.residency = residency;
      for (auto const& candidate : detail::candidates(c.normal, setting)) {
        GuardedArray const moved(c.dst);
        auto const plan = detail::prepare<HostExec>(c.normal, candidate, setting);
        plan->run(exec, moved.data(), c.src.data(), nullptr);
        exec.fence();
        EXPECT_TRUE(same_bytes(moved, c.expected)) << plan->facts().description;
      }
    }
  });
}

}  // namespace
}  // namespace isomer::test
