// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schema/host_tiles.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <memory>
#include <thread>
#include <vector>

#include "model/candidates.hpp"
#include "schema/schema.hpp"
#include "support/moved_case.hpp"

namespace isomer::test {
namespace {

constexpr int workers = 3;

/// What workers do with the tiles of a problem that they share.
class SharedTiles {
 public:
  SharedTiles(detail::Problem const& normal, detail::Candidate const& candidate)
      : tiles_(normal, candidate), shares_(tiles_.tiles(), workers, tiles_.least_batch()) {
    for (auto& stage : stage_) stage.resize(tiles_.scratch_bytes() + tile::line_bytes);
  }

  void run(GuardedArray const& dst, GuardedArray const& src, int worker) {
    auto& stage = stage_[static_cast<std::size_t>(worker)];
    void* scratch = stage.data();
    std::size_t room = stage.size();
    std::align(tile::line_bytes, tiles_.scratch_bytes(), scratch, room);
    tiles_.run(reinterpret_cast<char*>(dst.data()), reinterpret_cast<char const*>(src.data()),
               nullptr, shares_, worker,
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

/// Calls run(tiles, dst, src) for the tiled candidates of random problems, and compares with the
/// oracle.
template <class Run>
void expect_right(Run const& run) {
  int done = 0;
  for_each_moved_case(200, {.max_bytes = 128 * 1024}, [&](MovedCase const& c) {
    detail::Setting setting{workers};
    for (auto const reach : {detail::Reach::memory, detail::Reach::cache}) {
      setting.reach = reach;
      for (auto const& candidate : detail::candidates(c.normal, setting)) {
        if (!is_tiled(candidate.schema)) continue;
        GuardedArray const moved(c.dst);
        SharedTiles tiles(c.normal, candidate);
        run(tiles, moved, c.src);
        EXPECT_TRUE(same_bytes(moved, c.expected));
        ++done;
      }
    }
  });
  EXPECT_GT(done, 100);
}

TEST(HostTiles, AreMovedByOneOfTheWorkersIfTheOthersDoNotCome) {
  expect_right([](SharedTiles& tiles, GuardedArray const& dst, GuardedArray const& src) {
    tiles.run(dst, src, 1);
  });
}

TEST(HostTiles, AreMovedByWorkersThatStealFromEachOther) {
  expect_right([](SharedTiles& tiles, GuardedArray const& dst, GuardedArray const& src) {
    std::vector<std::thread> threads;
    for (int worker = 0; worker < workers; ++worker)
      threads.emplace_back([&, worker] { tiles.run(dst, src, worker); });
    for (std::thread& thread : threads) thread.join();
  });
}

}  // namespace
}  // namespace isomer::test
