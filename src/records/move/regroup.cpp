// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/move/regroup.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>
#include <utility>
#include <variant>

#include "machine/host_kernels.hpp"

namespace isomer::records {
namespace {

/// Both sides of a block: they fit the first-level cache together with scratch.
constexpr std::int64_t block_bytes = 16 << 10;
/// Both sides of what a step moves at once: a call takes as long as some hundred bytes.
constexpr std::int64_t part_bytes = 8 << 10;
/// Bytes of the longest vectors.
constexpr std::int64_t vector_bytes = 64;

/// Bytes that a record has on both sides.
std::int64_t both_sides_of_record(PanelLayout const& src, PanelLayout const& dst) {
  return std::max<std::int64_t>(1, (src.bytes + dst.bytes) / src.height);
}

/// Where a segment begins.
char* segment(std::int32_t number, Segments<char const> side) {
  return const_cast<char*>(side[static_cast<std::size_t>(number)]);
}

/// The most records of a part. Kernels know one kind of runs: where columns differ, some of them in
/// scratch, a part lies within a run of each.
std::int64_t longest_part(RegroupStep const& step) {
  auto const* const matrix = std::get_if<MatrixStep>(&step.moves);
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if (matrix == nullptr || matrix->is_even) return most;
  for (StepPlace const& at : matrix->column)
    if (at.from == From::side) most = std::min(most, at.runs.run);
  return most;
}

/// Whether one matrix of words that vectors hold few of is all, in runs that are stored by halves
/// of vectors at least.
bool columns_suffice(RegroupSteps const& made) {
  auto const* const matrix = std::get_if<MatrixStep>(&made.steps.front().moves);
  if (matrix == nullptr || made.steps.size() > 1 || matrix->word < 4) return false;
  LeafRuns const& runs = matrix->column.front().runs;
  return runs.run * runs.bytes >= vector_bytes / 2;
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

Regroup::Regroup(PanelLayout const& src, PanelLayout const& dst, std::int64_t turn_bytes,
                 bool permutes_bytes)
    : turn_bytes_(turn_bytes),
      unit_(src, dst),
      block_(std::min(src.height, unit_.fit(block_bytes / both_sides_of_record(src, dst)))),
      steps_(regroup_steps(src, dst, block_, part_bytes)) {
  for (RegroupStep& step : steps_.steps) {
    record_bytes_ += step.bytes;
    step.part = std::min(unit_.fit(part_bytes / step.bytes), longest_part(step));
  }
  if (permutes_bytes && !columns_suffice(steps_)) permuted_ = PermutedBlocks::between(src, dst);
  if (!permuted_) return;
  std::int64_t const blocks = part_bytes / both_sides_of_record(src, dst) / permuted_->records();
  permuted_part_ = std::max<std::int64_t>(1, blocks) * permuted_->records();
}

char* Regroup::place(StepPlace const& at, Segments<char const> side, Part const& part) {
  if (at.from == From::nowhere) return nullptr;
  if (at.from == From::scratch) return part.scratch + at.runs.at(part.begin - part.block);
  return segment(at.runs.segment, side) + at.runs.at(part.begin);
}

tile::PanelColumns Regroup::columns_at(MatrixStep const& matrix, Part const& part, char** column) {
  Segments<char const> const rows = matrix.gathers ? part.src : part.dst;
  Segments<char const> const columns = matrix.gathers ? part.dst : part.src;
  StepPlace const& first = matrix.column.front();
  if (matrix.is_even) {
    std::int64_t const above = first.runs.at(part.begin) - first.runs.offset;
    for (std::size_t c = 0; c < matrix.column.size(); ++c)
      column[c] =
          segment(matrix.column[c].runs.segment, columns) + matrix.column[c].runs.offset + above;
  } else {
    for (std::size_t c = 0; c < matrix.column.size(); ++c)
      column[c] = place(matrix.column[c], columns, part);
  }
  bool const in_runs = first.from == From::side && first.runs.run < part.end - part.begin;
  return {.rows = place(matrix.rows, rows, part),
          .stride = matrix.rows.runs.step,
          .height = part.end - part.begin,
          .word = matrix.word,
          .columns = static_cast<int>(matrix.column.size()),
          .column = column,
          .next_rows = nullptr,
          .next_columns = nullptr,
          .run = in_runs ? first.runs.run * first.runs.bytes : 0,
          .step = in_runs ? first.runs.step : 0};
}

void Regroup::move(RegroupStep const& step, Part const& part) {
  if (auto const* matrix = std::get_if<MatrixStep>(&step.moves)) move_columns(*matrix, part);
  else move_pieces(std::get<PieceStep>(step.moves), part);
}

void Regroup::move_columns(MatrixStep const& matrix, Part const& part) {
  char* column[MatrixStep::max_columns];
  tile::PanelColumns const at = columns_at(matrix, part, column);
  auto const& kernels = tile::kernels().columns;
  auto const& move = matrix.gathers ? kernels.gather : kernels.scatter;
  move[tile::column_kernel(matrix.word)](at);
}

void Regroup::move_pieces(PieceStep const& step, Part const& part) {
  Pieces const& pieces = step.pieces;
  auto const at = [&](From from, Pieces::Origin const& origin, Segments<char const> side) {
    if (from == From::side) return segment(origin.segment, side) + origin.offset;
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

}  // namespace isomer::records
