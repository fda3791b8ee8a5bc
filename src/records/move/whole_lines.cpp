// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/move/whole_lines.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "tile/host/columns.hpp"
#include "tile/host/job.hpp"

namespace isomer::records {
namespace {

bool is_whole_lines(std::int64_t bytes) { return bytes % tile::line_bytes == 0; }

/// Whether vectors of a column are in one piece. Where all leaves of a tile are such, each begins
/// with a line.
bool has_whole_vectors(StepPlace const& column, std::int64_t height) {
  LeafRuns const& runs = column.runs;
  return column.from != From::side || runs.run >= height || is_whole_lines(runs.run * runs.bytes);
}

bool has_halves(MatrixStep const& matrix) {
  for (std::size_t c = 0; c < matrix.column.size(); ++c)
    if (matrix.is_halved(c)) return true;
  return false;
}

/// Whether test(place) holds for all columns and what is halved of them.
template <class Test>
bool all_columns(MatrixStep const& matrix, Test const& test) {
  return std::all_of(matrix.column.begin(), matrix.column.end(), test) &&
         std::all_of(matrix.upper.begin(), matrix.upper.end(), test);
}

/// Whether kernels take the rows as the vectors that they fill, if those are no more than `most`.
bool are_packed(MatrixStep const& matrix, int most) {
  auto const columns = static_cast<std::int64_t>(matrix.column.size());
  return matrix.rows.runs.step == columns * matrix.word && columns > 1 && columns <= most &&
         matrix.word <= 8;
}

bool may_stream_columns(MatrixStep const& matrix, bool joins_vectors) {
  // More columns at once are more lines than memory takes in turn.
  constexpr std::size_t most_columns = 16;
  if (matrix.column.size() > most_columns) return false;
  if (matrix.word < 4) return are_packed(matrix, 2);
  return joins_vectors || !has_halves(matrix) || are_packed(matrix, tile::max_gathered_packed);
}

static_assert(MatrixStep::max_columns <= tile::max_streamed_columns);

bool rows_are_lines(MatrixStep const& matrix, bool joins_vectors) {
  LeafRuns const& rows = matrix.rows.runs;
  std::int64_t const row_bytes = static_cast<std::int64_t>(matrix.column.size()) * matrix.word;
  if (matrix.word < 4 || rows.step != row_bytes || !is_whole_lines(rows.offset)) return false;
  return joins_vectors || is_whole_lines(row_bytes) ||
         are_packed(matrix, tile::max_scattered_packed);
}

}  // namespace

bool has_whole_lines(PanelLayout const& panel) {
  return std::all_of(panel.segment.begin(), panel.segment.end(), [](PanelSegment const& segment) {
    return is_whole_lines(segment.begin) && is_whole_lines(segment.bytes);
  });
}

bool stores_lines(MatrixStep const& matrix, std::int64_t height, std::int64_t vector_bytes) {
  if (all_columns(matrix, [&](StepPlace const& c) { return !matrix.writes_to_side(c); }))
    return true;
  bool const joins_vectors = vector_bytes < tile::line_bytes;
  if (2 * vector_bytes < tile::line_bytes) return false;
  return (matrix.gathers ? may_stream_columns : rows_are_lines)(matrix, joins_vectors) &&
         all_columns(matrix, [&](StepPlace const& c) { return has_whole_vectors(c, height); });
}

bool stores_lines(PieceStep const& step, std::int64_t unit, std::int64_t height) {
  if (step.dst == From::scratch) return true;
  for (LeafRuns const* side : {&step.pieces.src, &step.pieces.dst})
    if (side->run < height) unit = std::gcd(unit, side->run);
  return is_whole_lines(unit * step.pieces.dst.bytes);
}

}  // namespace isomer::records
