// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/block_cuts.hpp"

#include <algorithm>

namespace isomer::detail {

using tile::Offset;

Offset step_of(std::vector<Offset> const& offsets, int first, int count) {
  if (count < 2) return 0;
  auto const begin = offsets.begin() + first;
  Offset const step = begin[1] - begin[0];
  for (int k = 2; k < count; ++k)
    if (begin[k] - begin[k - 1] != step) return 0;
  return step;
}

BlockCuts::BlockCuts(TileRoles const& roles, int rows, int most_rows, int word, int step_bytes)
    : roles_(roles),
      most_rows_(most_rows),
      word_(word),
      step_bytes_(step_bytes),
      height_(std::min(roles.from_records ? words_of_record(roles.columns) : most_rows, rows)) {}

/// The last rows reach back to be as many as the others: moving twice is harmless.
std::vector<BlockPart> BlockCuts::of_rows(std::vector<Offset> const& row_src) const {
  std::vector<BlockPart> parts;
  auto const rows = static_cast<int>(row_src.size());
  for (int r = 0; r < rows; r += height_) {
    int const first = roles_.from_records ? r : std::min(r, rows - height_);
    int const count = std::min(height_, rows - first);
    parts.push_back({first, count, step_of(row_src, first, count)});
  }
  return parts;
}

std::vector<BlockPart> BlockCuts::of_columns(std::vector<Offset> const& col_out) const {
  std::vector<BlockPart> parts;
  auto const cols = static_cast<int>(col_out.size());
  for (int c = 0; c < cols;) {
    int const first = column_start(c, cols);
    int const count = columns_from(col_out, first);
    parts.push_back({first, count, step_of(col_out, first, count)});
    c = first + count;
  }
  return parts;
}

/// Words, in whole vectors, of each of the rows or columns that make records, for a step.
int BlockCuts::words_of_record(std::int64_t record) const {
  auto const most = static_cast<int>(step_bytes_ / (record * word_));
  return most / most_rows_ * most_rows_;
}

int BlockCuts::line_words() const { return std::max(1, tile::line_bytes / word_); }

/// Where the block of columns from `c` on starts: the last reaches back to have half a line, or a
/// whole one where there are less rows than a vector has words, which spares it the masks.
int BlockCuts::column_start(int c, int cols) const {
  if (roles_.to_records) return c;
  int const least = height_ < most_rows_ ? line_words() : line_words() / 2;
  return cols - c < least && cols >= least ? cols - least : c;
}

/// Columns of the block that starts with `first`: a line, or several while their distances in the
/// output stay the same.
int BlockCuts::columns_from(std::vector<Offset> const& col_out, int first) const {
  int const line = line_words();
  int const left = static_cast<int>(col_out.size()) - first;
  if (roles_.to_records) return std::min(left, words_of_record(roles_.rows));
  if (left <= line) return left;
  Offset const step = height_ < most_rows_ ? 0 : step_of(col_out, first, line);
  if (step == 0) return line;
  int const most = std::min(left, step_bytes_ / (most_rows_ * word_));
  auto const offset = col_out.begin() + first;
  int count = line;
  while (count < most && offset[count] - offset[count - 1] == step) ++count;
  return count == left ? count : count / line * line;
}

}  // namespace isomer::detail
