// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "team/portable_team.hpp"

#include <gtest/gtest.h>

#include <barrier>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <thread>
#include <vector>

#include "schema/device_plan.hpp"
#include "support/array_shape.hpp"
#include "support/case.hpp"
#include "support/guarded_array.hpp"
#include "support/moved_case.hpp"
#include "tile/warp/plan/plan_rows.hpp"
#include "tile/warp/plan/plan_slices.hpp"
#include "tile/warp/plan/plan_tile.hpp"
#include "tile/warp/row_kernel.hpp"
#include "tile/warp/scaling.hpp"
#include "tile/warp/slice_kernel.hpp"
#include "tile/warp/tile16_kernel.hpp"
#include "tile/warp/tile_kernel.hpp"

/// The team for devices of other vendors, on threads of this processor in place of a TeamPolicy's.
namespace isomer::test {
namespace {

/// What a TeamPolicy's members can do, by as many threads as a team has.
class ThreadMember {
 public:
  struct Shared {
    explicit Shared(int size) : meeting(size) {}
    std::barrier<> meeting;
    std::uint32_t broadcast = 0;
  };

  ThreadMember(Shared& shared, int rank, int size, int block, int blocks)
      : shared_(&shared), rank_(rank), size_(size), block_(block), blocks_(blocks) {}

  int team_rank() const { return rank_; }
  int team_size() const { return size_; }
  int league_rank() const { return block_; }
  int league_size() const { return blocks_; }
  void team_barrier() const { shared_->meeting.arrive_and_wait(); }
  void team_broadcast(std::uint32_t& value, int from) const {
    if (rank_ == from) shared_->broadcast = value;
    team_barrier();
    value = shared_->broadcast;
    team_barrier();
  }

 private:
  Shared* shared_;
  int rank_;
  int size_;
  int block_;
  int blocks_;
};

using Team = team::PortableTeam<ThreadMember>;
static_assert(team::Team<Team>);

/// Blocks one after the other.
template <class Kernel>
void run_on_threads(Kernel const& kernel, int threads, int blocks, int shared_bytes) {
  std::vector<team::Word16> scratch(static_cast<std::size_t>(shared_bytes / 16 + 1));
  std::vector<std::uint32_t> exchanged(static_cast<std::size_t>(threads));
  for (int block = 0; block < blocks; ++block) {
    ThreadMember::Shared shared(threads);
    std::vector<std::thread> team;
    for (int rank = 0; rank < threads; ++rank)
      team.emplace_back([&, rank] {
        ThreadMember const member(shared, rank, threads, block, blocks);
        kernel(Team(member, reinterpret_cast<std::byte*>(scratch.data()), exchanged.data()));
      });
    for (std::thread& thread : team) thread.join();
  }
}

/// Whether a kernel, made by make(dst, src), moves the case as the oracle does.
template <class Make>
testing::AssertionResult moves_on_threads(MovedCase const& moved, int blocks, int shared_bytes,
                                          Make const& make) {
  GuardedArray const dst(moved.dst);
  auto const kernel = make(dst.data(), static_cast<std::byte const*>(moved.src.data()));
  run_on_threads(kernel, kernel.threads, blocks, shared_bytes);
  return same_bytes(dst, moved.expected);
}

Case transposed(Index const& extent, int word) {
  std::vector<int> axes(extent.size());
  std::iota(axes.rbegin(), axes.rend(), 0);
  return dense(extent, axes, word);
}

TEST(PortableTeam, MovesTiles) {
  MovedCase const moved(transposed({70, 45}, 8));
  auto const tile = tile::warp::plan_tile(moved.normal);
  ASSERT_TRUE(tile);
  using Kernel = tile::warp::TileKernel<8>;
  EXPECT_TRUE(moves_on_threads(moved, tile->blocks, Kernel::shared_bytes(*tile),
                               [&](std::byte* dst, std::byte const* src) {
                                 return Kernel{*tile, {dst, src}, {}};
                               }));
}

TEST(PortableTeam, MovesTilesInVectors) {
  MovedCase const moved(transposed({96, 64}, 2));
  auto const tile = tile::warp::plan_tile16(moved.normal);
  ASSERT_TRUE(tile);
  using Kernel = tile::warp::Tile16Kernel<2>;
  EXPECT_TRUE(moves_on_threads(moved, tile->tile.blocks, Kernel::shared_bytes(*tile),
                               [&](std::byte* dst, std::byte const* src) {
                                 return Kernel{*tile, {dst, src}, {}};
                               }));
}

TEST(PortableTeam, MovesRows) {
  Case c = dense({6, 300}, {0, 1}, 1);
  c.src = {{0, 1}, {0, 7}, 3};
  c.dst = {{0, 1}, {0, 4}, 9};
  MovedCase const moved(c);
  auto const rows = tile::warp::plan_rows(moved.normal);
  ASSERT_TRUE(rows);
  EXPECT_TRUE(moves_on_threads(moved, rows->blocks, rows->shared_bytes(),
                               [&](std::byte* dst, std::byte const* src) {
                                 return tile::warp::RowKernel<1>{*rows, {dst, src}};
                               }));
}

TEST(PortableTeam, MovesSlices) {
  MovedCase const moved(transposed({5, 7, 6, 5}, 4));
  auto const slice =
      detail::device_slices(moved.normal, detail::Schema::orthogonal_arbitrary).tiling.slice;
  auto const slices = tile::warp::plan_slices(moved.normal, slice.extent, 4);
  ASSERT_TRUE(slices);
  using Words = tile::warp::PlainWords<4>;
  EXPECT_TRUE(moves_on_threads(moved, slices->blocks, slices->shared_bytes,
                               [&](std::byte* dst, std::byte const* src) {
                                 return tile::warp::SliceKernel<Words>{*slices, {dst, src}, {}};
                               }));
}

TEST(PortableTeam, ExchangesWordsAcrossAWarp) {
  std::vector<std::uint32_t> got(64);
  auto const kernel = [&](auto const& team) {
    auto const rank = static_cast<std::uint32_t>(team.rank());
    got[rank] = team.shuffle(100 + rank, (team.rank() + 5) % 32);
    got[rank] += team.shuffle(rank, 0);
  };
  run_on_threads(kernel, 64, 1, 0);
  for (std::uint32_t rank = 0; rank < 64; ++rank) {
    std::uint32_t const first = rank / 32 * 32;
    EXPECT_EQ(got[rank], 100 + first + (rank + 5) % 32 + first) << rank;
  }
}

TEST(PortableTeam, TakesTicketsAndWaitsForFlags) {
  std::vector<std::uint32_t> flags(3);
  std::uint32_t counter = 0;
  auto const kernel = [&](auto const& team) {
    std::uint32_t const number = team.ticket(&counter);
    team.publish(&flags[number], 2);
    team.await(flags.data(), 2, static_cast<int>(number) + 1);
  };
  run_on_threads(kernel, 32, 3, 0);
  EXPECT_EQ(counter, 3U);
  EXPECT_EQ(flags, (std::vector<std::uint32_t>{2, 2, 2}));
}

}  // namespace
}  // namespace isomer::test
