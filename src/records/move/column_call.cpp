// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/move/column_call.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include "machine/host_kernels.hpp"

namespace isomer::records {
namespace {

/// How far behind its first value that one lies which a part begins with; scratch begins with the
/// block.
std::int64_t behind_first(From from, LeafRuns const& runs, BlockPart const& part) {
  std::int64_t const i = from == From::scratch ? part.begin - part.block : part.begin;
  return i < runs.run ? i * runs.bytes : runs.at(i) - runs.offset;
}

char* base(From from, std::int32_t segment, Segments<char const> side, BlockPart const& part) {
  return from == From::scratch ? part.scratch : const_cast<char*>(side[segment]);
}

tile::ColumnKernels::Move kernel_of(MatrixStep const& matrix) {
  auto const& kernels = tile::kernels().columns;
  return (matrix.gathers ? kernels.gather : kernels.scatter)[tile::column_kernel(matrix.word)];
}

}  // namespace

ColumnCall::ColumnCall(MatrixStep const& matrix)
    : move_(kernel_of(matrix)),
      word_(matrix.word),
      gathers_(matrix.gathers),
      rows_(matrix.rows),
      columns_(static_cast<int>(matrix.column.size())) {
  std::vector<bool> is_listed(matrix.column.size());
  for (std::size_t first = 0; first < matrix.column.size(); ++first) {
    StepPlace const& others = matrix.column[first];
    if (is_listed[first] || others.from == From::nowhere) continue;
    for (std::size_t c = first; c < matrix.column.size(); ++c) {
      StepPlace const& at = matrix.column[c];
      if (at.from != others.from || !lie_alike(at.runs, others.runs)) continue;
      is_listed[c] = true;
      column_.push_back({static_cast<std::uint32_t>(c), at.runs.segment, at.runs.offset});
    }
    alike_.push_back({others.from, others.runs, column_.size()});
  }
}

std::int64_t ColumnCall::longest_part() const {
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if (alike_.size() == 1) return most;
  for (Alike const& columns : alike_)
    if (columns.from == From::side) most = std::min(most, columns.runs.run);
  return most;
}

void ColumnCall::operator()(BlockPart const& part) const {
  Segments<char const> const row_side = gathers_ ? part.src : part.dst;
  Segments<char const> const column_side = gathers_ ? part.dst : part.src;
  std::array<char*, MatrixStep::max_columns> column;
  // Of two columns one may be nowhere.
  column[0] = column[1] = nullptr;
  Column const* next = column_.data();
  for (Alike const& alike : alike_) {
    std::int64_t const above = behind_first(alike.from, alike.runs, part);
    for (Column const* const end = column_.data() + alike.end; next != end; ++next)
      column[next->number] =
          base(alike.from, next->segment, column_side, part) + next->offset + above;
  }
  LeafRuns const& rows = rows_.runs;
  LeafRuns const& runs = alike_.front().runs;
  bool const in_runs = alike_.front().from == From::side && runs.run < part.records();
  move_({.rows = base(rows_.from, rows.segment, row_side, part) + rows.offset +
                 behind_first(rows_.from, rows, part),
         .stride = rows.step,
         .height = part.records(),
         .word = word_,
         .columns = columns_,
         .column = column.data(),
         .next_rows = nullptr,
         .next_columns = nullptr,
         .run = in_runs ? runs.run * runs.bytes : 0,
         .step = in_runs ? runs.step : 0});
}

}  // namespace isomer::records
