// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <vector>

#include "cost/models.hpp"
#include "in_place/blocks/blocks.hpp"
#include "machine/host_kernels.hpp"
#include "schema/host_plan.hpp"
#include "support/moved_case.hpp"
#include "tile/host/job.hpp"
#include "tile/host/plain_vector.inl"
#include "tile_moves.hpp"
#include "tiling/slice_tables.hpp"

/// The library over an instruction set that counts what went past the caches and has not been
/// fenced by the thread that stored it, and that tells what is prefetched: no result shows either.
namespace {

std::atomic<int> streamed = 0;  ///< stores past the caches
std::atomic<int> unfenced = 0;  ///< those behind the last fence of their thread
thread_local int unfenced_here = 0;
std::function<void(char const*)> on_prefetch;

struct Isa : PlainVector {
  static void stream(char* d, Vector v) {
    count();
    store(d, v);
  }
  static void stream_line(char* d, char const* s) {
    count();
    __builtin_memcpy(d, s, 64);
  }
  static void stream_joined(char* d, char* a, char const* s, int n) {
    copy_bytes(a + n, s, 64 - n);
    stream_line(d, a);
  }
  static void prefetch(char const* p) {
    if (on_prefetch) on_prefetch(p);
  }
  static void fence() {
    unfenced -= unfenced_here;
    unfenced_here = 0;
  }

 private:
  static void count() {
    ++streamed;
    ++unfenced;
    ++unfenced_here;
  }
};

}  // namespace

#include "tile/host/kernels.inl"

namespace isomer::tile {

// In the place of the library's own, which no other instruction set takes then.
extern CastRow plain_cast_row(int from, int to);
extern CastRow plain_cast_lines(int from, int to);
extern Kernels const plain_kernels;
Kernels const plain_kernels{
    plain_isa, begin,          move,           finish,         run_tile,
    copy_runs, ::Isa::fence,   scale_run,      plain_cast_row, plain_cast_lines,
    cast_run,  square_kernels, column_kernels, piece_kernels};

}  // namespace isomer::tile

namespace isomer::test {
namespace {

[[maybe_unused]] int const is_chosen = setenv("ISOMER_ISA", "plain", 1);

using HostExec = Kokkos::DefaultHostExecutionSpace;

class Fence : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(&tile::kernels(), &tile::plain_kernels) << "the library has kernels of its own";
    streamed = 0;
  }
  static void expect_fenced(bool streams) {
    EXPECT_EQ(unfenced, 0) << "stores past the caches behind a thread's last fence";
    EXPECT_EQ(streamed > 100, streams) << streamed << " stores past the caches";
  }
};

/// With a check behind each job.
void finish_and_check(tile::Mover* mover) {
  finish(mover);
  EXPECT_EQ(unfenced, 0) << "stores past the caches behind the last fence of a job";
}

TEST_F(Fence, StandsBehindEveryJobOfTiles) {
  using detail::Walk;
  Way const ways[] = {{{64, 64, 4096}, true, true, 4, 3},
                      {{256, 256, 65536}, false, true, 4, 2},
                      {{256, 128, 8192}, true, true, 2, 3, Walk::along_output, 3},
                      {{512, 512, 65536}, false, true, 0, 2, Walk::along_output, 1, true},
                      {{512, 512, 65536}, true, true, 4, 2, Walk::along_input, 1, false, true},
                      {{64, 64, 4096}, true, false, 4, 2},
                      {{64, 64, 4096}, false, false, 0, 2}};
  tile::Kernels checked = tile::plain_kernels;
  checked.finish = finish_and_check;
  for (Way const& way : ways) {
    streamed = 0;
    for_each_moved_case(500, {.max_bytes = 32 * 1024, .element_bytes = {4, 8, 16}},
                        [&](MovedCase const& c) {
                          GuardedArray const moved(c.dst);
                          if (!move_by_tiles(checked, c.normal, way, moved.data(), c.src.data()))
                            return;
                          EXPECT_TRUE(same_bytes(moved, c.expected));
                        });
    expect_fenced(way.stream);
  }
}

