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
  std::vector<Numbered> left;
  for (std::size_t c = 0; c < matrix.column.size(); ++c) {
    list(matrix.column[c], c, left);
    if (matrix.writes_to_side(matrix.column[c])) streams_ |= 1ULL << c;
    if (!matrix.is_halved(c)) continue;
    halved_ |= 1ULL << c;
    if (matrix.writes_to_side(matrix.upper[c])) upper_streams_ |= 1ULL << c;
    list(matrix.upper[c], MatrixStep::max_columns + c, left);
  }
  while (!left.empty()) {
    StepPlace const first = *left.front().place;
    auto const is_alike = [&](Numbered const& column) {
      return column.place->from == first.from && lie_alike(column.place->runs, first.runs);
    };
    for (Numbered const& column : left)
      if (is_alike(column))
        column_.push_back({column.number, column.place->runs.segment, column.place->runs.offset});
    alike_.push_back({first.from, first.runs, column_.size()});
    std::erase_if(left, is_alike);
  }
}

void ColumnCall::list(StepPlace const& place, std::size_t number, std::vector<Numbered>& columns) {
  auto const its = static_cast<std::uint32_t>(number);
  if (place.from == From::nowhere) nowhere_.push_back(its);
  else columns.push_back({&place, its});
}

std::int64_t ColumnCall::longest_part() const {
  Alike const& first = alike_.front();
  bool const have_equal_runs = std::all_of(alike_.begin(), alike_.end(), [&](Alike const& a) {
    return a.from == first.from && a.runs.run == first.runs.run && a.runs.step == first.runs.step;
  });
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if (have_equal_runs) return most;
  for (Alike const& columns : alike_)
    if (columns.from == From::side) most = std::min(most, columns.runs.run);
  return most;
}

void ColumnCall::operator()(BlockPart const& part, bool streams) const {
  Segments<char const> const row_side = gathers_ ? part.src : part.dst;
  Segments<char const> const column_side = gathers_ ? part.dst : part.src;
  std::array<char*, 2 * MatrixStep::max_columns> column;
  for (std::uint32_t const number : nowhere_) column[number] = nullptr;
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
         .run = in_runs ? runs.run * word_ : 0,
         .step = in_runs ? runs.step : 0,
         .halved = halved_,
         .upper = column.data() + MatrixStep::max_columns,
         .streams = streams ? streams_ : 0,
         .upper_streams = streams ? upper_streams_ : 0});
}

}  // namespace isomer::records
