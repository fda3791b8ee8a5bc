// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <bit>

#include "index/rounding.hpp"
#include "team/max_blocks.hpp"
#include "tile/warp/swap_geometry.hpp"

namespace isomer::tile::warp {
namespace {

using team::max_blocks;

/// a b, or more blocks than a launch has.
std::int64_t product(std::int64_t a, std::int64_t b) {
  return b != 0 && a > max_blocks / b ? max_blocks + 1 : a * b;
}

Magic magic_of(std::int64_t divisor) { return Magic(static_cast<std::uint32_t>(divisor)); }

}  // namespace

std::optional<SwapGeometry> plan_swap(SquareMatrices const& squares) {
  bool const is_word = squares.word >= 1 && squares.word <= 16 &&
                       std::has_single_bit(static_cast<std::uint64_t>(squares.word));
  if (!is_word || squares.side < 1) return std::nullopt;
  std::int64_t const tiles =
      detail::ceil_div(squares.side, std::int64_t{swap_side(static_cast<int>(squares.word))});
  std::int64_t const fold = tiles + 1 - tiles % 2;
  std::int64_t const pairs = product(fold, (tiles + 1) / 2);
  std::int64_t const blocks = product(product(squares.batch, squares.middle), pairs);
  if (blocks < 1 || blocks > max_blocks) return std::nullopt;
  SwapGeometry geometry{};
  geometry.pairs = magic_of(pairs);
  geometry.fold = magic_of(fold);
  geometry.middle = magic_of(squares.middle);
  geometry.tiles = static_cast<std::int32_t>(tiles);
  geometry.side = static_cast<std::int32_t>(squares.side);
  geometry.blocks = static_cast<std::int32_t>(blocks);
  geometry.row_stride = squares.row_stride;
  geometry.matrix_step = squares.matrix_step;
  geometry.item_bytes = squares.item_bytes;
  return geometry;
}

bool are_of_vectors(SquareMatrices const& squares) {
  std::int64_t const distances =
      squares.side * squares.word | squares.row_stride | squares.matrix_step | squares.item_bytes;
  return squares.word < 16 && distances % 16 == 0;
}

}  // namespace isomer::tile::warp
