// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <tuple>

#include "problem/permutation.hpp"

namespace isomer::in_place {

/// A batched transposition in place, the unit that every decomposition works on. Each of `batch`
/// items, one behind the other, is a row-major matrix of `rows` x `middle` x `cols` chunks and
/// becomes `cols` x `middle` x `rows`:
///
///     [batch][rows][middle][cols][chunk]  ->  [batch][cols][middle][rows][chunk]
///
/// Most decompositions want a matrix, with a `middle` of 1.
struct Step {
  std::int64_t batch = 1;
  std::int64_t rows = 1;
  std::int64_t middle = 1;
  std::int64_t cols = 1;
  std::int64_t chunk_bytes = 1;
  /// Bytes from row to row and from item to item where gaps lie between them; 0 where none do. Only
  /// `square` takes steps with gaps.
  std::int64_t row_pitch = 0;
  std::int64_t item_pitch = 0;

  std::int64_t item_chunks() const { return rows * middle * cols; }
  std::int64_t item_bytes() const { return item_chunks() * chunk_bytes; }
  std::int64_t bytes() const { return batch * item_bytes(); }
  std::int64_t row_step() const { return row_pitch != 0 ? row_pitch : middle * cols * chunk_bytes; }
  std::int64_t item_step() const { return item_pitch != 0 ? item_pitch : item_bytes(); }
  bool is_matrix() const { return middle == 1; }

  friend bool operator==(Step const&, Step const&) = default;
  friend bool operator<(Step const& a, Step const& b) {
    auto const all = [](Step const& s) {
      return std::tie(s.batch, s.rows, s.middle, s.cols, s.chunk_bytes, s.row_pitch, s.item_pitch);
    };
    return all(a) < all(b);
  }
};

/// `batch` blocks one behind the other, each permuted within itself.
struct BlockStep {
  std::int64_t batch = 1;
  FusedAxes block{};

  std::int64_t bytes() const { return batch * block.bytes(); }

  friend bool operator<(BlockStep const& a, BlockStep const& b) {
    return std::tie(a.batch, a.block) < std::tie(b.batch, b.block);
  }
};

/// The matrix that each block is, if it is one.
std::optional<Step> as_matrix(BlockStep const& step);

}  // namespace isomer::in_place
