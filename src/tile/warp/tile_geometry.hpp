// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include <Kokkos_Macros.hpp>

#include "tile/warp/magic.hpp"

namespace isomer::tile::warp {

/// Rows or columns that a tile has at most.
constexpr int max_side(int word_bytes) { return word_bytes < 4 ? 128 : word_bytes < 16 ? 64 : 32; }

/// How a normal problem is cut into tiles of `rows` x `cols` words, as a kernel argument. All
/// distances are in bytes.
///
/// The columns of a tile are its group of leading input axes: `cols` words that are contiguous in
/// the source. Its rows are the group of leading output axes: `rows` words contiguous in the
/// destination. The two groups have no axis in common; the last axis of either may be cut, and what
/// is left of it is in the number of the block, as the other axes are. (Vector tiles may take one
/// more axis into a group, which makes several pieces of its runs.)
struct TileGeometry {
  static constexpr int max_axes = 10;

  /// Where a step of a digit of the block's number leads.
  struct BlockDigit {
    Magic extent;
    std::int64_t src;
    std::int64_t dst;
  };
  /// A row's step in the source, or a column's in the destination.
  struct RunDigit {
    Magic extent;
    std::int64_t step;
  };

  BlockDigit block[max_axes + 2];  ///< first what is left of the columns' cut, then of the rows'
  RunDigit run[max_axes];          ///< `row_digits` for the rows, then those for the columns
  std::int32_t block_digits;
  std::int32_t row_digits;
  std::int32_t run_digits;
  std::int32_t rows;
  std::int32_t cols;
  std::int32_t last_rows;  ///< of the tiles at the rows' edge
  std::int32_t last_cols;
  std::int32_t pitch;       ///< bytes from row to row in shared memory
  std::int32_t cols_shift;  ///< log2 of the lanes that share a row ..
  std::int32_t rows_shift;  ///< .. and a column, eight at least
  std::int32_t blocks;

  /// Where a block's tile begins on both sides, and what it has of rows and columns.
  struct Place {
    std::int64_t src;
    std::int64_t dst;
    std::int32_t rows;
    std::int32_t cols;
  };
  KOKKOS_FUNCTION Place locate(int number) const {
    Place place{0, 0, rows, cols};
    auto rest = static_cast<std::uint32_t>(number);
    auto const add = [&place, this](int k, std::uint32_t index) {
      bool const is_last = index + 1 == block[k].extent.divisor;
      if (k == 0 && is_last) place.cols = last_cols;
      if (k == 1 && is_last) place.rows = last_rows;
      place.src += index * block[k].src;
      place.dst += index * block[k].dst;
    };
    int const last = block_digits - 1;
    for (int k = 0; k < last; ++k) {
      std::uint32_t const next = block[k].extent.quotient(rest);
      add(k, rest - next * block[k].extent.divisor);
      rest = next;
    }
    add(last, rest);
    return place;
  }

  /// Distance of a row of the tile in the source.
  KOKKOS_FUNCTION std::int64_t row_offset(unsigned row) const {
    return distance(row, 0, row_digits - 1);
  }
  /// Distance of a column of the tile in the destination.
  KOKKOS_FUNCTION std::int64_t column_offset(unsigned column) const {
    return distance(column, row_digits, run_digits - 1);
  }

 private:
  KOKKOS_FUNCTION std::int64_t distance(std::uint32_t rest, int first, int last) const {
    std::int64_t sum = 0;
    for (int k = first; k < last; ++k) {
      std::uint32_t const next = run[k].extent.quotient(rest);
      sum += (rest - next * run[k].extent.divisor) * run[k].step;
      rest = next;
    }
    return sum + rest * run[last].step;
  }
};

static_assert(std::is_trivially_copyable_v<TileGeometry> && sizeof(TileGeometry) < 1024);

/// A run of vectors of 16 bytes in pieces that are each contiguous.
struct Pieces {
  Magic vectors;  ///< of a piece
  std::int64_t step;

  /// Distance of a vector of the run in bytes.
  KOKKOS_FUNCTION std::int64_t offset(int vector) const {
    std::uint32_t const piece = vectors.quotient(static_cast<std::uint32_t>(vector));
    std::uint32_t const rest = static_cast<std::uint32_t>(vector) - piece * vectors.divisor;
    return piece * step + rest * 16;
  }
};

/// A tile that is moved in vectors of 16 bytes on both sides: its runs are pieces of whole vectors,
/// and every distance but those within pieces is a multiple of 16 bytes.
struct VectorTileGeometry {
  TileGeometry tile;  ///< the pitch is a multiple of 128 bytes
  Pieces row;         ///< of a row in the source ..
  Pieces column;      ///< .. and of a column in the destination
};

}  // namespace isomer::tile::warp
