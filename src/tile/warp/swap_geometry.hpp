// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>

#include <Kokkos_Macros.hpp>

#include "tile/warp/magic.hpp"

namespace isomer::tile::warp {

/// Square matrices of words in place: `middle` of them side by side in each of `batch` items. All
/// distances are in bytes.
struct SquareMatrices {
  std::int64_t batch;
  std::int64_t middle;
  std::int64_t side;
  std::int64_t word;
  std::int64_t row_stride;
  std::int64_t matrix_step;
  std::int64_t item_bytes;
};

/// How they are cut into tiles of which each changes places with its mirror image, as a kernel
/// argument. A block takes a pair (i, j), i <= j, of n tiles by n.
///
/// The pairs of a matrix are a triangle folded into a rectangle: behind what row i has of the upper
/// half comes what row n - e - i has of it, e = 1 where n is even. That is n + e pairs a row.
struct SwapGeometry {
  Magic pairs;   ///< of a matrix
  Magic fold;    ///< n + e
  Magic middle;  ///< matrices of an item
  std::int32_t tiles;
  std::int32_t side;  ///< of the matrix, in words
  std::int32_t blocks;
  std::int64_t row_stride;
  std::int64_t matrix_step;
  std::int64_t item_bytes;

  struct Pair {
    std::int64_t matrix;  ///< where it begins
    std::int32_t i;
    std::int32_t j;
  };
  KOKKOS_FUNCTION Pair locate(int number) const {
    std::uint32_t const matrix = pairs.quotient(static_cast<std::uint32_t>(number));
    std::uint32_t const pair = static_cast<std::uint32_t>(number) - matrix * pairs.divisor;
    std::uint32_t const item = middle.quotient(matrix);
    auto const row = static_cast<std::int32_t>(fold.quotient(pair));
    auto const column =
        static_cast<std::int32_t>(pair) - row * static_cast<std::int32_t>(fold.divisor);
    std::int32_t const even = 1 - tiles % 2;
    bool const upper = column >= row + even;
    return {item * item_bytes + (matrix - item * middle.divisor) * matrix_step,
            upper ? row : tiles - even - row, upper ? column - even : tiles - 1 - column};
  }
};

static_assert(std::is_trivially_copyable_v<SwapGeometry>);

/// Words of a tile's side: two tiles and what pads them stay below 34 KiB.
constexpr int swap_side(int word_bytes) {
  return word_bytes == 1 ? 128 : word_bytes <= 4 ? 64 : 32;
}

/// Threads of a block: eight vectors of its tiles each, of words that have such.
constexpr int swap_threads(int word_bytes) {
  int const vectors = 2 * swap_side(word_bytes) * swap_side(word_bytes) * word_bytes / 16;
  return vectors / 8;
}

/// None where the words are none of 1, 2, 4, 8, 16 bytes or there are more pairs than
/// `team::max_blocks`.
std::optional<SwapGeometry> plan_swap(SquareMatrices const& squares);

/// Whether the matrices are made of vectors of 16 bytes: those that begin on one.
bool are_of_vectors(SquareMatrices const& squares);

}  // namespace isomer::tile::warp
