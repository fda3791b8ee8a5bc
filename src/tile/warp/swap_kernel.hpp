// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include "team/team.hpp"
#include "tile/warp/scaling.hpp"
#include "tile/warp/swap_geometry.hpp"
#include "tile/warp/vector_tile.hpp"
#include "tile/warp/word_tile.hpp"

// A block exchanges one tile of a square matrix with its mirror image, by way of shared memory:
//
//     +----+----+----+
//     | \  | A  |    |       A and A' are read, then A is written by columns where A' was, and A'
//     +----+----+----+       where A was. A tile on the diagonal is its own image.
//     | A' | \  |    |
//     +----+----+----+
//     |    |    | \  |
//     +----+----+----+
namespace isomer::tile::warp {

/// Tiles that move word by word, with an odd pitch of words, or of four bytes ..
template <int W>
struct SwapByWords {
  static constexpr int side = swap_side(W);
  static constexpr int pitch = W < 4 ? side * W + 4 : (side + 1) * W;
  static constexpr int word = W;

  KOKKOS_FUNCTION static WordTile<W> tile(int at) { return {at, pitch}; }
};

/// .. or in vectors of 16 bytes.
template <int W>
struct SwapByVectors {
  static constexpr int side = swap_side(W);
  static constexpr int pitch = side * W;
  static constexpr int word = W;
  static constexpr int shift = pitch == 128 ? 3 : 4;
  static_assert(16 << shift == pitch);

  KOKKOS_FUNCTION static VectorTile<W> tile(int at) { return {at, pitch, shift, shift}; }
};

/// For a word of each lane of a warp, which is loaded and stored, and for a vector.
inline constexpr double swap_word_instructions = 17;
inline constexpr double swap_vector_instructions = 28;

template <class How>
struct SwapKernel {
  static constexpr int side = How::side;
  static constexpr int tile_bytes = side * How::pitch;
  static constexpr int shared_bytes = 2 * tile_bytes;
  static constexpr int threads = swap_threads(How::word);

  SwapGeometry geometry;
  std::byte* data;

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    SwapGeometry::Pair const pair = geometry.locate(team.block());
    int const rows = team.uniform(words_from(pair.i * side));
    int const cols = team.uniform(words_from(pair.j * side));
    bool const is_diagonal = pair.i == pair.j;
    int const image_rows = team.uniform(is_diagonal ? 0 : cols);
    int const image_cols = team.uniform(is_diagonal ? 0 : rows);
    std::byte* const here = place_of(pair.matrix, pair.i, pair.j);
    std::byte* const there = place_of(pair.matrix, pair.j, pair.i);
    auto const row_here = [&](unsigned row) { return here + row * geometry.row_stride; };
    auto const row_there = [&](unsigned row) { return there + row * geometry.row_stride; };
    auto const tile = How::tile(0);
    auto const image = How::tile(tile_bytes);
    tile.read_rows(team, rows, cols, row_here);
    image.read_rows(team, image_rows, image_cols, row_there);
    team.commit();
    team.template wait<0>();
    team.barrier();
    tile.write_columns(team, rows, cols, row_there, Unscaled{});
    image.write_columns(team, image_rows, image_cols, row_here, Unscaled{});
  }

 private:
  KOKKOS_FUNCTION int words_from(int first) const {
    int const left = geometry.side - first;
    return left < side ? left : side;
  }
  KOKKOS_FUNCTION std::byte* place_of(std::int64_t matrix, int i, int j) const {
    return data + matrix + std::int64_t{i} * side * geometry.row_stride +
           std::int64_t{j} * side * How::word;
  }
};

}  // namespace isomer::tile::warp
