// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/host_tiles.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <memory>
#include <thread>
#include <vector>

#include "plan/choice/candidates.hpp"
#include "support/machines.hpp"
#include "support/moved_case.hpp"
#include "tiling/skewed.hpp"
#include "tiling/taxonomy.hpp"

namespace isomer::test {
namespace {

constexpr int workers = 3;

/// What workers do with the tiles of a problem that they share.
class SharedTiles {
 public:
  SharedTiles(detail::Problem const& normal, detail::Candidate const& candidate,
              detail::Machine const& machine)
      : tiles_(normal, candidate.tiling, *tile::kernels_named(machine.isa.name)),
        shares_(tiles_.tiles(), workers, tiles_.min_batch()) {
    for (auto& stage : stage_) stage.resize(tiles_.scratch_bytes() + tile::line_bytes);
  }

  void run(GuardedArray const& dst, GuardedArray const& src, int worker,
           tile::Scale const* scale = nullptr) {
    auto& stage = stage_[static_cast<std::size_t>(worker)];
    void* scratch = stage.data();
    std::size_t room = stage.size();
    std::align(tile::line_bytes, tiles_.scratch_bytes(), scratch, room);
    tiles_.run(reinterpret_cast<char*>(dst.data()), reinterpret_cast<char const*>(src.data()),
               scale, shares_, worker,
               tiles_.scratch_bytes() > 0 ? static_cast<char*>(scratch) : nullptr);
  }

