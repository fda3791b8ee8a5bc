// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>

#include "records/in_place/piece_segments.hpp"
#include "records/move/panel_layout.hpp"

/// Changes between arrangements that both have the values of each leaf side by side, `height`
/// records at a time: separate arrays and tiles that are long enough. Nothing is regrouped; chunks
/// of a tile go straight to where they belong, along paths and cycles, in one pass:
///
///     tiles   [a0][b0][c0] [a1][b1][c1] ..
///     arrays  [a0][a1].. | [b0][b1].. | [c0][c1]..
namespace isomer::records {

struct ChunkCut {
  std::int64_t height;  ///< records of a panel, in which each leaf has a whole number of chunks
  std::int64_t bytes;   ///< of a chunk
};

/// The longest chunks, of which both sides lie on one grid; none if there are none of 256 bytes or
/// more, if either side has bytes that are no leaf's, or if all records are fewer than a panel's.
std::optional<ChunkCut> chunk_cut(RecordProblem const& problem);

/// Their moves, in segments of about `moves`.
PieceMoves chunk_moves(RecordProblem const& problem, ChunkCut const& cut, std::int64_t moves);

}  // namespace isomer::records
