// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/choice/candidates.hpp"

#include <gtest/gtest.h>

#include <isomer/detail/describe.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "cost/count_tables.hpp"
#include "cost/gpu_time.hpp"
#include "cost/residency.hpp"
#include "machine/host_kernels.hpp"
#include "plan/golden_problems.hpp"
#include "problem/normalize.hpp"
#include "support/case.hpp"
#include "support/column_major.hpp"
#include "support/guarded_array.hpp"
#include "support/machines.hpp"
#include "support/transposition.hpp"
#include "tile/host/job.hpp"
#include "tiling/host_tiles.hpp"
#include "tiling/slice.hpp"
#include "tiling/tile_tables.hpp"

namespace isomer::test {
namespace {

using detail::Candidate;
using detail::Problem;
using detail::Schema;
using detail::Setting;

class Candidates : public OnEachMachine {};
class MayBeCached : public OnEachMachine {};
class PredictedSeconds : public OnEachMachine {};
class SecondsOfTiles : public OnEachMachine {};

/// What a thread's buffers really take on a processor.
std::size_t scratch_bytes(detail::NormalProblem const& problem, Candidate const& candidate,
                          tile::Isa const& isa) {
  if (!moves_tiles(candidate.schema)) return 0;
  tile::Kernels kernels = tile::kernels();
  kernels.isa = isa;
  return detail::HostTiles(problem, candidate.tiling, kernels).scratch_bytes();
}

TEST_P(Candidates, AreNeverEmptySortedAndWithinTheLimit) {
  for_each_case(1000, {.max_bytes = 4 << 20}, [](Case const& c) {
    detail::NormalProblem const problem = [&] {
      // Only looked at: the arrays need not be there.
      detail::Problem p;
      ArrayShape const src = c.src_shape(), dst = c.dst_shape();
      p.rank = c.rank();
      p.element_bytes = c.element_bytes;
      for (std::size_t k = 0; k < c.axes.size(); ++k) {
        auto const i = static_cast<std::size_t>(c.axes[k]);
        p.axis[i] = {src.extent[i], src.stride[i], dst.stride[k]};
      }
      return detail::normalize(p);
    }();
    if (detail::volume_bytes(problem) == 0) return;
    for (std::size_t const limit : {std::size_t{0}, std::size_t{20000}, PlanOptions::automatic}) {
      auto const list = detail::candidates(problem, setting(2, limit));
      ASSERT_FALSE(list.empty());
      EXPECT_TRUE(
          std::is_sorted(list.begin(), list.end(), [](Candidate const& a, Candidate const& b) {
            return detail::ranked_seconds(a) < detail::ranked_seconds(b);
          }));
      EXPECT_EQ(std::count_if(list.begin(), list.end(),
                              [](Candidate const& a) { return a.schema == Schema::strided; }),
                1);
      for (Candidate const& candidate : list) {
        EXPECT_LE(detail::workspace_of(problem, candidate.tiling, 2), limit);
        EXPECT_LE(2 * scratch_bytes(problem, candidate, GetParam().isa),
                  detail::workspace_of(problem, candidate.tiling, 2));
        EXPECT_GT(candidate.seconds, 0);
      }
    }
  });
}

std::size_t bytes_of(detail::TileTables const& tables) {
  return (tables.row_src.size() + tables.col_out.size() + tables.piece.size()) *
             sizeof(tile::Offset) +
         tables.block.size() * sizeof(tile::Block) + tables.run.size() * sizeof(tile::Run);
}

/// Of the tiles of a candidate: whole ones, and those that the end of axes from k on cuts short.
std::size_t bytes_of_tables(Problem const& normal, Candidate const& candidate,
                            detail::Slice const& tile, detail::Machine const& machine, int k = 0) {
  if (k == normal.rank)
    return bytes_of(tile_tables(normal, tile, machine.isa, candidate.tiling.mode));
  std::size_t bytes = bytes_of_tables(normal, candidate, tile, machine, k + 1);
  auto const axis = static_cast<std::size_t>(k);
  if (std::int64_t const rest = normal.axis[axis].extent % tile.extent[axis]; rest != 0) {
    detail::Slice shorter = tile;
    shorter.extent[axis] = rest;
    bytes += bytes_of_tables(normal, candidate, shorter, machine, k + 1);
  }
  return bytes;
}

TEST_P(Candidates, TellHowLargeTheirTablesAre) {
  Setting const setting = OnEachMachine::setting(2);
  int compared = 0;
  for (std::uint64_t number = 0; number < 150; ++number) {
    GoldenProblem const golden = golden_problem(number);
    if (golden.is_in_place) continue;
    auto const normal = detail::normalize(golden.out_of_place);
    if (detail::volume_bytes(normal) == 0) continue;
    for (Candidate const& candidate : detail::candidates(normal, setting)) {
      auto const told = detail::count_tables(normal, candidate, setting.machine);
      if (told.tables == 0) continue;
      auto const made = bytes_of_tables(normal, candidate, candidate.tiling.slice, setting.machine);
      double const ratio = told.table_bytes / static_cast<double>(made);
      EXPECT_GT(ratio, 0.5) << number;
      EXPECT_LT(ratio, 1.2) << number;
      ++compared;
    }
  }
  EXPECT_GT(compared, 100);
}

/// Runs of 160 bytes follow each other in a buffer; those of the last tile, 128, are a line apart.
TEST_P(Candidates, HaveRoomForRunsThatAreCutShort) {
  constexpr std::int64_t run = 40;
  constexpr std::int64_t extent = 5 * run + 32;
  detail::NormalProblem const problem = transposition(extent, extent);
  Candidate candidate{};
  candidate.schema = Schema::orthogonal_distinct;
  candidate.tiling = detail::direct_tiling({}, detail::Walk::along_input);
  candidate.tiling.slice.extent[0] = candidate.tiling.slice.extent[1] = run;
  candidate.tiling.mode.staged = true;
  EXPECT_LE(scratch_bytes(problem, candidate, GetParam().isa),
            detail::workspace_of(problem, candidate.tiling, 1));
}

TEST_P(Candidates, ForALargeTranspositionPreferTilesToSingleWords) {
  auto const list = detail::candidates(transposition(4096, 4096), setting(2));
  EXPECT_EQ(list.front().schema, Schema::orthogonal_distinct);
  EXPECT_TRUE(list.front().tiling.mode.streams);
}

TEST_P(Candidates, WriteWholeLinesWithoutABufferAndCollectThemWhereRowsAreMisaligned) {
  Setting const setting = OnEachMachine::setting(2);
  auto const lines = detail::candidates(transposition(4096, 4080), setting).front();
  EXPECT_FALSE(lines.tiling.mode.staged);
  EXPECT_EQ(detail::workspace_of(transposition(4096, 4080), lines.tiling, 2), 0U);
  auto const shifted = detail::candidates(transposition(4097, 4099), setting).front();
  EXPECT_TRUE(shifted.tiling.mode.staged);
  EXPECT_TRUE(shifted.tiling.mode.streams);
}

TEST_P(Candidates, SkewTilesOfLongWordsWhereRowsAreMisaligned) {
  Setting const setting = OnEachMachine::setting(2);
  auto const is_skewed = [&](detail::NormalProblem const& problem) {
    return detail::candidates(problem, setting).front().tiling.mode.skewed;
  };
  // Words of 4 bytes want vectors of a line, which do not gather those of 16.
  EXPECT_EQ(is_skewed(transposition(4500, 4643)), !has_half_line_vectors());
  EXPECT_EQ(is_skewed(transposition(4500, 4643, 16)), has_half_line_vectors());
  // Nor columns of several axes, nor short rows.
  EXPECT_EQ(is_skewed(column_major({60, 70, 4643}, {2, 1, 0}, 8)), has_half_line_vectors());
  EXPECT_EQ(is_skewed(transposition(200, 46430, 16)), has_half_line_vectors());
  for (int const word : has_half_line_vectors() ? std::vector{8, 16} : std::vector{4, 8}) {
    auto problem = transposition(4500, 4643, word);
    auto const skewed = detail::candidates(problem, setting).front();
    EXPECT_TRUE(skewed.tiling.mode.skewed);
    EXPECT_TRUE(skewed.tiling.mode.streams);
    EXPECT_FALSE(skewed.tiling.mode.staged);
    EXPECT_EQ(detail::workspace_of(problem, skewed.tiling, 2), 0U);
    // No line starts with a word, or words are multiplied on the way.
    problem.dst_offset = static_cast<std::uint8_t>(word / 2);
    EXPECT_FALSE(detail::candidates(problem, setting).front().tiling.mode.skewed);
    problem.dst_offset = 0;
    problem.scalar = word == 4   ? detail::Scalar::f32
                     : word == 8 ? detail::Scalar::f64
                                 : detail::Scalar::c128;
    EXPECT_FALSE(detail::candidates(problem, setting).front().tiling.mode.skewed);
  }
  EXPECT_FALSE(is_skewed(transposition(4096, 4080, 8)));
}

TEST_P(Candidates, CollectLinesThatWouldMeetInTheSamePlacesOfTheMemory) {
  if (!has_half_line_vectors())
    return;  // "makes no difference where a line is written by one instruction (Zen 4)"
  for (std::int64_t const rows : {1024, 4096, 5120})
    EXPECT_TRUE(detail::candidates(transposition(4096, rows), setting(2))[0].tiling.mode.staged)
        << rows;
}

/// The cases of doc/measured/2026-11-24_price.md, which has what the clock says of each.
TEST_P(Candidates, HaveACaseThatEachOfTheFourSchemasWins) {
  auto const winner = [](detail::NormalProblem const& normal, Schema beaten) {
    auto const list = detail::candidates(normal, setting(2));
    EXPECT_TRUE(std::any_of(list.begin(), list.end(),
                            [&](Candidate const& c) { return c.schema == beaten; }));
    return list.front().schema;
  };
  using enum Schema;
  EXPECT_EQ(winner(column_major({900, 70, 80}, {0, 2, 1}, 8), fvi_match_small), fvi_match_large);
  EXPECT_EQ(winner(column_major({6, 1000, 1400}, {0, 2, 1}, 8), strided), fvi_match_small);
  EXPECT_EQ(winner(column_major({4, 4, 4, 4, 4, 4, 2048}, {2, 6, 5, 1, 3, 4, 0}, 4),
                   orthogonal_arbitrary),
            orthogonal_distinct);
  if (GetParam().name != "Zen3") return;  // where these were measured
  EXPECT_EQ(winner(column_major({32, 500, 300}, {0, 2, 1}, 8), fvi_match_large), fvi_match_small);
  EXPECT_EQ(winner(column_major({4, 4, 4, 4, 4, 4, 2048}, {1, 5, 4, 3, 2, 6, 0}, 16),
                   orthogonal_distinct),
            orthogonal_arbitrary);
}

TEST_P(Candidates, LeaveReadingToHardwareWhereVectorsAreHalfALine) {
  auto const list = detail::candidates(transposition(4096, 5056), setting(2));
  auto const asks = [](Candidate const& candidate) {
    return candidate.tiling.mode.prefetch_lines > 0;
  };
  auto const usual = std::find_if(list.begin(), list.end(),
                                  [](Candidate const& candidate) { return candidate.is_default; });
  ASSERT_NE(usual, list.end());
  EXPECT_FALSE(usual->tiling.mode.staged);
  EXPECT_TRUE(std::any_of(list.begin(), list.end(), asks));
  EXPECT_EQ(asks(*usual), !has_half_line_vectors());
  // Hardware needs some KiB of a row to recognise it.
  if (!asks(*usual)) {
    auto const row = detail::input_run_bytes(transposition(4096, 5056), usual->tiling.slice);
    EXPECT_GE(row, 2048);
  }
}

TEST_P(Candidates, AskForRowsThatEndBeforeHardwareHasSeenThem) {
  auto const squares = [](std::int64_t n) {
    auto problem = transposition(n, n);
    problem.rank = 3;
    problem.axis[2] = {4000, n * n, n * n};
    return problem;
  };
  for (std::int64_t const n : {32, 96, 160})
    for (auto const& candidate : detail::candidates(squares(n), setting(2)))
      EXPECT_TRUE(candidate.tiling.mode.prefetch_lines > 0 || candidate.schema == Schema::strided)
          << n;
}

TEST_P(Candidates, PipelineWhatIsStagedWhereVectorsAreHalfALine) {
  Setting const setting = OnEachMachine::setting(2);
  bool const half_lines = has_half_line_vectors();
  // Lines that would meet in the same banks, rows that start anywhere, rows shorter than a line.
  for (auto const& problem :
       {transposition(4096, 4096), transposition(4500, 4643), transposition(20000, 1000, 2)}) {
    auto const list = detail::candidates(problem, setting);
    auto const pipelined = std::count_if(list.begin(), list.end(), [](Candidate const& candidate) {
      return candidate.tiling.mode.pipelined;
    });
    EXPECT_EQ(pipelined > 0, half_lines) << problem.axis[0].extent;
    for (Candidate const& candidate : list) {
      if (!candidate.tiling.mode.pipelined) continue;
      EXPECT_TRUE(candidate.tiling.mode.staged && candidate.tiling.mode.streams);
      EXPECT_GT(candidate.tiling.mode.prefetch_lines, 0) << "for tiles whose blocks cannot";
    }
    Setting cached = setting;
    cached.residency = detail::Residency::cache;
    for (Candidate const& candidate : detail::candidates(problem, cached))
      EXPECT_FALSE(candidate.tiling.mode.pipelined);
  }
}

TEST_P(Candidates, GatherSharedRunsOfLessThanAKibibyteWhereVectorsAreHalfALine) {
  if (!has_half_line_vectors()) return;  // "left to the model there"
  Setting const setting = OnEachMachine::setting(2);
  auto const with_runs_of = [&](std::int64_t words) {
    auto problem = transposition(300, 400, 8);
    problem.rank = 3;
    problem.axis[2] = {400, 300 * words, words};
    problem.axis[1] = {300, words, 400 * words};
    problem.axis[0] = {words, 1, 1};
    return detail::candidates(problem, setting).front().schema;
  };
  EXPECT_EQ(with_runs_of(64), Schema::fvi_match_small);
  EXPECT_EQ(with_runs_of(92), Schema::fvi_match_large) << "lines that two runs share";
  EXPECT_EQ(with_runs_of(2000), Schema::fvi_match_large);
}

TEST_P(Candidates, CollectWhatIsScaled) {
  auto problem = transposition(4096, 4096);
  problem.scalar = detail::Scalar::f64;
  auto const list = detail::candidates(problem, setting(2));
  EXPECT_TRUE(list.front().tiling.mode.staged);
}

TEST_P(Candidates, ForASmallTranspositionStayInTheCaches) {
  auto const list = detail::candidates(transposition(64, 64), setting(1));
  EXPECT_NE(list.front().schema, Schema::strided);
  EXPECT_FALSE(list.front().tiling.mode.streams);
}

TEST_P(Candidates, ForMoreThanALineTakeTilesRatherThanSingleWords) {
  for (std::int64_t const n : {4, 8, 16, 32}) {
    auto const list = detail::candidates(transposition(n, n), setting(1));
    EXPECT_EQ(list.back().schema, Schema::strided) << n;
  }
}

TEST_P(Candidates, ForArraysKnownToBeInACacheStayThere) {
  Setting setting = OnEachMachine::setting(2);
  setting.residency = detail::Residency::cache;
  auto const list = detail::candidates(transposition(1024, 1024), setting);
  EXPECT_EQ(list.front().schema, Schema::orthogonal_distinct);
  EXPECT_FALSE(list.front().tiling.mode.staged);
  EXPECT_FALSE(list.front().tiling.mode.streams);
  EXPECT_EQ(list.front().tiling.walk, detail::Walk::as_output);
}

TEST_P(MayBeCached, HoldsBetweenTheSecondAndTheThirdLevelOnly) {
  detail::Machine const& caches = GetParam();
  Setting const setting = OnEachMachine::setting(2);
  auto const side = [](std::int64_t bytes) {
    std::int64_t const words = bytes / 8;
    return static_cast<std::int64_t>(std::sqrt(static_cast<double>(words)));
  };
  auto const may_be = [&](std::int64_t bytes, Setting const& in) {
    return detail::may_be_cached(transposition(side(bytes), side(bytes)), in);
  };
  EXPECT_FALSE(may_be(caches.l2_bytes / 2, setting));
  EXPECT_FALSE(may_be(caches.l3_bytes, setting));
  if (caches.l3_bytes > 8 * caches.l2_bytes) {
    EXPECT_TRUE(may_be(caches.l3_bytes / 4, setting));
    EXPECT_FALSE(may_be(caches.l3_bytes / 4, setting_on(*detail::gpu_machine("h200"), 2)));
  }
}

TEST_P(PredictedSeconds, GrowWithTheArray) {
  double last = 0;
  for (std::int64_t const n : {64, 512, 2048, 8192}) {
    auto const list = detail::candidates(transposition(n, n), setting(2));
    EXPECT_GT(list.front().seconds, last);
    last = list.front().seconds;
  }
}

/// No powers of two below: their conflicts in the caches are another matter.
double staged_seconds(Setting const& setting, Problem const& problem, std::int64_t columns,
                      std::int64_t rows) {
  Candidate candidate;
  candidate.schema = Schema::orthogonal_distinct;
  candidate.tiling.slice.extent[0] = columns;
  candidate.tiling.slice.extent[1] = rows;
  candidate.tiling.mode.staged = candidate.tiling.mode.streams = true;
  return predicted_seconds(problem, candidate, setting);
}

TEST_P(SecondsOfTiles, AreFewerForRunsThatFillTheirLines) {
  EXPECT_LT(staged_seconds(setting(2), transposition(8256, 8256), 64, 64),
            staged_seconds(setting(2), transposition(8256, 8255), 64, 64));
}

TEST_P(SecondsOfTiles, AreFewerForLongRunsThanForWords) {
  auto const problem = transposition(8256, 8256);
  EXPECT_LT(staged_seconds(setting(2), problem, 64, 64), staged_seconds(setting(2), problem, 4, 4));
}

TEST_P(SecondsOfTiles, AreFewerWithMoreThreads) {
  auto const problem = transposition(8256, 8256);
  auto const seconds = [&](int threads) {
    return detail::candidates(problem, setting(threads)).front().seconds;
  };
  EXPECT_LT(seconds(2), seconds(1));
}

TEST(CandidatesOnGpus, ArePricedByTheAuditAndTakeWordsOneByOneLast) {
  for (char const* name : {"h200", "h100", "a100"}) {
    detail::Machine const gpu = detail::gpu_machine(name).value();
    for (auto const& [extents, axes] :
         {std::pair{std::vector<std::int64_t>{32, 900, 70}, std::vector<int>{0, 2, 1}},
          {{3, 700, 5}, {2, 1, 0}},
          {{640, 480}, {1, 0}},
          {{1 << 20}, {0}}}) {
      detail::NormalProblem const problem = column_major(extents, axes, 4);
      auto const list = detail::candidates(problem, {gpu, &detail::default_rates(gpu)});
      EXPECT_NE(list.front().schema, Schema::strided);
      double const predicted = list.front().seconds;
      EXPECT_GT(predicted, detail::gpu_copy_seconds(gpu, problem.bytes));
      EXPECT_DOUBLE_EQ(predicted, detail::gpu_seconds(gpu, list.front().passes.front()));
    }
  }
}

ISOMER_ON_EACH_MACHINE(Candidates);
ISOMER_ON_EACH_MACHINE(MayBeCached);
ISOMER_ON_EACH_MACHINE(PredictedSeconds);
ISOMER_ON_EACH_MACHINE(SecondsOfTiles);

}  // namespace
}  // namespace isomer::test
