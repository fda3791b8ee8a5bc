// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schema/passes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "cost/residency.hpp"
#include "support/machines.hpp"
#include "support/transposition.hpp"

/// The passes of candidates: kernel, residency, threads and what these do.
namespace isomer::test {
namespace {

using detail::Candidate;
using detail::Kernel;
using detail::Pass;
using detail::Problem;
using detail::Residency;
using detail::Schema;

Candidate tiles(Schema schema, std::initializer_list<std::int64_t> extents) {
  Candidate candidate;
  candidate.schema = schema;
  std::copy(extents.begin(), extents.end(), candidate.tiling.slice.extent.begin());
  return candidate;
}

class Passes : public OnEachMachine {
 protected:
  static Pass pass_of(Problem const& problem, Candidate const& candidate, int threads) {
    auto const passes = passes_of(problem, candidate, setting(threads));
    EXPECT_EQ(passes.size(), 1U);
    return passes.front();
  }
  static Kernel kernel_of(Problem const& problem, Candidate const& candidate) {
    return pass_of(problem, candidate, 1).kernel;
  }
};
class ReachOf : public OnEachMachine {};

TEST_P(Passes, NameTheKernelThatRuns) {
  auto const problem = transposition(256, 256);
  Candidate candidate = tiles(Schema::orthogonal_distinct, {64, 64});
  EXPECT_EQ(kernel_of(problem, candidate), Kernel::tile_direct);
  candidate.tiling.mode.staged = true;
  EXPECT_EQ(kernel_of(problem, candidate), Kernel::tile_staged);
  candidate.tiling.mode = {};
  candidate.tiling.mode.skewed = true;
  EXPECT_EQ(kernel_of(problem, candidate), Kernel::tile_skewed);
  candidate.schema = Schema::strided;
  EXPECT_EQ(kernel_of(problem, candidate), Kernel::strided);
  candidate.schema = Schema::fvi_match_large;
  EXPECT_EQ(kernel_of(problem, candidate), Kernel::copy);
  Problem shared = problem;
  shared.rank = 3;
  shared.axis[0] = {16, 1, 1};
  shared.axis[1] = {32, 16, 16 * 32};
  shared.axis[2] = {32, 16 * 32, 16};
  EXPECT_EQ(kernel_of(shared, tiles(Schema::fvi_match_small, {16, 4, 4})), Kernel::tile_runs);
}

TEST_P(Passes, AreSharedOutAmongTheThreads) {
  auto const problem = transposition(1024, 1024);
  auto const candidate = tiles(Schema::orthogonal_distinct, {64, 64});
  Pass const one = pass_of(problem, candidate, 1);
  Pass const four = pass_of(problem, candidate, 4);
  EXPECT_EQ(one.threads, 1);
  EXPECT_EQ(four.threads, 4);
  EXPECT_EQ(four.work.launches, 1);
  EXPECT_EQ(four.work.bytes, one.work.bytes);
}

TEST_P(Passes, OfASmallProblemAreAllOfOneThreadAndAPartOfALaunch) {
  Pass const pass = pass_of(transposition(64, 64), tiles(Schema::orthogonal_distinct, {64, 64}), 8);
  EXPECT_EQ(pass.threads, 1);
  EXPECT_EQ(pass.work.launches, 1.0 / 64);
  EXPECT_EQ(pass.work.bytes, 64 * 64 * 4);
}

TEST_P(Passes, OfFewTilesAreThoseOfAsManyThreads) {
  auto const candidate = tiles(Schema::orthogonal_distinct, {1024, 512});
  EXPECT_EQ(pass_of(transposition(1024, 1024), candidate, 8).threads, 2);
  EXPECT_EQ(threads_in_effect(transposition(1024, 1024), candidate, setting(8)), 2);
}

TEST_P(Passes, CountInTheCachesWhatTheFirstLevelDoesNotHold) {
  auto const l1 = static_cast<double>(GetParam().l1_bytes);
  Candidate copy;
  copy.schema = Schema::copy;
  Problem problem;
  problem.element_bytes = 16;
  problem.rank = 1;
  problem.axis[0] = {GetParam().l1_bytes / 32, 1, 1};
  EXPECT_EQ(pass_of(problem, copy, 1).work.buffered_bytes, 0);
  problem.axis[0].extent *= 3;
  EXPECT_EQ(pass_of(problem, copy, 1).work.buffered_bytes, l1);
  problem.axis[0].extent = GetParam().l2_bytes / 16;
  EXPECT_EQ(pass_of(problem, copy, 1).work.buffered_bytes, 0) << "in memory";
}

TEST_P(Passes, CountTheWordsThatAreMultiplied) {
  Problem problem = transposition(256, 128);
  problem.scalar = detail::Scalar::f32;
  Candidate candidate = tiles(Schema::orthogonal_distinct, {64, 32});
  candidate.tiling.mode.staged = true;
  EXPECT_EQ(pass_of(problem, candidate, 1).work.scaled_words, 256 * 128);
  problem.scalar = detail::Scalar::none;
  EXPECT_EQ(pass_of(problem, candidate, 1).work.scaled_words, 0);
}

TEST_P(ReachOf, IsTheCacheWhereBothArraysFit) {
  std::int64_t const side = 128;
  auto const l2 = GetParam().l2_bytes;
  EXPECT_EQ(residency_of(transposition(side, l2 / side / 16), setting(1)), Residency::cache);
  EXPECT_EQ(residency_of(transposition(side, l2 / side / 8), setting(1)), Residency::memory);
  EXPECT_EQ(residency_of(transposition(side, l2 / side / 8), setting(2)), Residency::cache);
}

ISOMER_ON_EACH_MACHINE(Passes);
ISOMER_ON_EACH_MACHINE(ReachOf);

}  // namespace
}  // namespace isomer::test
