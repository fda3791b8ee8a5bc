// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>

#include "slice_run.hpp"
#include "team/dry_team.hpp"

/// Each operation of the slice kernel is spoilt in each way it can be, and each number of its
/// geometry by one; each time something has to be found.
namespace isomer::test {
namespace {

using tile::warp::plan_slices;
using tile::warp::SliceGeometry;

class SliceMutants : public testing::Test {
 protected:
  SliceGeometry right() const {
    detail::NormalProblem const normal = ragged.normal;
    auto const slices = plan_slices(normal, {5, 2, 39, 1}, 4);
    EXPECT_TRUE(slices);
    return *slices;
  }
  bool is_reported(SliceGeometry const& wrong) const {
    return !slices_move_on_fibers(ragged, wrong, {});
  }

  /// Pitched, two axes cut unevenly; no table of the source's side divides its slice evenly, or to
  /// read all words of a period one further would be as good.
  MovedCase ragged{tile_case({3, 100, 7, 5}, {2, 0, 3, 1}, 4, 2, 4)};
};

TEST_F(SliceMutants, EveryOneIsReported) {
  SliceGeometry const slices = right();
  std::set<Mutation> all;
  ASSERT_TRUE(slices_move_on_fibers(ragged, slices, {}, {}, &all));
  auto tried = expect_all_reported(
      all, [&](auto const&... how) { return slices_move_on_fibers(ragged, slices, how...); });
  EXPECT_EQ(tried[Fault::no_barrier], 2);
  EXPECT_EQ(tried[Fault::no_commit], 1);
  EXPECT_EQ(tried[Fault::no_wait], 1);
  EXPECT_EQ(tried[Fault::never], 2) << "of the copy and the store";
  EXPECT_EQ(tried[Fault::next_shared], 8) << "two puts, a copy, five gets";
  EXPECT_EQ(tried[Fault::next_global], 2);
}

/// The blocks of 32 x 32 words whose columns are a multiple of 32 words apart.
TEST_F(SliceMutants, SlotsWithoutThePadAreSeenInTheBanks) {
  MovedCase const moved(tile_case({128, 128}, {1, 0}, 4));
  detail::NormalProblem const normal = moved.normal;
  auto slices = plan_slices(normal, slice_of(normal, {128, 128, 4096}).extent, 4);
  ASSERT_TRUE(slices);
  auto const most_wavefronts = [&] {
    using Kernel = tile::warp::SliceKernel<tile::warp::PlainWords<4>>;
    team::DryRun run(Kernel::threads, slices->shared_bytes);
    run.block(Kernel{*slices, {nullptr, nullptr}, {}}, 0, slices->blocks);
    std::int64_t most = 0;
    for (team::SiteAudit const& site : run.audit().sites)
      most = std::max(most, site.wavefronts / std::max<std::int64_t>(1, site.fewest_wavefronts));
    return most;
  };
  EXPECT_LE(most_wavefronts(), 2);
  slices->pad_shift = 30;
  EXPECT_EQ(most_wavefronts(), 32);
  EXPECT_TRUE(slices_move_on_fibers(moved, *slices, {})) << "it is slow, not wrong";
}

TEST_F(SliceMutants, AGeometryThatIsWrongByOneIsReported) {
  SliceGeometry const good = right();
  ASSERT_FALSE(is_reported(good));
  ASSERT_GT(good.shape[0].units, good.shape[3].units) << "all four shapes occur";
  auto const reports = [&](auto const& spoil) {
    SliceGeometry wrong = good;
    spoil(wrong);
    return is_reported(wrong);
  };
  for (int k = 0; k < 4; ++k) {
    EXPECT_TRUE(reports([k](SliceGeometry& slices) { ++slices.shape[k].units; })) << k;
    EXPECT_TRUE(reports([k](SliceGeometry& slices) { --slices.shape[k].units; })) << k;
    EXPECT_TRUE(reports([k](SliceGeometry& slices) { --slices.shape[k].in_high; })) << k;
    EXPECT_TRUE(reports([k](SliceGeometry& slices) { --slices.shape[k].out_high; })) << k;
    EXPECT_TRUE(reports([k](SliceGeometry& slices) { ++slices.shape[k].slot_step[0]; })) << k;
  }
  EXPECT_TRUE(reports([](SliceGeometry& slices) { --slices.blocks; }));
  EXPECT_TRUE(reports([](SliceGeometry& slices) { slices.block[0].src += 4; }));
  EXPECT_TRUE(reports([](SliceGeometry& slices) { slices.block[0].dst += 4; }));
  EXPECT_TRUE(reports([](SliceGeometry& slices) { slices.in[0].step += 4; }));
  EXPECT_TRUE(reports([](SliceGeometry& slices) { slices.out[0].step += 4; }));
  EXPECT_TRUE(reports([](SliceGeometry& slices) { slices.out_table -= 16; }));
  EXPECT_TRUE(reports([](SliceGeometry& slices) { slices.words_at -= 16; }));
  EXPECT_TRUE(reports([](SliceGeometry& slices) { slices.shared_bytes -= 4; }));
}

}  // namespace
}  // namespace isomer::test
