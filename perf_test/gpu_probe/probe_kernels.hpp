// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "team/team.hpp"
#include "tile/warp/strided.hpp"
#include "tile/warp/wide_product.hpp"

/// What a card is asked before any figure of it is believed: how fast it copies with that many
/// bytes under way, and how fast it moves chunks that lie anywhere.
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

/// Chunk c comes from, or goes to, place c * stride mod count; `stride` is odd and `count` a power
/// of two, so that every place has its chunk. A block moves 8 KiB, all under way at once, whether
/// these are few chunks or many.
template <Chunks way>
struct ChunkProbe {
  static constexpr int threads = 128;
  static constexpr int word = 16;
  static constexpr std::int32_t block_bytes = 8 << 10;

  std::byte* dst;
  std::byte const* src;
  std::int32_t chunk_shift;  ///< log2 of a chunk's bytes, at least 4
  std::int64_t count;        ///< of chunks
  std::int64_t stride;

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    std::int64_t const begin = tile::warp::wide_product(team.block(), block_bytes);
    std::int32_t const first = team.rank() * word;
    std::int32_t const step = team.size() * word;
    tile::warp::for_each_strided(first, block_bytes, step, [&](std::int32_t at) {
      team.template copy_async<word>(at, src + place(begin + at, way != Chunks::scatter), true);
    });
    team.commit();
    team.template wait<0>();
    tile::warp::for_each_strided(first, block_bytes, step, [&](std::int32_t at) {
      team.template store<word>(dst + place(begin + at, way != Chunks::gather),
                                team.template get<word>(at), true);
    });
  }

 private:
  KOKKOS_FUNCTION std::int64_t place(std::int64_t at, bool is_scattered) const {
    std::int64_t const chunk = at >> chunk_shift;
    std::int64_t const there = is_scattered ? (chunk * stride) & (count - 1) : chunk;
    return at + ((there - chunk) << chunk_shift);
  }
};

}  // namespace isomer::perf
