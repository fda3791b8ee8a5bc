// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "case_file.hpp"
#include "support/column_major.hpp"
#include "team/dry_team.hpp"
#include "tile/warp/plan/plan_tile.hpp"
#include "tile/warp/tile16_kernel.hpp"
#include "tile/warp/tile_kernel.hpp"

/// What memory has to do for the tile kernel, against the bounds that its speed rests on. Arrays
/// are addresses only.
namespace isomer::perf {
/// What the reader of cases falls back to; here it gets a file.
char const* const ttc57_text = "";
}  // namespace isomer::perf

namespace isomer::test {
namespace {

using team::Audit;
using team::DryRun;
using tile::warp::plan_tile;
using tile::warp::plan_tile16;
using tile::warp::Tile16Kernel;
using tile::warp::TileGeometry;
using tile::warp::TileKernel;
using tile::warp::VectorTileGeometry;

std::byte* const dst = reinterpret_cast<std::byte*>(std::int64_t{1} << 45);
std::byte const* const src = reinterpret_cast<std::byte const*>(std::int64_t{1} << 44);

template <int W>
Audit audit_blocks(TileGeometry const& tile, std::vector<int> const& blocks) {
  using Kernel = TileKernel<W>;
  DryRun run(Kernel::threads, Kernel::shared_bytes(tile));
  for (int const block : blocks) run.block(Kernel{tile, {dst, src}, {}}, block, tile.blocks);
  return run.audit();
}

template <int W>
Audit audit_blocks(VectorTileGeometry const& geometry, std::vector<int> const& blocks) {
  using Kernel = Tile16Kernel<W>;
  DryRun run(Kernel::threads, Kernel::shared_bytes(geometry));
  for (int const block : blocks)
    run.block(Kernel{geometry, {dst, src}, {}}, block, geometry.tile.blocks);
  return run.audit();
}

Audit audit_blocks(VectorTileGeometry const& geometry, int word, std::vector<int> const& blocks) {
  switch (word) {
    case 1: return audit_blocks<1>(geometry, blocks);
    case 2: return audit_blocks<2>(geometry, blocks);
    case 4: return audit_blocks<4>(geometry, blocks);
    default: return audit_blocks<8>(geometry, blocks);
  }
}

Audit audit_blocks(TileGeometry const& tile, int word, std::vector<int> const& blocks) {
  switch (word) {
    case 1: return audit_blocks<1>(tile, blocks);
    case 2: return audit_blocks<2>(tile, blocks);
    case 4: return audit_blocks<4>(tile, blocks);
    default: return audit_blocks<8>(tile, blocks);
  }
}

/// The first and last blocks, and some in between.
std::vector<int> sample_of(TileGeometry const& tile) {
  std::mt19937 random(11);
  std::vector<int> blocks{0, tile.blocks - 1};
  for (int k = 0; k < 14; ++k)
    blocks.push_back(static_cast<int>(random() % static_cast<unsigned>(tile.blocks)));
  return blocks;
}

/// Blocks that are resident together, in the order of their launch.
std::vector<int> window_of(TileGeometry const& tile, int count) {
  std::vector<int> blocks;
  int const first = std::max(0, tile.blocks / 2 - count / 2);
  for (int k = first; k < std::min(tile.blocks, first + count); ++k) blocks.push_back(k);
  return blocks;
}

std::vector<perf::TensorCase> ttc57() { return perf::read_cases(ISOMER_TTC57_FILE); }

/// The shortest run of a tile touches one sector more than it has, if it does not begin on one.
double most_sectors(TileGeometry const& tile, int word) {
  double const run = std::min(tile.rows, tile.cols) * word;
  return 1 + 32 / run;
}

class TileAudit : public testing::TestWithParam<int> {};

TEST_P(TileAudit, RequestsOfTtc57TouchFewSectorsAndMeetFewBankConflicts) {
  int const word = GetParam();
  double sum_of_logs = 0;
  int planned = 0;
  for (auto const& tensor : ttc57()) {
    auto const tile = plan_tile(column_major(tensor.extents, tensor.axes, word));
    if (!tile) continue;
    ++planned;
    Audit const audit = audit_blocks(*tile, word, sample_of(*tile));
    std::string const name =
        perf::extents_text(tensor.extents) + ' ' + perf::axes_text(tensor.axes);
    EXPECT_LE(audit.sector_ratio(), 1.5) << name;
    EXPECT_LE(audit.wavefront_ratio(), word < 8 ? 1.5 : 1.0) << name;
    EXPECT_EQ(audit.barriers, 2 * audit.blocks);
    EXPECT_EQ(audit.bytes_read, audit.bytes_written);
    sum_of_logs += std::log(audit.sector_ratio());
  }
  EXPECT_GE(planned, 43) << "the others share their fastest axis or have short runs";
  double const mean = std::exp(sum_of_logs / planned);
  EXPECT_LE(mean, 1.2);
  RecordProperty("cases", planned);
  RecordProperty("sectors_per_ideal_geomean", std::to_string(mean));
}

/// Whole tiles of which 11 are resident on an SM of sm_90, 8 on one of sm_80.
TEST_P(TileAudit, AsksForEnoughBytesAtOnce) {
  auto const tile = plan_tile(column_major({7248, 7248}, {1, 0}, GetParam()));
  ASSERT_TRUE(tile);
  Audit const audit = audit_blocks(*tile, GetParam(), {0});
  EXPECT_GE(11 * audit.bytes_in_flight, 160 << 10);
  EXPECT_GE(8 * audit.bytes_in_flight, 96 << 10);
}

TEST_P(TileAudit, MemoryMovesLittleBeyondTheArraysOfTtc57) {
  int const word = GetParam();
  double sum_of_logs = 0;
  int planned = 0;
  auto const cases = ttc57();
  for (std::size_t k = 0; k < cases.size(); k += 4) {
    auto const tile = plan_tile(column_major(cases[k].extents, cases[k].axes, word));
    if (!tile) continue;
    ++planned;
    Audit const audit = audit_blocks(*tile, word, window_of(*tile, 400));
    EXPECT_LE(audit.memory_ratio(), std::max(1.25, most_sectors(*tile, word)))
        << perf::extents_text(cases[k].extents);
    sum_of_logs += std::log(audit.memory_ratio());
  }
  ASSERT_GT(planned, 0);
  double const mean = std::exp(sum_of_logs / planned);
  EXPECT_LE(mean, 1.1);
  RecordProperty("cases", planned);
  RecordProperty("memory_per_ideal_geomean", std::to_string(mean));
}

class VectorTileAudit : public testing::TestWithParam<int> {};

TEST_P(VectorTileAudit, RequestsOfTtc57TouchNoSectorTwiceAndMeetNoBankConflict) {
  int const word = GetParam();
  double sum_of_logs = 0;
  int planned = 0;
  for (auto const& tensor : ttc57()) {
    auto const geometry = plan_tile16(column_major(tensor.extents, tensor.axes, word));
    if (!geometry) continue;
    ++planned;
    TileGeometry const& tile = geometry->tile;
    Audit const audit = audit_blocks(*geometry, word, sample_of(tile));
    std::string const name =
        perf::extents_text(tensor.extents) + ' ' + perf::axes_text(tensor.axes);
    // From 2 bytes on all distances are multiples of a sector.
    EXPECT_LE(audit.sector_ratio(), word > 1 ? 1.0 : most_sectors(tile, word)) << name;
    EXPECT_DOUBLE_EQ(audit.wavefront_ratio(), 1) << name;
    EXPECT_EQ(audit.barriers, 2 * audit.blocks);
    EXPECT_EQ(audit.bytes_read, audit.bytes_written);
    sum_of_logs += std::log(audit.sector_ratio());
  }
  EXPECT_GE(planned, word == 1 ? 39 : 45) << "the others share their fastest axis";
  double const mean = std::exp(sum_of_logs / planned);
  EXPECT_LE(mean, 1.05);
  RecordProperty("cases", planned);
  RecordProperty("sectors_per_ideal_geomean", std::to_string(mean));
}

/// Whole tiles of which 11 are resident on an SM of sm_90, 8 on one of sm_80.
TEST_P(VectorTileAudit, AsksForEnoughBytesAtOnce) {
  auto const geometry = plan_tile16(column_major({7168, 7168}, {1, 0}, GetParam()));
  ASSERT_TRUE(geometry);
  Audit const audit = audit_blocks(*geometry, GetParam(), {0});
  EXPECT_GE(11 * audit.bytes_in_flight, 160 << 10);
  EXPECT_GE(8 * audit.bytes_in_flight, 96 << 10);
}

TEST_P(VectorTileAudit, MemoryMovesTheArraysOfTtc57AndLittleElse) {
  int const word = GetParam();
  auto const cases = ttc57();
  for (std::size_t k = 0; k < cases.size(); k += 8) {
    auto const geometry = plan_tile16(column_major(cases[k].extents, cases[k].axes, word));
    if (!geometry) continue;
    Audit const audit = audit_blocks(*geometry, word, window_of(geometry->tile, 200));
    EXPECT_LE(audit.memory_ratio(), word > 1 ? 1.0 : most_sectors(geometry->tile, word))
        << perf::extents_text(cases[k].extents);
  }
}

INSTANTIATE_TEST_SUITE_P(Words, VectorTileAudit, testing::Values(1, 2, 4, 8), [](auto const& word) {
  return "Of" + std::to_string(word.param) + "Bytes";
});

INSTANTIATE_TEST_SUITE_P(Words, TileAudit, testing::Values(1, 2, 4, 8), [](auto const& word) {
  return "Of" + std::to_string(word.param) + "Bytes";
});

}  // namespace
}  // namespace isomer::test
