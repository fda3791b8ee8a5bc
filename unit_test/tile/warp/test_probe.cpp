// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "gpu_probe/probe_kernels.hpp"
#include "team/dry_team.hpp"
#include "tile_run.hpp"

/// The kernels that a card is probed with, on fibers: they copy, and what they are called is what
/// they do.
namespace isomer::test {
namespace {

using perf::ChunkProbe;
using perf::Chunks;
using perf::CopyProbe;

std::vector<std::byte> numbered(std::size_t bytes) {
  std::vector<std::byte> array(bytes);
  for (std::size_t k = 0; k < bytes; ++k) array[k] = static_cast<std::byte>(k * 7 + k / 251);
  return array;
}

/// The destination after a kernel.
template <class Kernel>
std::vector<std::byte> run(Kernel kernel, int blocks, int shared_bytes,
                           std::vector<std::byte> const& src) {
  // Vectors of 16 bytes begin where arrays do.
  std::vector<team::Word16> from((src.size() + 15) / 16);
  std::vector<team::Word16> to(from.size());
  std::memcpy(from.data(), src.data(), src.size());
  kernel.src = reinterpret_cast<std::byte const*>(from.data());
  kernel.dst = reinterpret_cast<std::byte*>(to.data());
  Findings findings("probe");
  GlobalMemory memory(findings);
  memory.add_source("src", kernel.src, src.size());
  memory.add_destination("dst", kernel.dst, std::vector<bool>(src.size(), true));
  run_on_league(kernel, blocks, shared_bytes, memory, findings, in_any_order(3), {}, nullptr);
  EXPECT_TRUE(findings.empty()) << findings;
  return {kernel.dst, kernel.dst + src.size()};
}

TEST(CopyProbe, CopiesWithAllOfABlockUnderWay) {
  auto const src = numbered(3 * 8192);
  EXPECT_EQ(run(CopyProbe<4>{nullptr, nullptr, 8192}, 3, 8192, src), src);
  EXPECT_EQ(run(CopyProbe<8>{nullptr, nullptr, 8192}, 3, 8192, src), src);
  EXPECT_EQ(run(CopyProbe<16>{nullptr, nullptr, 8192}, 3, 8192, src), src);
  team::DryRun dry(CopyProbe<8>::threads, 8192);
  auto* const far = reinterpret_cast<std::byte*>(std::uintptr_t{1} << 40);
  dry.block(CopyProbe<8>{far, far + (1 << 30), 8192}, 1, 3);
  EXPECT_EQ(dry.audit().bytes_in_flight, 8192);
  EXPECT_DOUBLE_EQ(dry.audit().sector_ratio(), 1);
}

TEST(ChunkProbe, MovesEveryChunkToOrFromItsPlace) {
  constexpr int shift = 6;
  constexpr std::size_t count = 512;
  constexpr std::size_t stride = 317;
  auto const src = numbered(count << shift);
  auto const moved = [&](Chunks way) {
    std::vector<std::byte> dst(src.size());
    for (std::size_t c = 0; c < count; ++c) {
      std::size_t const place = c * stride % count;
      std::size_t const from = way == Chunks::scatter ? c : place;
      std::size_t const to = way == Chunks::gather ? c : place;
      std::copy_n(src.begin() + static_cast<std::ptrdiff_t>(from << shift), 1 << shift,
                  dst.begin() + static_cast<std::ptrdiff_t>(to << shift));
    }
    return dst;
  };
  auto const probed = [&]<Chunks way>() {
    using Kernel = ChunkProbe<way>;
    int const blocks = static_cast<int>(src.size()) / Kernel::block_bytes;
    return run(Kernel{nullptr, nullptr, shift, count, stride}, blocks, Kernel::block_bytes, src);
  };
  EXPECT_EQ(probed.operator()<Chunks::gather>(), moved(Chunks::gather));
  EXPECT_EQ(probed.operator()<Chunks::scatter>(), moved(Chunks::scatter));
  EXPECT_EQ(probed.operator()<Chunks::both>(), src);
}

}  // namespace
}  // namespace isomer::test
