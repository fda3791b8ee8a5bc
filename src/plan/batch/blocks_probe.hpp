// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "machine/cache_probe.hpp"
#include "plan/batch/sorted_blocks.hpp"
#include "tiling/tile_cursor.hpp"

namespace isomer::detail {

/// Whether blocks lie in a cache of the calling thread's core, judged by some of the first of as
/// many parts as there are threads (plan/cache/while_cached.hpp). There are blocks.
inline bool blocks_are_cached(std::vector<BlockPlace> const& blocks, int threads) {
  constexpr std::size_t samples = CacheProbe::samples;
  // Stores past the caches keep destinations out of them: one call in many goes through.
  constexpr unsigned patience = 16;
  static std::atomic<unsigned> calls{0};
  std::array<std::int64_t, samples> src{};
  std::array<std::int64_t, samples> dst{};
  for (std::size_t k = 0; k < samples; ++k) {
    BlockPlace const& block =
        blocks[k * blocks.size() / (samples * static_cast<std::size_t>(threads))];
    src[k] = apart(block.src, blocks.front().src);
    dst[k] = apart(block.dst, blocks.front().dst);
  }
  auto const at = [](char const* data) { return reinterpret_cast<std::byte const*>(data); };
  if (!CacheProbe(src).finds(at(blocks.front().src))) return false;
  if (CacheProbe(dst).finds(at(blocks.front().dst))) return true;
  return calls.fetch_add(1, std::memory_order_relaxed) % patience == 0;
}

}  // namespace isomer::detail
