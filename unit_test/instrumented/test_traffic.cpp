// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>

#include "in_place/matrix_case.hpp"
#include "plan/choice/candidates.hpp"
#include "plan/in_place/methods_in_place.hpp"
#include "plan/prepare.hpp"
#include "recorder.hpp"
#include "records/in_place/in_place_move.hpp"
#include "records/move/copy_plan.hpp"
#include "records/record_case.hpp"
#include "support/machines.hpp"
#include "support/moved_case.hpp"

/// What plans say of their traffic, against a record of each byte that their kernels touch.
namespace isomer {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;
using test::Recording;
using test::Watched;

/// Only the plain kernels are instrumented.
bool const plain_is_asked_for = setenv("ISOMER_ISA", "plain", 1) == 0;

TEST(Recorder, CountsEachByteOncePerKernel) {
  std::vector<std::byte> from(100), to(100);
  Watched reads(from.data() + 10, 50), writes(to.data() + 10, 50);
  {
    Recording const recording({&reads, &writes});
    tile::Run const run{0, 0, 30};
    for (int twice = 0; twice < 2; ++twice)
      tile::kernels().copy_runs(reinterpret_cast<char*>(to.data()) + 20,
                                reinterpret_cast<char const*>(from.data()) + 15, &run, 1, false);
  }
  EXPECT_EQ(reads.read, 30);
  EXPECT_EQ(reads.written, 0);
  EXPECT_EQ(writes.read, 0);
  EXPECT_EQ(writes.written, 30);
  EXPECT_EQ(writes.bytes_touched(), 30);
  EXPECT_TRUE(writes.margins_are_untouched());
}

/// What Kokkos writes into memory of its own to launch some kernels.
constexpr std::int64_t of_kokkos = 4 << 10;

detail::Machine plain_machine(int threads) {
  return test::with_threads(test::machines().back(), threads);
}

/// Chunks whose place the transposition leaves as it is, or that lie on the diagonal of a square.
std::int64_t bytes_that_stay(in_place::Step const& step) {
  std::int64_t fixed = 0;
  for (std::int64_t r = 0; r < step.rows; ++r)
    for (std::int64_t c = 0; c < step.cols; ++c)
      fixed += r * step.cols + c == c * step.rows + r ? 1 : 0;
  return step.batch * std::max(fixed, std::min(step.rows, step.cols)) * step.chunk_bytes;
}

class TrafficOf : public testing::TestWithParam<in_place::Decomposition<Exec> const*> {
 protected:
  /// Each pass of the others is a permutation in which chunks or pieces of its own stay: at most a
  /// sixth, of gcd_pass with a divisor of 2, one of whose three passes exchanges half its chunks.
  static bool is_exact() {
    auto const name = GetParam()->name();
    return name == "square" || name == "blocks" || name == "cut" || name == "cycles";
  }
  static void compare(in_place::Step const& step, in_place::Estimate const& estimate,
                      Watched const& array) {
    std::int64_t const most = is_exact() ? estimate.passes * bytes_that_stay(step)
                                         : std::max(estimate.bytes_read / 6, bytes_that_stay(step));
    EXPECT_LE(array.read, estimate.bytes_read);
    EXPECT_GE(array.read, estimate.bytes_read - most);
    EXPECT_LE(array.written, estimate.bytes_written);
    EXPECT_GE(array.written, estimate.bytes_written - most);
    EXPECT_EQ(estimate.passes, (array.written + step.bytes() - 1) / step.bytes());
  }
  /// Whether the decomposition takes the step.
  static bool moves_what_it_says(in_place::Step const& step, in_place::Limits const& limits) {
    auto const estimate = GetParam()->estimate(step, limits);
    if (!estimate) return false;
    auto const move = GetParam()->prepare(step, limits);
    SCOPED_TRACE(testing::Message() << testing::PrintToString(step) << ": " << move->describe());
    in_place::GuardedBytes data(step.bytes());
    data.fill(step.chunk_bytes, 0);
    in_place::GuardedBytes const before = data;
    in_place::GuardedBytes workspace(static_cast<std::int64_t>(estimate->workspace));
    Watched array(data.data(), static_cast<std::size_t>(step.bytes()));
    Watched beside(workspace.data(), estimate->workspace);
    Exec const exec;
    {
      Recording const recording({&array, &beside});
      move->run(exec, data.data(), workspace.data());
      exec.fence();
      EXPECT_LE(recording.bytes_written_elsewhere(), of_kokkos);
    }
    EXPECT_TRUE(in_place::is_transposed(data, before, step));
    EXPECT_TRUE(array.margins_are_untouched());
    EXPECT_TRUE(beside.margins_are_untouched()) << "of the workspace";
    EXPECT_EQ(beside.bytes_touched() > 0, estimate->workspace > 0);
    compare(step, *estimate, array);
    return true;
  }
};

TEST_P(TrafficOf, EachPassIsWhatTheEstimateSays) {
  detail::Machine const machine = plain_machine(3);
  in_place::Limits const limits{std::size_t{256} << 10, machine, &detail::default_rates(machine)};
  int done = 0;
  for (std::int64_t const chunk : {1, 4, 8, 24})
    for (auto const& [batch, rows, cols] : {std::array<std::int64_t, 3>{1, 64, 64},
                                            {1, 96, 160},
                                            {1, 161, 96},
                                            {3, 40, 60},
                                            {1, 5, 1500},
                                            {1, 1500, 4},
                                            {1, 100, 103},
                                            {1, 103, 100},
                                            {2, 61, 127}}) {
      // Its only panel leaves nothing for the second pass.
      if (rows * cols * chunk <= 4096 && GetParam()->name() == "panel") continue;
      done += moves_what_it_says({batch, rows, 1, cols, chunk}, limits) ? 1 : 0;
    }
  EXPECT_GT(done, 0);
}

INSTANTIATE_TEST_SUITE_P(All, TrafficOf, testing::ValuesIn(in_place::methods<Exec>()),
                         [](auto const& each) { return std::string(each.param->name()); });

/// Whether each byte of the elements, and no other, was touched as often as said.
testing::AssertionResult touched_once(std::vector<std::uint8_t> const& kernels,
                                      test::ArrayShape const& shape, int times) {
  std::vector<std::uint8_t> expected(kernels.size());
  test::for_each_index(shape.extent, [&](test::Index const& index) {
    auto const at =
        Watched::margin + static_cast<std::size_t>(shape.offset(index) * shape.element_bytes);
    std::fill_n(expected.begin() + static_cast<std::ptrdiff_t>(at), shape.element_bytes, times);
  });
  auto const [byte, wanted] = std::mismatch(kernels.begin(), kernels.end(), expected.begin());
  if (byte == kernels.end()) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "byte " << byte - kernels.begin() - static_cast<std::ptrdiff_t>(Watched::margin) << " "
         << int{*byte} << " times, not " << int{*wanted};
}

struct Tried {
  std::set<std::string> schemas;
  std::set<std::string> modes;
};

void moves_what_it_says(test::MovedCase const& c, detail::Candidate const& candidate,
                        detail::Setting const& setting) {
  test::GuardedArray const dst(c.dst);
  auto const plan = detail::prepare<Exec>(c.normal, candidate, setting);
  auto const& facts = plan->facts();
  SCOPED_TRACE(facts.description);
  auto const bytes_of = [](test::GuardedArray const& array) {
    return static_cast<std::size_t>(array.shape().span() * array.shape().element_bytes);
  };
  Watched from(c.src.data(), bytes_of(c.src)), to(dst.data(), bytes_of(dst));
  Exec const exec;
  {
    Recording const recording({&from, &to});
    plan->run(exec, dst.data(), c.src.data(), nullptr);
    exec.fence();
    auto const elsewhere = recording.bytes_written_elsewhere();
    EXPECT_LE(elsewhere, static_cast<std::int64_t>(facts.workspace_bytes) + of_kokkos);
  }
  EXPECT_TRUE(same_bytes(dst, c.expected));
  EXPECT_EQ(from.read, facts.bytes_read);
  EXPECT_EQ(from.written, 0);
  EXPECT_EQ(to.written, facts.bytes_written);
  EXPECT_TRUE(touched_once(from.kernels_reading, c.src.shape(), facts.passes)) << " read";
  EXPECT_TRUE(touched_once(to.kernels_writing, c.dst.shape(), facts.passes)) << " written";
}

std::string mode_of(detail::Candidate const& candidate) {
  auto const& mode = candidate.tiling.mode;
  return std::string(mode.staged   ? "staged"
                     : mode.skewed ? "skewed"
                                   : "direct") +
         (mode.streams ? " streams" : " stores") + (mode.pipelined ? " pipelined" : "") +
         (mode.prefetch_lines > 0 ? " prefetched" : "");
}

void moves_what_it_says_in_every_way(test::MovedCase const& c, Tried& tried) {
  for (auto const& machine : test::machines())
    for (auto const residency : {detail::Residency::memory, detail::Residency::cache}) {
      auto setting = test::setting_on(machine, 3);
      setting.machine.isa = plain_machine(3).isa;
      setting.residency = residency;
      for (detail::Candidate const& candidate : detail::candidates(c.normal, setting)) {
        moves_what_it_says(c, candidate, setting);
        tried.schemas.insert(detail::name_of(candidate.schema));
        tried.modes.insert(mode_of(candidate));
      }
    }
}

TEST(Traffic, OfEverySchemaInEveryModeIsWhatThePlanSays) {
  Tried tried;
  for (test::Case const& c :
       {test::dense({3, 2, 30'000}, {1, 0, 2}, 1), test::dense({301, 203}, {1, 0}, 8),
        test::dense({128, 256}, {1, 0}, 8), test::dense({128, 256}, {1, 0}, 4)})
    moves_what_it_says_in_every_way(test::MovedCase(c), tried);
  test::for_each_moved_case(40, {.max_bytes = 100 << 10}, [&](test::MovedCase const& c) {
    moves_what_it_says_in_every_way(c, tried);
  });
  for (char const* schema : {"copy", "fvi_match_large", "fvi_match_small", "orthogonal_distinct",
                             "orthogonal_arbitrary", "strided"})
    EXPECT_TRUE(tried.schemas.contains(schema)) << schema << " was not tried";
  for (char const* mode :
       {"direct stores", "direct streams", "direct streams prefetched", "skewed streams",
        "staged streams prefetched", "staged streams pipelined prefetched"})
    EXPECT_TRUE(tried.modes.contains(mode)) << mode << ": " << testing::PrintToString(tried.modes);
}

/// Arrangements of records whose every byte is moved, padding too.
std::vector<test::RecordLayout> layouts_of(test::LeafList const& leaves, std::int64_t count) {
  return {test::aos(leaves, count), test::soa(leaves, count), test::tiled(leaves, count, 8),
          test::tiled(leaves, count, 64)};
}

in_place::GuardedBytes filled(test::RecordLayout const& layout, test::LeafList const& leaves,
                              std::int64_t count) {
  in_place::GuardedBytes bytes(layout.bytes);
  auto const values = test::filled(layout, leaves, count, static_cast<std::size_t>(layout.bytes));
  std::copy(values.begin(), values.end(), bytes.data());
  return bytes;
}

detail::RecordProblem change_of(test::LeafList const& leaves, std::int64_t count,
                                test::RecordLayout const& src, test::RecordLayout const& dst) {
  return {count, count, false, leaves.bytes, src, dst};
}

in_place::Limits limits_of_records() {
  detail::Machine machine = plain_machine(3);
  machine.l2_bytes = 32 << 10;
  return {std::size_t{1} << 20, machine, &detail::default_rates(machine)};
}

TEST(TrafficOfRecords, OutOfPlaceIsOnePass) {
  constexpr std::int64_t count = 3'200;
  test::LeafList const leaves = test::struct_of({8, 4, 4});
  Exec const exec;
  for (auto const& src : layouts_of(leaves, count))
    for (auto const& dst : layouts_of(leaves, count)) {
      if (src == dst) continue;
      auto const plan =
          records::copy_plan<Exec>(change_of(leaves, count, src, dst), limits_of_records());
      SCOPED_TRACE(plan->facts().description);
      in_place::GuardedBytes const data = filled(src, leaves, count);
      in_place::GuardedBytes copy(dst.bytes);
      Watched from(data.data(), static_cast<std::size_t>(src.bytes));
      Watched to(copy.data(), static_cast<std::size_t>(dst.bytes));
      {
        Recording const recording({&from, &to});
        plan->run(exec, copy.data(), data.data(), nullptr);
        exec.fence();
      }
      EXPECT_EQ(test::wrong_values(copy.data(), dst, leaves, count), "");
      EXPECT_EQ(from.read, plan->facts().bytes_read);
      EXPECT_EQ(from.written, 0);
      EXPECT_EQ(to.written, plan->facts().bytes_written);
    }
}

/// Plans count the pieces that wait in the workspace, a few of each part, as if they lay in the
/// array.
void expect_traffic_in_place(test::LeafList const& leaves, std::int64_t count,
                             test::RecordLayout const& src, test::RecordLayout const& dst) {
  Exec const exec;
  auto problem = change_of(leaves, count, src, dst);
  problem.in_place = true;
  auto const [estimate, move] = records::in_place_move<Exec>(problem, limits_of_records());
  SCOPED_TRACE(move->describe());
  auto const bytes = static_cast<std::size_t>(std::max(src.bytes, dst.bytes));
  in_place::GuardedBytes data(static_cast<std::int64_t>(bytes));
  auto const values = test::filled(src, leaves, count, bytes);
  std::copy(values.begin(), values.end(), data.data());
  in_place::GuardedBytes workspace(static_cast<std::int64_t>(estimate.workspace));
  Watched array(data.data(), bytes);
  Watched beside(workspace.data(), estimate.workspace);
  {
    Recording const recording({&array, &beside});
    move->run(exec, data.data(), workspace.data());
    exec.fence();
    EXPECT_LE(recording.bytes_written_elsewhere(), of_kokkos);
  }
  EXPECT_EQ(test::wrong_values(data.data(), dst, leaves, count), "");
  EXPECT_TRUE(array.margins_are_untouched());
  EXPECT_TRUE(beside.margins_are_untouched()) << "of the workspace";
  EXPECT_LE(array.read, estimate.bytes_read);
  EXPECT_GE(array.read, estimate.bytes_read * 8 / 10);
  EXPECT_LE(array.written, estimate.bytes_written);
  EXPECT_GE(array.written, estimate.bytes_written * 8 / 10);
  EXPECT_EQ(estimate.passes, (array.written + dst.bytes / 2) / dst.bytes);
}

TEST(TrafficOfRecords, InPlaceIsNoMoreThanThePlanSays) {
  constexpr std::int64_t count = 64 * 1120;  // whole tiles
  for (auto const& bytes : {std::vector<std::int32_t>{8, 4, 4}, {8, 4, 4, 2, 1}, {8, 8}}) {
    test::LeafList const leaves = test::struct_of(bytes);
    auto const layouts = layouts_of(leaves, count);
    for (auto const& src : layouts)
      for (auto const& dst : layouts)
        if (src != dst) expect_traffic_in_place(leaves, count, src, dst);
  }
}

}  // namespace
}  // namespace isomer
