// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <vector>

#include "in_place/blocks/blocks.hpp"
#include "machine/host_kernels.hpp"
#include "schema/schemas.hpp"
#include "support/moved_case.hpp"
#include "tile/host/job.hpp"
#include "tile/host/plain_vector.inl"
#include "tile_moves.hpp"

/// The library over an instruction set that counts what went past the caches and has not been
/// fenced by the thread that stored it. On x86 no result shows a missing fence, though another
/// thread may see old bytes then.
namespace {

std::atomic<int> streamed = 0;  ///< stores past the caches
std::atomic<int> unfenced = 0;  ///< those behind the last fence of their thread
thread_local int unfenced_here = 0;

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
extern Kernels const plain_kernels;
Kernels const plain_kernels{plain_isa, run_job,        run_tile,       copy_runs,    ::Isa::fence,
                            scale_run, square_kernels, column_kernels, piece_kernels};

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
void run_and_check(tile::Job const& job) {
  run_job(job);
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
  checked.run = run_and_check;
  for (Way const& way : ways) {
    streamed = 0;
    for_each_moved_case(300, {.max_bytes = 32 * 1024, .element_bytes = {4, 8, 16}},
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
    auto const plan = detail::make_copy<HostExec>(copy, candidate, {});
    plan->run(HostExec(), to.data(), from.data(), nullptr);
    expect_fenced(true);
  }
}

TEST_F(Fence, StandsBehindWhatThreadsCopyBack) {
  // One block for all threads: what they write together goes back past the caches.
  in_place::BlockStep const step{1, {{640, 480}, {1, 0}, 8}};
  detail::Machine machine = detail::host_machine(2);
  in_place::Limits const limits{std::size_t{8} << 20, machine, nullptr};
  auto const estimate = in_place::BlockPermutations<HostExec>::estimate(step, limits);
  ASSERT_TRUE(estimate);
  std::vector<std::byte> data(640 * 480 * 8), workspace(estimate->workspace + 64);
  auto const start = reinterpret_cast<std::uintptr_t>(workspace.data());
  auto const move = in_place::BlockPermutations<HostExec>::prepare(step, limits);
  move->run(HostExec(), data.data(), workspace.data() + (64 - start % 64) % 64);
  expect_fenced(true);
}

}  // namespace
}  // namespace isomer::test
