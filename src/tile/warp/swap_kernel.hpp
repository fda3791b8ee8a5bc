// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <bit>
#include <cstddef>

#include "team/team.hpp"
#include "tile/warp/scaling.hpp"
#include "tile/warp/swap_geometry.hpp"
#include "tile/warp/tile_of_words.hpp"
#include "tile/warp/vector_tile.hpp"

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

/// Tiles whose rows begin on any word: with the registers of a thread at most, and the instructions
/// of a warp for 16 bytes of each lane, which are loaded and stored ..
template <int W>
struct SwapByWords {
  static constexpr int side = swap_side(W);
  static constexpr int pitch = TileOfWords<W>::pitch_of(side * W);
  static constexpr int tile_bytes = TileOfWords<W>::bytes(side, pitch);
  static constexpr int word = W;
  static constexpr int registers = W == 1 ? 80 : W == 2 ? 64 : W == 4 ? 48 : 40;
  static constexpr double instructions = W == 1   ? 161
                                         : W == 2 ? 100
                                         : W == 4 ? 72
                                         : W == 8 ? 34
                                                  : 17;
  static constexpr int shift = std::countr_zero(unsigned{side * W / 16});

  KOKKOS_FUNCTION static TileOfWords<W> tile(int at) {
    return tile_of_words<W>(at, pitch, side, shift, shift);
  }
};

/// .. or are whole vectors of 16 bytes.
template <int W>
struct SwapByVectors {
  static constexpr int side = swap_side(W);
  static constexpr int pitch = side * W;
  static constexpr int tile_bytes = side * pitch;
  static constexpr int word = W;
  static constexpr int registers = W == 1 ? 96 : W == 2 ? 56 : 40;
  static constexpr double instructions = 28;
  static constexpr int shift = std::countr_zero(unsigned{pitch / 16});

  KOKKOS_FUNCTION static VectorTile<W> tile(int at) { return {at, pitch, shift, shift}; }
};

template <class How>
struct SwapKernel {
  static constexpr int side = How::side;
  static constexpr int tile_bytes = How::tile_bytes;
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
