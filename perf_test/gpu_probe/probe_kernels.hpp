// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "team/team.hpp"
#include "tile/warp/strided.hpp"
#include "tile/warp/wide_product.hpp"

/// What a card is asked before any figure of it is believed: how fast it copies with so many bytes
/// under way, and how fast it moves chunks that lie anywhere.
namespace isomer::perf {

/// A block copies its bytes in words of W, all of them under way at once; threads meet nobody.
template <int W>
struct CopyProbe {
  static constexpr int threads = 128;

  std::byte* dst;
  std::byte const* src;
  std::int32_t block_bytes;  ///< a multiple of 128 W

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    std::int64_t const begin = tile::warp::wide_product(team.block(), block_bytes);
    std::int32_t const first = team.rank() * W;
    std::int32_t const step = team.size() * W;
    tile::warp::for_each_strided(first, block_bytes, step, [&](std::int32_t at) {
      team.template copy_async<W>(at, src + begin + at, true);
    });
    team.commit();
    team.template wait<0>();
    tile::warp::for_each_strided(first, block_bytes, step, [&](std::int32_t at) {
      team.template store<W>(dst + begin + at, team.template get<W>(at), true, team::Hint::once);
    });
  }
};

enum class Chunks : std::uint8_t { gather, scatter, both };

/// Chunk c comes from, or goes to, place c * stride mod count, each by a warp; `stride` has no
/// factor in common with `count`, so that every place has its chunk.
template <Chunks way>
struct ChunkProbe {
  static constexpr int threads = 128;
  static constexpr int word = 16;

  std::byte* dst;
  std::byte const* src;
  std::int32_t chunk_bytes;  ///< a multiple of 16
  std::int64_t count;        ///< of chunks, below 2^31
  std::int64_t stride;

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    std::int32_t const warps = team.size() / T::lanes;
    std::int64_t const chunk = std::int64_t{team.block()} * warps + team.rank() / T::lanes;
    bool const exists = chunk < count;
    std::int64_t const place = chunk * stride % count;
    std::byte const* const from = src + (way == Chunks::scatter ? chunk : place) * chunk_bytes;
    std::byte* const to = dst + (way == Chunks::gather ? chunk : place) * chunk_bytes;
    for (std::int32_t at = team.rank() % T::lanes * word; exists && at < chunk_bytes;
         at += T::lanes * word)
      team.template store<word>(to + at, team.template load<word>(from + at, true), true);
  }
};

}  // namespace isomer::perf
