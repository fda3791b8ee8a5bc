// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "records/move/panel_layout.hpp"
#include "records/move/pieces.hpp"

/// How the records of a panel get from one layout to another, block by block.
///
/// Leaves of one size that lie side by side in records (runs of one value) and in runs of many on
/// the other side are a matrix: rows to columns, by the kernels that panels of matrices have. Where
/// small leaves share words of 8 bytes, the words are columns, of which kernels take the halves
/// apart; what is smaller yet waits in scratch and is halved until each leaf is by itself:
///
///      record   a a a a a a a a|b b b b c c c c|d d e . . . . .     three columns of words
///                              |b b b b|c c c c|                    the second: two of 4 bytes
///                                              |d d e .|            the third: one of 4 bytes,
///                                              |d d|e .|            two of 2,
///                                                  |e|              one of 1
///
/// Runs shorter than a lane of a vector go through scratch, too. Where both sides have runs of as
/// many values, or one side multiples of the other's, bytes are copied as they lie.
namespace isomer::records {

enum class From { nowhere, side, scratch };

/// Values of a side, or in scratch, where they count from the beginning of the block.
struct StepPlace {
  LeafRuns runs{};
  From from = From::nowhere;
};

/// Rows, and the columns that their words become or come from. What becomes of one of two columns
/// that fill their rows may be nowhere, as of a half.
struct MatrixStep {
  static constexpr std::size_t max_columns = 64;

  bool gathers;  ///< the rows are read
  std::int64_t word;
  StepPlace rows;  ///< the first column's
  std::vector<StepPlace> column;
  /// Second halves of the words of 8 bytes whose first halves are `column`; empty if there are
  /// none.
  std::vector<StepPlace> upper;

  /// Whether what goes by way of a column is written to a side, and not to scratch.
  bool writes_to_side(StepPlace const& through) const {
    return (gathers ? through.from : rows.from) == From::side;
  }
  bool is_halved(std::size_t c) const {
    return !upper.empty() && (upper[c].from != From::nowhere ||
                              (column[c].from != From::nowhere && column[c].runs.bytes < word));
  }
};

struct PieceStep {
  Pieces pieces;
  From src = From::side;
  From dst = From::side;
};

struct RegroupStep {
  std::variant<MatrixStep, PieceStep> moves;
  std::int64_t bytes;  ///< of a record, read and written
};

/// From records of the source to columns of the destination: the matrices, then the runs from
/// scratch. From columns to records: the runs to scratch, then the matrices, the last one first.
/// Then the other pieces.
struct RegroupSteps {
  std::vector<RegroupStep> steps;
  std::int64_t scratch_bytes = 0;
};

/// Leaves of these sizes are columns.
bool has_column_kernel(std::int64_t bytes);

/// For blocks of `block` records at most, each a whole number of runs, or a part of one. Pieces of
/// about `step_bytes`, both sides, are a step.
RegroupSteps regroup_steps(PanelLayout const& src, PanelLayout const& dst, std::int64_t block,
                           std::int64_t step_bytes);

}  // namespace isomer::records
