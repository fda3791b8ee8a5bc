// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>

#include <isomer/detail/describe.hpp>

#include "in_place/matrix_case.hpp"
#include "plan/choice/candidates.hpp"
#include "plan/in_place/methods_in_place.hpp"
#include "plan/prepare.hpp"
#include "problem/normalize.hpp"
#include "records/in_place/in_place_move.hpp"
#include "records/move/copy_plan.hpp"
#include "records/record_case.hpp"
#include "support/machines.hpp"
#include "support/moved_case.hpp"

/// The first race ends the program: after it there are thousands.
extern "C" char const* __tsan_default_options() { return "halt_on_error=1"; }

/// Every way to move data on two to four threads, for ThreadSanitizer to watch. That the result is
/// right shows that the kernel ran.
namespace isomer {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;

/// Only the plain kernels are instrumented.
bool const plain_is_asked_for = setenv("ISOMER_ISA", "plain", 1) == 0;

detail::Machine plain_machine(int threads) {
  return test::with_threads(test::machines().back(), threads);
}

TEST(Races, ThereAreFourThreadsOfInstrumentedKernels) {
  ASSERT_EQ(Exec().concurrency(), 4);
  ASSERT_STREQ(tile::kernels().isa.name, plain_machine(4).isa.name);
}

class RacesOf : public testing::TestWithParam<in_place::Decomposition<Exec> const*> {};

/// Whether the decomposition takes the step.
bool move_in_place(in_place::Decomposition<Exec> const& decomposition, in_place::Step const& step,
                   int threads) {
  detail::Machine const machine = plain_machine(threads);
  in_place::Limits const limits{std::size_t{1} << 20, machine, &detail::default_rates(machine)};
  auto const estimate = decomposition.estimate(step, limits);
  if (!estimate) return false;
  SCOPED_TRACE(testing::Message() << testing::PrintToString(step) << ", " << threads << " threads");
  in_place::GuardedBytes data(step.bytes());
  data.fill(step.chunk_bytes, 0);
  in_place::GuardedBytes const before = data;
  in_place::GuardedBytes workspace(static_cast<std::int64_t>(estimate->workspace));
  Exec const exec;
  decomposition.prepare(step, limits)->run(exec, data.data(), workspace.data());
  exec.fence();
  EXPECT_TRUE(in_place::is_transposed(data, before, step));
  return true;
}

TEST_P(RacesOf, NoMoveInPlace) {
  int done = 0;
  // Large enough for threads to be woken.
  for (in_place::Step const& step : {in_place::Step{1, 260, 1, 96, 8},
                                     {1, 96, 1, 261, 8},
                                     {1, 256, 1, 256, 4},
                                     {3, 240, 1, 320, 1},
                                     {1, 3, 1, 9000, 8},
                                     {1, 9000, 1, 3, 8},
                                     {2, 100, 3, 40, 12},
                                     {1, 120, 1, 123, 16},
                                     {1, 64, 1, 32, 4097}})
    for (int const threads : {2, 3, 4}) done += move_in_place(*GetParam(), step, threads) ? 1 : 0;
  EXPECT_GT(done, 0);
}

INSTANTIATE_TEST_SUITE_P(All, RacesOf, testing::ValuesIn(in_place::methods<Exec>()),
                         [](auto const& each) { return std::string(each.param->name()); });

/// All candidates of a problem, whose tiles differ in size, order and mode.
void move_in_every_way(test::MovedCase const& c, std::set<std::string>& schemas) {
  Exec const exec;
  for (int const threads : {2, 4})
    for (auto const residency : {detail::Residency::memory, detail::Residency::cache}) {
      auto setting = test::setting_on(plain_machine(threads), threads);
      setting.residency = residency;
      for (detail::Candidate const& candidate : detail::candidates(c.normal, setting)) {
        test::GuardedArray const dst(c.dst);
        auto const plan = detail::prepare<Exec>(c.normal, candidate, setting);
        SCOPED_TRACE(plan->facts().description);
        plan->run(exec, dst.data(), c.src.data(), nullptr);
        exec.fence();
        EXPECT_TRUE(same_bytes(dst, c.expected));
        schemas.insert(plan->facts().schema);
      }
    }
}

TEST(Races, NoMoveOutOfPlace) {
  std::set<std::string> schemas;
  for (test::Case const& c :
       {test::dense({1 << 20}, {0}, 1), test::dense({3, 2, 300'000}, {1, 0, 2}, 1),
        test::dense({300, 20, 16}, {1, 0, 2}, 4), test::dense({301, 203}, {1, 0}, 8),
        test::dense({256, 512}, {1, 0}, 4), test::dense({40, 50, 7, 21}, {2, 0, 3, 1}, 2)})
    move_in_every_way(test::MovedCase(c), schemas);
  test::for_each_moved_case(10, {.min_rank = 2, .max_bytes = 600 << 10},
                            [&](auto const& c) { move_in_every_way(c, schemas); });
  for (char const* schema : {"copy", "fvi_match_large", "fvi_match_small", "orthogonal_distinct",
                             "orthogonal_arbitrary", "strided"})
    EXPECT_TRUE(schemas.contains(schema)) << schema << " was not tried";
}

TEST(Races, NoChangeOfArrangement) {
  test::LeafList const leaves = test::struct_of({8, 4, 4, 2, 1});
  constexpr std::int64_t count = 30'000;
  std::vector<test::RecordLayout> const layouts{
      test::aos(leaves, count), test::soa(leaves, count), test::tiled(leaves, count, 8),
      test::tiled(leaves, count, 64), test::clusters(leaves, count, {{{0, 3}, 1}, {{1, 2, 4}, 0}})};
  Exec const exec;
  detail::Machine machine = plain_machine(4);
  machine.l2_bytes = 64 << 10;  // panels are small, and there are many
  in_place::Limits const limits{std::size_t{1} << 20, machine, &detail::default_rates(machine)};
  for (test::RecordLayout const& src : layouts)
    for (test::RecordLayout const& dst : layouts) {
      if (src == dst) continue;
      auto const bytes = static_cast<std::size_t>(std::max(src.bytes, dst.bytes));
      auto data = test::filled(src, leaves, count, bytes);
      std::vector<std::byte> copy(bytes);
      detail::RecordProblem problem{count, count, false, leaves.bytes, src, dst};
      records::copy_plan<Exec>(problem, limits)->run(exec, copy.data(), data.data(), nullptr);
      exec.fence();
      EXPECT_EQ(test::wrong_values(copy.data(), dst, leaves, count), "");
      problem.in_place = true;
      auto const change = records::in_place_move<Exec>(problem, limits);
      std::vector<std::byte> workspace(change.estimate.workspace);
      change.move->run(exec, data.data(), workspace.data());
      exec.fence();
      EXPECT_EQ(test::wrong_values(data.data(), dst, leaves, count), "");
    }
}

}  // namespace
}  // namespace isomer