 private:
  detail::HostTiles tiles_;
  detail::WorkShares shares_;
  std::array<std::vector<char>, workers> stage_;
};

bool is_tiled(detail::Schema schema) {
  return schema == detail::Schema::fvi_match_small ||
         schema == detail::Schema::orthogonal_distinct ||
         schema == detail::Schema::orthogonal_arbitrary;
}

/// Calls run(tiles, dst, src) for the tiled candidates of random problems on a machine, and
/// compares with the oracle.
template <class Run>
void expect_right(detail::Machine const& machine, Run const& run) {
  int done = 0;
  for_each_moved_case(200, {.max_bytes = 128 * 1024}, [&](MovedCase const& c) {
    detail::Setting setting = setting_on(machine, workers);
    for (auto const residency : {detail::Residency::memory, detail::Residency::cache}) {
      setting.residency = residency;
      for (auto const& candidate : detail::candidates(c.normal, setting)) {
        if (!is_tiled(candidate.schema)) continue;
        GuardedArray const moved(c.dst);
        SharedTiles tiles(c.normal, candidate, machine);
        run(tiles, moved, c.src);
        EXPECT_TRUE(same_bytes(moved, c.expected));
        ++done;
      }
    }
  });
  EXPECT_GT(done, 100);
}

/// On every machine whose kernels run here.
class HostTiles : public testing::TestWithParam<detail::Machine> {};

TEST_P(HostTiles, AreMovedByOneOfTheWorkersIfTheOthersDoNotCome) {
  expect_right(GetParam(), [](SharedTiles& tiles, GuardedArray const& dst,
                              GuardedArray const& src) { tiles.run(dst, src, 1); });
}

void run_on_threads(SharedTiles& tiles, GuardedArray const& dst, GuardedArray const& src) {
  std::vector<std::thread> threads;
  for (int worker = 0; worker < workers; ++worker)
    threads.emplace_back([&, worker] { tiles.run(dst, src, worker); });
  for (std::thread& thread : threads) thread.join();
}

TEST_P(HostTiles, AreMovedByWorkersThatStealFromEachOther) {
  expect_right(GetParam(), run_on_threads);
}

/// A problem again and again, at other places, as one job.
TEST_P(HostTiles, OfSeveralProblemsAreMovedOneAfterTheOther) {
  constexpr std::size_t blocks = 5;
  detail::Setting setting = setting_on(GetParam(), 1);
  int staged = 0;
  for_each_moved_case(200, {.max_bytes = 16 * 1024}, [&](MovedCase const& c) {
    std::vector<GuardedArray> moved(blocks, c.dst);
    std::vector<detail::BlockPlace> places;
    for (GuardedArray const& dst : moved)
      places.push_back(
          {reinterpret_cast<char*>(dst.data()), reinterpret_cast<char const*>(c.src.data())});
    for (auto const residency : {detail::Residency::memory, detail::Residency::cache}) {
      setting.residency = residency;
      for (auto const& candidate : detail::candidates(c.normal, setting)) {
        if (!is_tiled(candidate.schema)) continue;
        for (GuardedArray const& dst : moved) dst.fill(1);
        detail::HostTiles const tiles(c.normal, candidate.tiling,
                                      *tile::kernels_named(GetParam().isa.name));
        std::vector<char> stage(tiles.scratch_bytes() + tile::line_bytes);
        void* scratch = stage.data();
        std::size_t room = stage.size();
        std::align(tile::line_bytes, tiles.scratch_bytes(), scratch, room);
        tiles.run_blocks(places.data(), blocks, nullptr, static_cast<char*>(scratch));
        for (GuardedArray const& dst : moved) EXPECT_TRUE(same_bytes(dst, c.expected));
        if (tiles.scratch_bytes() > 0) ++staged;
      }
    }
  });
  EXPECT_GT(staged, 20);
}

/// Lines that begin in the tiles of one worker end in those of another.
TEST_P(HostTiles, AreMovedByThemSkewed) {
  struct Matrix {
    std::int64_t rows, columns;
    int bytes;
  };
  for (auto const& m : {Matrix{1003, 67, 8}, {517, 130, 8}, {45, 1500, 8}, {301, 77, 16}}) {
    GuardedArray const src(ArrayShape{{m.rows, m.columns}, {m.columns, 1}, m.bytes}, 0);
    GuardedArray const dst(ArrayShape{{m.columns, m.rows}, {m.rows, 1}, m.bytes}, m.bytes);
    src.fill(0);
    GuardedArray const expected(dst);
    naive_permute(expected, src, {1, 0});
    auto const normal = detail::normalize(detail::describe("test", dst.info(), src.info(), {1, 0}));
    for (std::int64_t const rows : {std::int64_t{24}, std::int64_t{36}, m.rows}) {
      detail::Candidate candidate;
      candidate.schema = detail::Schema::orthogonal_distinct;
      candidate.tiling.slice.extent = {rows == m.rows ? 16 : m.columns, rows};
      candidate.tiling.walk = detail::Walk::along_output;
      candidate.tiling.mode.skewed = candidate.tiling.mode.streams = true;
      ASSERT_TRUE(detail::can_skew(normal, candidate.tiling.slice));
      GuardedArray const moved(dst);
      SharedTiles tiles(normal, candidate, GetParam());
      run_on_threads(tiles, moved, src);
      EXPECT_TRUE(same_bytes(moved, expected))
          << m.rows << "x" << m.columns << " words of " << m.bytes << ", tiles of " << rows;
    }
  }
}

TEST_P(HostTiles, AreScaledInThePipeline) {
  constexpr std::int64_t rows = 203, columns = 150;
  GuardedArray const src(ArrayShape{{rows, columns}, {columns, 1}, 8}, 0);
  GuardedArray const dst(ArrayShape{{columns, rows}, {rows, 1}, 8}, 0);
  auto const* from = reinterpret_cast<double*>(src.data());
  auto const* to = reinterpret_cast<double*>(dst.data());
  for (std::int64_t k = 0; k < rows * columns; ++k)
    reinterpret_cast<double*>(src.data())[k] = static_cast<double>(k);
  auto normal = detail::normalize(detail::describe("test", dst.info(), src.info(), {1, 0}));
  normal.scalar = detail::Scalar::f64;
  detail::Candidate candidate;
  candidate.schema = detail::Schema::orthogonal_distinct;
  candidate.tiling.slice.extent = {64, 64};
  candidate.tiling.mode.staged = candidate.tiling.mode.pipelined = candidate.tiling.mode.streams =
      true;
  double const alpha = 3, beta = 0;
  tile::Scale const scale{&alpha, &beta, static_cast<int>(detail::Scalar::f64), false, false};
  SharedTiles tiles(normal, candidate, GetParam());
  tiles.run(dst, src, 0, &scale);
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = 0; c < columns; ++c)
      ASSERT_EQ(to[c * rows + r], 3 * from[r * columns + c]) << r << ", " << c;
}

INSTANTIATE_TEST_SUITE_P(Machines, HostTiles, testing::ValuesIn(machines_that_run_here()),
                         name_of_machine);

}  // namespace
}  // namespace isomer::test
