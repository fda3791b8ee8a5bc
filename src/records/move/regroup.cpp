// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/move/regroup.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "index/ceil_div.hpp"
#include "machine/host_kernels.hpp"

namespace isomer::records {
namespace {

/// Both sides of a block in which whole columns are cut in runs, each leaf by itself, so that the
/// parts of columns are long enough.
constexpr std::int64_t block_bytes = 16 << 10;
/// Bytes of the longest vectors, which blocks of columns are multiples of.
constexpr std::int64_t vector_bytes = 64;

/// Bytes that a record has on both sides.
std::int64_t both_sides_of_record(PanelLayout const& src, PanelLayout const& dst) {
  return (src.bytes + dst.bytes) / src.height + 1;
}

std::int64_t block_of(PanelLayout const& src, PanelLayout const& dst, std::int64_t turn_bytes) {
  std::int64_t unit = 1;
  std::int64_t longest = 1;
  bool has_rows = false;
  bool has_whole_columns = false;
  for (PanelLayout const* side : {&src, &dst})
    for (LeafRuns const& leaf : side->leaf) {
      if (has_column_kernel(leaf.bytes)) unit = std::max(unit, vector_bytes / leaf.bytes);
      has_rows = has_rows || leaf.run == 1;
      if (leaf.run == side->height) has_whole_columns = true;
      else longest = std::max(longest, leaf.run);
    }
  std::int64_t const bytes = has_whole_columns && !has_rows ? block_bytes : turn_bytes;
  std::int64_t const records = bytes / both_sides_of_record(src, dst);
  std::int64_t const wanted = std::max(unit, records / unit * unit);
  // A block begins with a run and holds whole ones, or lies within one.
  if (wanted >= longest) return wanted / longest * longest;
  return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(wanted)));
}

/// Of `pieces` of a block.
std::size_t pieces_of_turn(std::size_t pieces, std::int64_t turns_of_block) {
  return pieces / static_cast<std::size_t>(turns_of_block) + 1;
}

/// Where segments begin that a group's pieces lie in.
char* segment_of(LeafRuns const& leaf, Segments<char const> side) {
  return const_cast<char*>(side[static_cast<std::size_t>(leaf.segment)]);
}

}  // namespace

Regroup::Regroup(PanelLayout const& src, PanelLayout const& dst, std::int64_t turn_bytes)
    : block_(block_of(src, dst, turn_bytes)),
      steps_(regroup_steps(src, dst, block_)),
      pieces_of_turn_(
          pieces_of_turn(steps_.pieces.size(),
                         detail::ceil_div(block_ * both_sides_of_record(src, dst), turn_bytes))) {}

char* Regroup::place(StepPlace const& at, Segments<char const> side, Block const& block) {
  if (at.from == From::nowhere) return nullptr;
  if (at.from == From::scratch) return block.scratch + at.runs.offset;
  return segment_of(at.runs, side) + at.runs.at(block.begin);
}

tile::PanelColumns Regroup::columns_at(MatrixStep const& matrix, Segments<char const> rows,
                                       Segments<char const> columns, Block const& block,
                                       char** column) {
  for (std::size_t c = 0; c < matrix.column.size(); ++c)
    column[c] = place(matrix.column[c], columns, block);
  LeafRuns const& first = matrix.column.front().runs;
  bool const in_runs =
      matrix.column.front().from == From::side && first.run < block.end - block.begin;
  return {.rows = place(matrix.rows, rows, block),
          .stride = matrix.rows.runs.step,
          .height = block.end - block.begin,
          .word = matrix.word,
          .columns = static_cast<int>(matrix.column.size()),
          .column = column,
          .next_rows = nullptr,
          .next_columns = nullptr,
          .run = in_runs ? first.run * first.bytes : 0,
          .step = in_runs ? first.step : 0};
}

void Regroup::gather(ColumnSteps const& group, Block const& block) {
  char* column[MatrixStep::max_columns];
  auto const& kernels = tile::kernels().columns.gather;
  for (MatrixStep const& matrix : group.matrix) {
    tile::PanelColumns const at = columns_at(matrix, block.src, block.dst, block, column);
    kernels[tile::column_kernel(matrix.word)](at);
  }
  for (Pieces const& runs : group.short_runs)
    runs.move(block.scratch - block.begin * runs.src.bytes, segment_of(runs.dst, block.dst),
              block.begin, block.end);
}

void Regroup::scatter(ColumnSteps const& group, Block const& block) {
  char* column[MatrixStep::max_columns];
  for (Pieces const& runs : group.short_runs)
    runs.move(segment_of(runs.src, block.src), block.scratch - block.begin * runs.dst.bytes,
              block.begin, block.end);
  auto const& kernels = tile::kernels().columns.scatter;
  for (std::size_t k = group.matrix.size(); k > 0; --k) {
    MatrixStep const& matrix = group.matrix[k - 1];
    tile::PanelColumns const at = columns_at(matrix, block.dst, block.src, block, column);
    kernels[tile::column_kernel(matrix.word)](at);
  }
}

void Regroup::move_columns(ColumnSteps const& group, Block const& block) {
  if (group.from_rows) gather(group, block);
  else scatter(group, block);
}

void Regroup::move_pieces(std::size_t first, Block const& block) const {
  std::size_t const end = std::min(steps_.pieces.size(), first + pieces_of_turn_);
  for (std::size_t k = first; k < end; ++k) {
    Pieces const& pieces = steps_.pieces[k];
    pieces.move(segment_of(pieces.src, block.src), segment_of(pieces.dst, block.dst), block.begin,
                block.end);
  }
}

}  // namespace isomer::records
