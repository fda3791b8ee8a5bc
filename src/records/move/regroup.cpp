// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/move/regroup.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>
#include <variant>

#include "tile/host/columns.hpp"
#include "tile/host/job.hpp"

namespace isomer::records {
namespace {

/// Both sides of what a step moves at once: a call takes as long as some hundred bytes.
constexpr std::int64_t part_bytes = 8 << 10;
/// Bytes of the longest vectors.
constexpr std::int64_t vector_bytes = 64;

/// Bytes that a record has on both sides.
std::int64_t both_sides_of_record(PanelLayout const& src, PanelLayout const& dst) {
  return std::max<std::int64_t>(1, (src.bytes + dst.bytes) / src.height);
}

/// Whether one matrix of words that vectors hold few of is all, in runs that are stored by halves
/// of vectors at least.
bool columns_suffice(RegroupSteps const& made) {
  auto const* const matrix = std::get_if<MatrixStep>(&made.steps.front().moves);
  if (matrix == nullptr || made.steps.size() > 1 || matrix->word < 4) return false;
  LeafRuns const& runs = matrix->column.front().runs;
  return runs.run * runs.bytes >= vector_bytes / 2;
}

bool is_whole_lines(std::int64_t bytes) { return bytes % tile::line_bytes == 0; }

/// Whether its segments begin and end with lines where the first panel does.
bool has_whole_lines(PanelLayout const& panel) {
  return std::all_of(panel.segment.begin(), panel.segment.end(), [](PanelSegment const& segment) {
    return is_whole_lines(segment.begin) && is_whole_lines(segment.bytes);
  });
}

/// Whether vectors of a column are in one piece, and for a destination whole lines.
bool has_whole_vectors(StepPlace const& column, std::int64_t height, bool are_lines) {
  LeafRuns const& runs = column.runs;
  if (column.from != From::side) return false;
  if (are_lines && !is_whole_lines(runs.offset)) return false;
  return runs.run >= height ||
         (is_whole_lines(runs.run * runs.bytes) && (!are_lines || is_whole_lines(runs.step)));
}

/// Whether kernels store whole lines only where a matrix is all there is: columns, none of them
/// twice, or rows that follow each other without gaps.
bool stores_lines(MatrixStep const& matrix, std::int64_t height) {
  auto const columns = static_cast<std::int64_t>(matrix.column.size());
  std::int64_t const row_bytes = columns * matrix.word;
  bool const are_packed = matrix.rows.runs.step == row_bytes && columns > 1 && matrix.word <= 8;
  if (matrix.gathers) {
    // More columns at once are more lines than memory takes in turn.
    constexpr std::int64_t most_columns = 16;
    if (columns > most_columns) return false;
    if (!(are_packed && columns <= tile::max_gathered_packed) && row_bytes % 16 != 0) return false;
  } else {
    if (!is_whole_lines(matrix.rows.runs.offset) || matrix.rows.runs.step != row_bytes)
      return false;
    if (!is_whole_lines(row_bytes) && !(are_packed && columns <= tile::max_scattered_packed))
      return false;
  }
  for (std::size_t c = 0; c < matrix.column.size(); ++c) {
    if (!has_whole_vectors(matrix.column[c], height, matrix.gathers)) return false;
    if (matrix.is_halved(c) && !has_whole_vectors(matrix.upper[c], height, matrix.gathers))
      return false;
  }
  return true;
}
bool stores_lines(RegroupSteps const& made, std::int64_t height) {
  auto const* const matrix = std::get_if<MatrixStep>(&made.steps.front().moves);
  return matrix != nullptr && made.steps.size() == 1 && matrix->word >= 4 &&
         stores_lines(*matrix, height);
}

void move_pieces(PieceStep const& step, BlockPart const& part) {
  Pieces const& pieces = step.pieces;
  auto const at = [&](From from, Pieces::Origin const& origin, Segments<char const> side) {
    if (from == From::side) return const_cast<char*>(side[origin.segment]) + origin.offset;
    // Scratch begins with the block.
    return part.scratch + origin.offset - part.block * pieces.src.bytes;
  };
  Pieces::Places places;
  for (std::size_t k = 0; k < pieces.leaf.size(); ++k) {
    places.src[k] = at(step.src, pieces.leaf[k].src, part.src);
    places.dst[k] = at(step.dst, pieces.leaf[k].dst, part.dst);
  }
  pieces.move(places, part.begin, part.end);
}

}  // namespace

Regroup::Unit::Unit(PanelLayout const& src, PanelLayout const& dst) {
  for (PanelLayout const* side : {&src, &dst})
    for (LeafRuns const& leaf : side->leaf) {
      if (has_column_kernel(leaf.bytes)) vector = std::max(vector, vector_bytes / leaf.bytes);
      if (leaf.run < side->height) longest_run = std::max(longest_run, leaf.run);
    }
}

std::int64_t Regroup::Unit::fit(std::int64_t wanted) const {
  std::int64_t const records = std::max(vector, wanted / vector * vector);
  if (records >= longest_run) return records / longest_run * longest_run;
  return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(records)));
}

Regroup::Regroup(PanelLayout const& src, PanelLayout const& dst, RegroupSizes const& sizes,
                 bool permutes_bytes)
    : turn_bytes_(sizes.turn),
      height_(src.height),
      unit_(src, dst),
      block_(std::min(src.height, unit_.fit(sizes.block / both_sides_of_record(src, dst)))) {
  RegroupSteps const made = regroup_steps(src, dst, block_, part_bytes);
  scratch_bytes_ = made.scratch_bytes;
  for (RegroupStep const& step : made.steps) {
    record_bytes_ += step.bytes;
    calls_.push_back(call_of(step));
  }
  if (permutes_bytes && !columns_suffice(made)) permuted_ = PermutedBlocks::between(src, dst);
  can_stream_ = has_whole_lines(dst) &&
                (permuted_ ? permuted_->fills_lines() : stores_lines(made, src.height));
  if (!permuted_) return;
  std::int64_t const blocks = part_bytes / both_sides_of_record(src, dst) / permuted_->records();
  permuted_part_ = std::max<std::int64_t>(1, blocks) * permuted_->records();
}

Regroup::Call Regroup::call_of(RegroupStep const& step) const {
  std::int64_t const part = unit_.fit(part_bytes / step.bytes);
  auto const* const matrix = std::get_if<MatrixStep>(&step.moves);
  if (matrix == nullptr) return {std::get<PieceStep>(step.moves), step.bytes, part};
  ColumnCall call(*matrix);
  std::int64_t const longest = call.longest_part();
  return {std::move(call), step.bytes, std::min(part, longest)};
}

void Regroup::Call::operator()(BlockPart const& records, bool streams) const {
  if (auto const* columns = std::get_if<ColumnCall>(&moves)) (*columns)(records, streams);
  else move_pieces(std::get<PieceStep>(moves), records);
}

}  // namespace isomer::records
