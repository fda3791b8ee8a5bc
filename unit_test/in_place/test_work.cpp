// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/work.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "cost/rates.hpp"
#include "plan/in_place/methods_in_place.hpp"
#include "plan/in_place/plan_in_place.hpp"
#include "support/machines.hpp"

/// What the passes of a step in place count.
namespace isomer::in_place {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;
using detail::Kernel;
using detail::Pass;
using detail::Work;

/// Caches of 32 KiB, 1 MiB and 16 MiB.
Work work_of(Step const& step) { return count_matrices(matrices_of(step), detail::Machine{}); }

TEST(CountMatrices, CountsBytesRunsAndWords) {
  Work const work = work_of({10, 300, 1, 200, 8});
  EXPECT_EQ(work.bytes, 10 * 300 * 200 * 8);
  EXPECT_EQ(work.runs_read, 10 * 300);
  EXPECT_EQ(work.runs_written, 10 * 200);
  EXPECT_EQ(work.instructions, 10 * 300 * 200);
  EXPECT_EQ(work.launches, 0) << "counted by the decomposition";
}

TEST(CountMatrices, CountsLongChunksLineByLine) {
  EXPECT_EQ(work_of({1, 30, 1, 20, 256}).instructions, 30 * 20 * 4);
}

TEST(CountMatrices, CountsRowsThatDoNotStartOnLinesAndThoseThatShareTheirPlaces) {
  // 8-byte words: 1000 and 512 fill lines, 1001 does not; 512 fill a page.
  double const lines = 1000 * 512 / 8;
  EXPECT_EQ(work_of({1, 1000, 1, 512, 8}).lines_partial, 0);
  EXPECT_EQ(work_of({1, 1000, 1, 512, 8}).conflict_lines, lines);
  EXPECT_EQ(work_of({1, 512, 1, 512, 8}).conflict_lines, 2 * 512 * 512 / 8);
  EXPECT_EQ(work_of({1, 1001, 1, 512, 8}).lines_partial, 1001.0 * 512 / 8);
}

TEST(CountMatrices, CountsMoreInstructionsForWordsThatNoRegisterHas) {
  for (std::int64_t const chunk : {1, 2, 4, 8, 16, 128})
    EXPECT_EQ(work_of({1, 30, 1, 20, chunk}).instructions, chunk == 128 ? 1200 : 600) << chunk;
  for (std::int64_t const chunk : {3, 12, 24, 63})
    EXPECT_GE(work_of({1, 30, 1, 20, chunk}).instructions, 10 * 600) << chunk;
}

TEST(CountMatrices, CountsWhatTheCachesDoNotHold) {
  Work const small = work_of({100, 40, 1, 100, 8});  // items of 32,000 bytes
  EXPECT_EQ(small.buffered_bytes, 0);
  EXPECT_EQ(small.lines_read, 0);
  double const bytes = 16 << 20;
  Work const large = work_of({2, 1024, 1, 1024, 8});  // of 8 MiB, 16 MiB together
  EXPECT_EQ(large.buffered_bytes, bytes * (1 - 1.0 / 16));
  EXPECT_EQ(large.lines_read, 0);
  EXPECT_EQ(work_of({4, 1024, 1, 1024, 8}).lines_read, bytes / 64);  // half of 32 MiB
}

TEST(MatricesOfBlocks, AreThoseOfTheStepWhereBothSayTheSame) {
  Work const expected = work_of({7, 30, 1, 20, 24});
  BlockStep const with_chunk{7, {{30, 20, 3}, {1, 0, 2}, 8}};
  EXPECT_EQ(count_matrices(matrices_of(with_chunk), {}), expected);
  BlockStep const of_words{7, {{30, 20}, {1, 0}, 24}};
  EXPECT_EQ(count_matrices(matrices_of(of_words), {}), expected);
}

TEST(MatricesOfBlocks, ExistForBlocksOfAnyRankAndForThoseThatStay) {
  Matrices const reversed = matrices_of(BlockStep{5, {{6, 7, 8}, {2, 1, 0}, 4}});
  EXPECT_EQ(reversed.bytes(), 5 * 6 * 7 * 8 * 4);
  EXPECT_EQ(reversed.row, 8 * 4);  // rows of eight words become columns of six
  EXPECT_EQ(reversed.column, 6 * 4);
  EXPECT_EQ(matrices_of(BlockStep{5, {{60}, {0}, 4}}).bytes(), 5 * 60 * 4);
}

class WorkOfDecompositions : public test::OnEachMachine {
 protected:
  static Limits limits(Step const& step, int threads = 2) {
    return limits_for(test::with_threads(GetParam(), threads), detail::default_rates(GetParam()),
                      step.bytes(), {});
  }
  static std::optional<Estimate> estimate(char const* name, Step const& step) {
    auto const& list = methods<Exec>();
    auto const found = std::find_if(list.begin(), list.end(),
                                    [&](auto const* known) { return known->name() == name; });
    return (*found)->estimate(step, limits(step));
  }
  static std::vector<Kernel> kernels_of(char const* name, Step const& step) {
    std::optional<Estimate> const said = estimate(name, step);
    std::vector<Kernel> kernels;
    for (Pass const& pass : said.value().work) kernels.push_back(pass.kernel);
    return kernels;
  }
};

TEST_P(WorkOfDecompositions, SayTheirPassesKernelByKernel) {
  using Kernels = std::vector<Kernel>;
  EXPECT_EQ(kernels_of("square", {1, 3000, 1, 3000, 8}), Kernels{Kernel::swap});
  EXPECT_EQ(kernels_of("blocks", {5000, 30, 1, 20, 8}), Kernels{Kernel::block});
  EXPECT_EQ(kernels_of("blocks", {1, 400, 1, 500, 8}), Kernels{Kernel::block_shared});
  EXPECT_EQ(kernels_of("panel", {1, 3000, 1, 2000, 8}),
            (Kernels{Kernel::panel_rows, Kernel::pieces}));
  EXPECT_EQ(kernels_of("skinny", {1, 300000, 1, 7, 8}),
            (Kernels{Kernel::panel_rows, Kernel::pieces}));
  for (char const* name : {"c2r", "r2c"})
    EXPECT_EQ(kernels_of(name, {1, 3001, 1, 2000, 8}),
              (Kernels{Kernel::row_shuffle, Kernel::column_shuffle}));
  EXPECT_EQ(kernels_of("cut", {1, 3001, 1, 3000, 8}), (Kernels{Kernel::push, Kernel::swap}));
  EXPECT_EQ(kernels_of("cycles", {1, 3001, 1, 2000, 8}), Kernels{Kernel::cycles});
  auto const steps = kernels_of("gcd_pass", {1, 4096, 1, 512, 8});
  EXPECT_EQ(std::count(steps.begin(), steps.end(), Kernel::swap), 1);
}

TEST_P(WorkOfDecompositions, TakeTheSumOfTheirPasses) {
  for (auto const* decomposition : methods<Exec>()) {
    Step const step{1, 4096, 1, decomposition->name() == "square" ? 4096 : 512, 8};
    auto const said = decomposition->estimate(step, limits(step));
    if (!said) continue;
    double sum = 0;
    for (Pass const& pass : said->work) sum += seconds(detail::default_rates(GetParam()), pass);
    EXPECT_GT(sum, 0) << decomposition->name();
    EXPECT_DOUBLE_EQ(said->seconds, sum) << decomposition->name();
  }
}

TEST_P(WorkOfDecompositions, TakeLongerForLargerArrays) {
  for (auto const* decomposition : methods<Exec>()) {
    double before = 0;
    for (std::int64_t const n : {200, 2000, 20000}) {
      Step const step{1, n, 1, n, 8};
      auto const said = decomposition->estimate(step, limits(step));
      if (!said) continue;
      EXPECT_GT(said->seconds, before) << decomposition->name() << " of " << n;
      before = said->seconds;
    }
  }
}

TEST_P(WorkOfDecompositions, OfPanelsThatDoNotShareOutEvenlyKeepFewerThreadsBusy) {
  Step const step{1, 3000, 1, 2000, 8};
  std::optional<Estimate> const said = estimate("panel", step);
  for (Pass const& pass : said.value().work) {
    EXPECT_GT(pass.threads, 1);
    EXPECT_LE(pass.threads, 2);
  }
}

TEST_P(WorkOfDecompositions, OfOneTooLargeForTheCacheSweepColumnsThroughMemory) {
  auto const swept = [](std::int64_t rows) {
    Pass const columns = estimate("c2r", {1, rows, 1, 501, 8}).value().work.back();
    return columns.work.buffered_bytes / columns.work.bytes;
  };
  EXPECT_LT(swept(1000), swept(100000));
}

ISOMER_ON_EACH_MACHINE(WorkOfDecompositions);

}  // namespace
}  // namespace isomer::in_place
