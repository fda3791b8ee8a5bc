// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schema/device_audit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <limits>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "in_place/blocks/device_local.hpp"
#include "in_place/c2r/device_columns.hpp"
#include "in_place/c2r/device_rows.hpp"
#include "in_place/panel/device_chunks.hpp"
#include "in_place/panel/device_panels.hpp"
#include "schema/device_plan.hpp"
#include "support/column_major.hpp"
#include "team/launch_audit.hpp"
#include "tile/warp/swap_kernel.hpp"

/// What is said of kernels on a GPU that is not there.
namespace isomer::test {
namespace {

using detail::audit_on_device;
using detail::DeviceAudit;
using detail::DeviceKernel;
using detail::Machine;
using detail::NormalProblem;

DeviceAudit audit_of(NormalProblem const& normal, std::string const& name = "h200") {
  Machine const gpu = detail::gpu_machine(name).value();
  return audit_on_device(normal, detail::device_candidate(normal, gpu), gpu);
}

TEST(DeviceAudit, FindsTheBytesOfMemoryWithoutCountingRequests) {
  for (auto const& [extents, axes, word] :
       {std::tuple{std::vector<std::int64_t>{640, 333}, std::vector<int>{1, 0}, 4},
        {{36, 19, 54, 15}, {0, 2, 3, 1}, 2},
        {{41, 37, 21, 25}, {1, 3, 0, 2}, 8}}) {
    NormalProblem const normal = column_major(extents, axes, word);
    auto* const far = reinterpret_cast<std::byte*>(std::uintptr_t{1} << 40U);
    for (auto const& candidate : detail::device_candidates(normal)) {
      auto const emulated = detail::emulated_kernel(normal, candidate, far, far + (1L << 36U));
      auto const blocks = team::sample_of_blocks(emulated.what.blocks, 5);
      EXPECT_DOUBLE_EQ(team::memory_ratio_of_blocks(emulated.what, emulated.kernel, blocks),
                       team::audit_blocks(emulated.what, emulated.kernel, blocks).memory_ratio());
    }
  }
}

TEST(DeviceAudit, ChoosesTheCandidateThatTakesLeastTime) {
  Machine const gpu = detail::gpu_machine("h200").value();
  std::set<std::size_t> chosen;
  for (auto const& [extents, axes, word] :
       {std::tuple{std::vector<std::int64_t>{6400, 6400}, std::vector<int>{1, 0}, 4},
        {{8, 74, 20, 8, 4, 68}, {1, 2, 5, 3, 4, 0}, 16},
        {{36, 19, 54, 52, 15}, {0, 2, 4, 3, 1}, 2},
        {{41, 37, 21, 25, 14, 20}, {1, 5, 3, 4, 0, 2}, 1}}) {
    NormalProblem const normal = column_major(extents, axes, word);
    auto const list = detail::device_candidates(normal);
    auto const best = detail::device_candidate(normal, gpu);
    double least = std::numeric_limits<double>::max();
    for (std::size_t k = 0; k < list.size(); ++k) {
      least = std::min(least, audit_on_device(normal, list[k], gpu, detail::Sample::some).seconds);
      if (list[k].tiling == best.tiling) chosen.insert(k);
    }
    EXPECT_DOUBLE_EQ(audit_on_device(normal, best, gpu, detail::Sample::some).seconds, least);
  }
  EXPECT_GT(chosen.size(), 1U) << "not always the same one";
}

TEST(DeviceAudit, NamesTheKernelThatAPlanRuns) {
  EXPECT_EQ(audit_of(column_major({6400, 6400}, {1, 0}, 4)).kernel, "tile16");
  EXPECT_EQ(audit_of(column_major({6401, 6401}, {1, 0}, 4)).kernel, "tile");
  EXPECT_EQ(audit_of(column_major({6401, 6401}, {1, 0}, 1)).kernel, "tile");
  EXPECT_EQ(audit_of(column_major({17, 17, 17, 17, 17}, {4, 1, 0, 3, 2}, 4)).kernel, "slices");
  EXPECT_EQ(audit_of(column_major({6400, 30, 50}, {0, 2, 1}, 4)).kernel, "rows");
  EXPECT_EQ(audit_of(column_major({6400}, {0}, 4)).kernel, "rows");
}

TEST(DeviceAudit, FindsNothingToMendInVectorTiles) {
  for (int const word : {1, 2, 4, 8}) {
    DeviceAudit const audit = audit_of(column_major({7168, 7168}, {1, 0}, word));
    EXPECT_EQ(audit.kernel, "tile16");
    EXPECT_DOUBLE_EQ(audit.requests.sector_ratio(), 1);
    EXPECT_DOUBLE_EQ(audit.requests.wavefront_ratio(), 1);
    EXPECT_DOUBLE_EQ(audit.memory_ratio, 1);
  }
}

TEST(DeviceAudit, ChargesWhatMemoryMovesBesideTheArrays) {
  DeviceAudit const odd = audit_of(column_major({7001, 7001}, {1, 0}, 4));
  EXPECT_GT(odd.memory_ratio, 1.01);
  EXPECT_LT(odd.memory_ratio, 1.25);
  EXPECT_GT(odd.pass.work.lines_partial * 128, 0.01 * odd.pass.work.bytes);
  DeviceAudit const even = audit_of(column_major({7008, 7008}, {1, 0}, 4));
  EXPECT_LT(even.seconds, odd.seconds);
}

TEST(DeviceAudit, PredictsNearlyACopyForTilesThatFillTheCard) {
  for (char const* name : {"h200", "h100", "a100"}) {
    Machine const gpu = *detail::gpu_machine(name);
    DeviceAudit const audit = audit_of(column_major({7168, 7168}, {1, 0}, 4), name);
    double const bytes = 2.0 * 7168 * 7168 * 4;
    EXPECT_GT(bytes / audit.seconds / gpu.copy_bandwidth, 0.9) << name;
    EXPECT_LT(bytes / audit.seconds / gpu.copy_bandwidth, 1) << name;
  }
  // A launch takes longer than moving a few words.
  DeviceAudit const small = audit_of(column_major({32, 32}, {1, 0}, 4));
  EXPECT_GE(small.seconds, detail::gpu_machine("h200")->launch_seconds);
}

TEST(DeviceAudit, FillsTilesOfShortRunsWithSeveralPieces) {
  struct Row {
    std::vector<std::int64_t> extents;
    int word;
    double of_copy;
  };
  for (auto const& [extents, word, of_copy] :
       {Row{std::vector<std::int64_t>(7, 16), 4, 0.9}, Row{std::vector<std::int64_t>(9, 8), 8, 0.9},
        Row{{16, 16, 1000003}, 4, 0.7}}) {
    std::vector<int> axes(extents.size());
    std::iota(axes.begin(), axes.end(), 0);
    std::swap(axes[0], axes[1]);
    DeviceAudit const audit = audit_of(column_major(extents, axes, word));
    EXPECT_EQ(audit.kernel, "tile16");
    EXPECT_DOUBLE_EQ(audit.requests.sector_ratio(), 1);
    double bytes = 2.0 * word;
    for (std::int64_t const extent : extents) bytes *= static_cast<double>(extent);
    EXPECT_GT(bytes / audit.seconds / detail::gpu_machine("h200")->copy_bandwidth, of_copy)
        << extents.size() << " axes";
  }
}

TEST(DeviceAudit, HasNoMoreInFlightThanAProblemHas) {
  DeviceAudit const small = audit_of(column_major({64, 64}, {1, 0}, 4));
  EXPECT_EQ(small.blocks, 1);
  EXPECT_LE(small.in_flight, std::int64_t{64} * 64 * 4);
}

/// Kernels and their registers in the table that machine code is held to.
std::vector<std::pair<std::string, int>> gates() {
  std::ifstream file(ISOMER_GATES_FILE);
  EXPECT_TRUE(file);
  std::vector<std::pair<std::string, int>> list;
  for (std::string line; std::getline(file, line);) {
    std::size_t const bar = line.find(" | ");
    if (line.empty() || line[0] == '#' || bar == std::string::npos) continue;
    list.emplace_back(line.substr(0, bar), std::stoi(line.substr(bar + 3)));
  }
  return list;
}

TEST(DeviceRegisters, AreThoseOfTheGates) {
  auto const word = [](std::string const& name) {
    return std::stoi(name.substr(name.find_first_of("0123456789", name.find('<'))));
  };
  int compared = 0;
  for (auto const& gate : gates()) {
    std::string const& name = gate.first;
    auto const is = [&](char const* kernel) { return name.find(kernel) != std::string::npos; };
    if (is("::Scaled<") || is("Swap") || !is("tile::warp::")) continue;
    ++compared;
    DeviceKernel const kernel = is("RowKernel")      ? DeviceKernel::rows
                                : is("Tile16Kernel") ? DeviceKernel::tile16
                                : is("TileKernel")   ? DeviceKernel::tile
                                                     : DeviceKernel::slices;
    EXPECT_EQ(detail::device_registers(kernel, word(name), is("ManyPairs")), gate.second) << name;
  }
  EXPECT_EQ(compared, 2 * 19);
  EXPECT_EQ(detail::device_registers(DeviceKernel::slices, 6, false), 40) << "units of 2 bytes";
  EXPECT_EQ(detail::device_registers(DeviceKernel::slices, 12, false), 32);
}

/// What prices in place take from the same file as each kernel.
TEST(DeviceRegisters, InPlaceAreNoLessThanThoseOfTheGates) {
  std::vector<std::pair<std::string, int>> const told{
      {"in_place::RowPassKernel<", in_place::row_registers},
      {"in_place::ColumnPassKernel<", in_place::column_registers},
      {"in_place::PanelsKernel<", in_place::panel_registers},
      {"in_place::SegmentsKernel<", in_place::chunk_registers},
      {"in_place::LocalKernel<", in_place::local_registers},
      {"SwapByVectors<8>", tile::warp::SwapByVectors<8>::registers},
      {"SwapByVectors<4>", tile::warp::SwapByVectors<4>::registers},
      {"SwapByVectors<2>", tile::warp::SwapByVectors<2>::registers},
      {"SwapByVectors<1>", tile::warp::SwapByVectors<1>::registers},
      {"SwapByWords<16>", tile::warp::SwapByWords<16>::registers},
      {"SwapByWords<8>", tile::warp::SwapByWords<8>::registers},
      {"SwapByWords<4>", tile::warp::SwapByWords<4>::registers},
      {"SwapByWords<2>", tile::warp::SwapByWords<2>::registers},
      {"SwapByWords<1>", tile::warp::SwapByWords<1>::registers}};
  auto const table = gates();
  for (auto const& row : told) {
    int most = 0;
    for (auto const& [name, registers] : table)
      if (name.find(row.first) != std::string::npos) most = std::max(most, registers);
    EXPECT_GT(most, 0) << row.first;
    EXPECT_LE(most, row.second) << row.first;
  }
}

}  // namespace
}  // namespace isomer::test
