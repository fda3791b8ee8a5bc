// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schema/host_tiles.hpp"

#include <gtest/gtest.h>

#include <isomer/detail/describe.hpp>

#include <array>
#include <cstddef>
#include <thread>
#include <vector>

#include "model/candidates.hpp"
#include "problem/normalize.hpp"
#include "schema/schema.hpp"
#include "support/case.hpp"
#include "support/guarded_array.hpp"
#include "support/oracle.hpp"

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
  for_each_case(200, {.max_bytes = 128 * 1024}, [&](Case const& c) {
    GuardedArray const dst(c.dst_shape(), c.dst.misalignment);
    GuardedArray const src(c.src_shape(), c.src.misalignment);
    auto const normal =
        detail::normalize(detail::describe("test", dst.info(), src.info(), to_axes(c.axes)));
    if (detail::volume_bytes(normal) == 0) return;
    GuardedArray const expected(dst);
    naive_permute(expected, src, c.axes);
    detail::Setting setting{workers};
    for (auto const reach : {detail::Reach::memory, detail::Reach::cache}) {
      setting.reach = reach;
      for (auto const& candidate : detail::candidates(normal, setting)) {
        if (!is_tiled(candidate.schema)) continue;
        GuardedArray const moved(dst);
        SharedTiles tiles(normal, candidate);
        run(tiles, moved, src);
        EXPECT_TRUE(same_bytes(moved, expected));
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