TEST_F(Fence, StandsBehindEveryThreadsRuns) {
  // A copy inline and one of several threads.
  for (std::int64_t const words : {1 << 12, 1 << 20}) {
    detail::Problem copy;
    copy.element_bytes = 16;
    copy.rank = 1;
    copy.axis[0] = {words, 1, 1};
    detail::Candidate candidate;
    candidate.schema = detail::Schema::copy;
    candidate.tiling.mode.streams = true;
    std::vector<std::byte> from(static_cast<std::size_t>(16 * words)), to(from.size());
    auto const plan = detail::make_host_plan<HostExec>(copy, candidate, {});
    plan->run(HostExec(), to.data(), from.data(), nullptr);
    expect_fenced(true);
  }
}

TEST_F(Fence, StandsBehindWhatThreadsCopyBack) {
  // One block for all threads: what they write together goes back past the caches.
  in_place::BlockStep const step{1, {{640, 480}, {1, 0}, 8}};
  detail::Machine machine = detail::host_machine(2);
  in_place::Limits const limits{std::size_t{8} << 20, machine, &detail::default_rates(machine)};
  auto const estimate = in_place::BlockPermutations<HostExec>::estimate(step, limits);
  ASSERT_TRUE(estimate);
  std::vector<std::byte> data(640 * 480 * 8), workspace(estimate->workspace + 64);
  auto const start = reinterpret_cast<std::uintptr_t>(workspace.data());
  auto const move = in_place::BlockPermutations<HostExec>::prepare(step, limits);
  move->run(HostExec(), data.data(), workspace.data() + (64 - start % 64) % 64);
  expect_fenced(true);
}

/// Tiles of 17 pieces of 816 bytes, 238 lines with those that a piece may touch, in 9 steps: no
/// whole number of lines a step.
detail::NormalProblem problem_of_odd_pieces() {
  detail::Problem normal;
  normal.rank = 3;
  normal.element_bytes = 8;
  normal.axis[0] = {17, 1, 102};
  normal.axis[1] = {6, 17, 17};
  normal.axis[2] = {17, 289, 1};
  return normal;
}

/// 512 lines are two tiles and a part of the third.
TEST(Prefetching, KeepsItsDistanceAcrossTiles) {
  detail::NormalProblem const normal = problem_of_odd_pieces();
  detail::Slice slice;
  for (std::size_t k = 0; k < 3; ++k) slice.extent[k] = normal.axis[k].extent;
  detail::SliceTables const tables(normal, slice, tile::plain_isa, {.staged = true});
  constexpr long long tiles = 300;
  constexpr std::size_t tile_bytes = 17 * 289 * 8;
  std::vector<char> src(tiles * tile_bytes), dst(17 * 102 * 8);
  std::vector<char> stage(2 * tables.stage_bytes() + 384);
  tile::Job job{};
  job.word = 8;
  job.stage[0] = stage.data() + 64;
  job.stage[1] = job.stage[0] + (tables.stage_bytes() + 127) / 64 * 64;
  job.prefetch_lines = 512;
  std::vector<tile::Tile> ring(tile::window_tiles);
  tile::Window window{ring.data(), -1, 0};
  auto const show = [&] {
    for (; window.known < std::min(window.at_work + 6, tiles); ++window.known)
      ring[static_cast<std::size_t>(window.known % tile::window_tiles)] = {
          &tables.of(0), src.data() + window.known * static_cast<long long>(tile_bytes),
          dst.data(),    false,
          false,         0,
          nullptr};
  };
  long long last = -1;
  on_prefetch = [&](char const* p) {
    last = std::max<long long>(last, (p - src.data()) / static_cast<long long>(tile_bytes));
  };
  tile::Mover mover;
  show();
  begin(&mover, job, window);
  for (window.at_work = 0; window.at_work < tiles; ++window.at_work) {
    show();
    move(&mover, window);
    long long const end = std::min(window.at_work + 3, tiles - 1);
    ASSERT_GE(last, end - 1) << window.at_work;
    ASSERT_LE(last, end + 1) << window.at_work;
  }
  finish(&mover);
  on_prefetch = nullptr;
}

}  // namespace
}  // namespace isomer::test
