// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isomer/detail/engine.hpp>

#include <string>

#include "plan/choice/candidates.hpp"
#include "plan/choice/describe_plan.hpp"
#include "plan/choice/machine_of.hpp"
#include "problem/normalize.hpp"
#include "support/machines.hpp"

/// What an out-of-place plan says of itself is what its candidate promised.
namespace isomer::test {
namespace {

using HostExec = Kokkos::DefaultHostExecutionSpace;
using detail::Candidate;
using detail::Problem;
using testing::HasSubstr;

Problem transposition(std::int64_t columns, std::int64_t rows) {
  Problem problem;
  problem.element_bytes = 8;
  problem.rank = 2;
  problem.axis[0] = {columns, 1, rows};
  problem.axis[1] = {rows, columns, 1};
  return problem;
}

TEST(FactsOf, CarryTheSecondsOfTheCandidate) {
  Candidate candidate;
  candidate.schema = detail::Schema::orthogonal_distinct;
  candidate.tiling.slice.extent[0] = candidate.tiling.slice.extent[1] = 64;
  auto const said = [&](double seconds) {
    candidate.seconds = seconds;
    auto const facts = facts_of(transposition(640, 128), candidate, setting_on(machines()[0], 1));
    EXPECT_EQ(facts.predicted_seconds, seconds);
    return facts.description.substr(facts.description.rfind('\n') + 1);
  };
  EXPECT_EQ(said(1.25e-7), "predicted: 0.125 us");
  EXPECT_EQ(said(1.25e-5), "predicted: 12.5 us");
  EXPECT_EQ(said(0.0125), "predicted: 12.5 ms");
  EXPECT_EQ(said(1.25), "predicted: 1.25 s");
}

TEST(FactsOf, CountEachByteOnceAndTheWorkspaceOfTheCandidate) {
  Problem const problem = transposition(640, 128);
  Candidate candidate;
  candidate.schema = detail::Schema::orthogonal_distinct;
  candidate.tiling.slice.extent[0] = candidate.tiling.slice.extent[1] = 64;
  candidate.tiling.mode.staged = true;
  auto const facts = facts_of(problem, candidate, setting_on(machines()[0], 3));
  EXPECT_EQ(facts.bytes_read, 640 * 128 * 8);
  EXPECT_EQ(facts.bytes_written, 640 * 128 * 8);
  EXPECT_EQ(facts.passes, 1);
  EXPECT_EQ(facts.workspace_bytes, workspace_of(problem, candidate.tiling, 3));
  EXPECT_GE(facts.workspace_bytes, 3U * 2 * 64 * 64 * 8) << "two buffers a thread";
  auto const beside = facts_of(problem, candidate, setting_on(machines()[0], 3), 1 << 30);
  EXPECT_EQ(beside.workspace_bytes, 1U << 30) << "of the way that a plan has beside this one";
  EXPECT_THAT(beside.description, HasSubstr("\nworkspace: 1 GiB for 3 threads\n"));
  EXPECT_THAT(facts.description, HasSubstr("\npasses: 1, reads 640 KiB, writes 640 KiB\n"));
  EXPECT_THAT(facts.description, HasSubstr(" for 3 threads\n"));
}

TEST(Plans, PromiseWhatTheirFirstCandidateDoes) {
  HostExec const exec;
  detail::Setting const setting = detail::setting_for(exec, {});
  // Within the second-level caches, about the third-level one, and beyond it.
  for (std::int64_t const n : {40, 700, 5000}) {
    Problem const problem = detail::normalize(transposition(n, n + 8));
    auto const first = detail::candidates(problem, setting).front();
    auto const plan = detail::make_plan(exec, problem, {}, "test");
    EXPECT_EQ(plan->facts().predicted_seconds, first.seconds) << n;
    EXPECT_EQ(plan->facts().schema, name_of(first.schema)) << n;
    EXPECT_EQ(plan->facts().bytes_read, n * (n + 8) * 8) << n;
    EXPECT_EQ(plan->facts().bytes_written, n * (n + 8) * 8) << n;
    EXPECT_EQ(plan->facts().passes, 1) << n;
    EXPECT_THAT(plan->facts().description,
                HasSubstr(facts_of(problem, first, setting).description));
  }
}

}  // namespace
}  // namespace isomer::test
