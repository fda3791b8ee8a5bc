// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/in_place/outdone.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "in_place/blocks/blocks.hpp"
#include "in_place/panel/shape.hpp"
#include "tile/host/squares.hpp"

namespace isomer::in_place {

namespace {

/// Smaller squares are not worth their edges: 24 x 24 doubles take as long in place as through a
/// buffer, 8 x 8 twice as long.
constexpr std::int64_t min_square_bytes = 8 << 10;

/// Rows, and columns, at least this long: with shorter ones it depends on the machine whether
/// panels or a buffer for all are faster.
constexpr std::int64_t min_panel_row = 512;

/// Squares of words: without a buffer each is moved once (doubles, of copy: 64 x 64 1.1 and 0.85
/// through a buffer, 200 x 200 1.05 and 0.61).
bool squares_outdo_blocks(Step const& matrix) {
  return matrix.rows == matrix.cols && tile::word_log2(matrix.chunk_bytes) >= 0 &&
         matrix.item_bytes() >= min_square_bytes;
}

/// Matrices that the threads' second-level caches do not hold and all threads would take through
/// one buffer: panels need half the time (1342 x 1030 doubles: 0.89 and 0.46 ms with one
/// third-level cache for both threads, 1.5 and 0.6 with two).
bool panels_outdo_blocks(Step const& matrix, BlockStep const& step, Limits const& limits) {
  return shares_one_buffer(step, limits) &&
         matrix.item_bytes() > limits.machine.l2_bytes * limits.threads() &&
         std::min(matrix.rows, matrix.cols) * matrix.chunk_bytes >= min_panel_row &&
         panel_shape(matrix, limits);
}

/// Wide matrices in the threads' second-level caches: the strip of columns is read word by word
/// (Zen 3, 18 x 880 bytes: 11 times a buffer, 18 x 1728 doubles: 2.9 times).
bool blocks_outdo_cut(Step const& matrix, Limits const& limits) {
  return matrix.cols > matrix.rows &&
         matrix.bytes() <= limits.machine.l2_bytes * limits.threads() &&
         static_cast<std::size_t>(matrix.item_bytes()) <= limits.workspace;
}

}  // namespace

bool is_outdone(std::string_view decomposition, BlockStep const& step, Limits const& limits) {
  if (decomposition != "blocks" || !limits.machine.is_host()) return false;
  auto const matrix = as_matrix(step);
  return matrix && (squares_outdo_blocks(*matrix) || panels_outdo_blocks(*matrix, step, limits));
}

bool is_outdone(std::string_view decomposition, Step const& step, Limits const& limits) {
  if (!limits.machine.is_host()) return false;
  if (decomposition == "cut" && blocks_outdo_cut(step, limits)) return true;
  return is_outdone(decomposition, as_blocks(step), limits);
}

bool is_copy_outdone(std::int64_t bytes, int passes, Limits const& limits) {
  return limits.machine.is_host() &&
         (!limits.has_workspace || passes == 1 || bytes <= limits.machine.l3_bytes);
}

}  // namespace isomer::in_place
