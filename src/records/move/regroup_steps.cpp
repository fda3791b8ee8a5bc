// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/move/regroup_steps.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <numeric>
#include <utility>

#include "tile/host/columns.hpp"

namespace isomer::records {
namespace {

/// Words that several leaves share.
constexpr std::int64_t shared_word = 8;
/// Leaves of one size side by side fill a lane of a vector, or share words.
constexpr std::int64_t lane_bytes = 16;
/// Of rows that vectors hold one behind the other (tile/host/packed_rows.inl).
constexpr std::size_t packed_words = 7;

/// Numbers of all leaves, as they lie one behind the other.
std::vector<std::size_t> in_order(PanelLayout const& panel) {
  std::vector<std::size_t> order(panel.leaf.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    LeafRuns const& x = panel.leaf[a];
    LeafRuns const& y = panel.leaf[b];
    return x.segment != y.segment ? x.segment < y.segment : x.offset < y.offset;
  });
  return order;
}

/// Whether b's values follow a's in each of their runs.
bool follows(LeafRuns const& a, LeafRuns const& b) {
  return a.segment == b.segment && a.run == b.run && b.offset == a.offset + a.run * a.bytes;
}

bool are_alike(LeafRuns const& a, LeafRuns const& b) {
  return a.segment == b.segment && a.run == b.run && a.step == b.step && a.bytes == b.bytes;
}

/// A column of scratch, as long as a block, or rows there.
LeafRuns scratch_column(std::int64_t at, std::int64_t bytes) {
  constexpr std::int64_t endless = std::int64_t{1} << 40;
  return {0, at, endless, 0, bytes};
}
LeafRuns scratch_rows(std::int64_t at, std::int64_t bytes) { return {0, at, 1, bytes, bytes}; }

/// Finds the matrices and the pieces.
class Builder {
 public:
  Builder(PanelLayout const& src, PanelLayout const& dst, std::int64_t block)
      : src_(src), dst_(dst), block_(block), done_(src.leaf.size(), false) {}

  RegroupSteps build() {
    add_columns(src_, dst_, true);
    add_columns(dst_, src_, false);
    add_pieces();
    return std::move(steps_);
  }

 private:
  using Leaves = std::vector<std::size_t>;

  struct Sides {
    PanelLayout const& rows;
    PanelLayout const& columns;
  };
  /// A word of records, in which each of some leaves has a half, a quarter or an eighth.
  struct SharedWord {
    LeafRuns rows;
    Leaves leaves;
  };

  /// Scratch for a value of each record of a block.
  std::int64_t take_scratch(std::int64_t bytes) {
    return std::exchange(steps_.scratch_bytes, steps_.scratch_bytes + in_lines(block_ * bytes));
  }

  void add_columns(PanelLayout const& rows, PanelLayout const& columns, bool from_rows) {
    Sides const sides{rows, columns};
    ColumnSteps made{.from_rows = from_rows, .matrix = {}, .short_runs = {}};
    for (auto const& words : words_in_columns(sides)) add_words(sides, words, made);
    for (Leaves const& group : by_size(sides)) add_group(sides, group, made);
    if (!made.matrix.empty()) steps_.columns.push_back(std::move(made));
  }

  /// Shared words of whole records that kernels take as they lie, where there are any; else of
  /// leaves that do not fill a lane, or a record, with others of their size.
  std::vector<std::vector<SharedWord>> words_in_columns(Sides const& sides) const {
    auto const groups = by_size(sides);
    std::vector<bool> is_wide(sides.rows.leaf.size(), false);
    if (groups.size() > 1) {
      auto words = shared_words(sides, is_wide);
      if (words.size() == 1 && fill_records(words.front())) return words;
    }
    for (Leaves const& group : groups) {
      LeafRuns const& first = sides.rows.leaf[group.front()];
      std::int64_t const bytes = static_cast<std::int64_t>(group.size()) * first.bytes;
      if (bytes < lane_bytes && bytes < first.step) continue;
      for (std::size_t const k : group) is_wide[k] = true;
    }
    return shared_words(sides, is_wide);
  }

  static bool fill_records(std::vector<SharedWord> const& words) {
    return words.size() <= packed_words &&
           static_cast<std::int64_t>(words.size()) * shared_word == words.front().rows.step;
  }

  bool may_be_column(Sides const& sides, std::size_t k) const {
    return sides.rows.leaf[k].run == 1 && sides.columns.leaf[k].run > 1 &&
           has_column_kernel(sides.rows.leaf[k].bytes) && !done_[k];
  }

  /// Leaves of one size that are neighbours in records, and have runs that are alike.
  std::vector<Leaves> by_size(Sides const& sides) const {
    std::vector<Leaves> groups;
    auto const& rows = sides.rows.leaf;
    auto const& columns = sides.columns.leaf;
    for (std::size_t const k : in_order(sides.rows)) {
      if (!may_be_column(sides, k)) continue;
      bool joins = !groups.empty() && groups.back().size() < MatrixStep::max_columns;
      if (joins) {
        std::size_t const last = groups.back().back();
        joins = rows[k].bytes == rows[last].bytes && follows(rows[last], rows[k]) &&
                columns[k].run == columns[last].run && columns[k].step == columns[last].step;
      }
      if (!joins) groups.emplace_back();
      groups.back().push_back(k);
    }
    return groups;
  }

  void add_group(Sides const& sides, Leaves const& leaves, ColumnSteps& made) {
    MatrixStep matrix{
        sides.rows.leaf[leaves.front()].bytes, {sides.rows.leaf[leaves.front()], From::side}, {}};
    bool const by_scratch = !has_column_runs(sides.columns, sides.columns.leaf[leaves.front()]);
    for (std::size_t const k : leaves) {
      done_[k] = true;
      LeafRuns const& column = sides.columns.leaf[k];
      matrix.column.push_back({column, From::side});
      if (!by_scratch) continue;
      LeafRuns const scratch = scratch_column(take_scratch(column.bytes), column.bytes);
      matrix.column.back() = {scratch, From::scratch};
      made.short_runs.push_back(made.from_rows ? Pieces{scratch, column} : Pieces{column, scratch});
    }
    made.matrix.push_back(std::move(matrix));
  }

  /// Whether the column kernels take its runs as they lie; others go through scratch.
  static bool has_column_runs(PanelLayout const& panel, LeafRuns const& leaf) {
    std::int64_t const bytes = leaf.run * leaf.bytes;
    return leaf.run == panel.height || (bytes >= tile::min_column_run &&
                                        std::has_single_bit(static_cast<std::uint64_t>(bytes)));
  }

  /// Those whose leaves a block has in one piece each, side by side as they lie in records.
  std::vector<std::vector<SharedWord>> shared_words(Sides const& sides,
                                                    std::vector<bool> const& is_wide) const {
    std::vector<std::vector<SharedWord>> words;
    auto const& rows = sides.rows.leaf;
    std::vector<std::size_t> const order = in_order(sides.rows);
    std::int64_t end_of_last = 0;  // where the leaves before end
    for (std::size_t first = 0; first < order.size();) {
      LeafRuns const& leaf = rows[order[first]];
      std::int64_t const begin = leaf.offset / shared_word * shared_word;
      if (first == 0 || rows[order[first - 1]].segment != leaf.segment) end_of_last = 0;
      bool is_good = end_of_last <= begin && begin + shared_word <= leaf.step;
      SharedWord word{{leaf.segment, begin, 1, leaf.step, shared_word}, {}};
      std::size_t k = first;
      for (; k < order.size() && rows[order[k]].segment == leaf.segment &&
             rows[order[k]].offset < begin + shared_word;
           ++k) {
        is_good = is_good && !is_wide[order[k]] && may_share(sides, order[k]);
        end_of_last = std::max(end_of_last, rows[order[k]].offset + rows[order[k]].bytes);
        word.leaves.push_back(order[k]);
      }
      first = k;
      if (!is_good) continue;
      bool const joins = !words.empty() && words.back().size() < MatrixStep::max_columns &&
                         follows(words.back().back().rows, word.rows);
      if (!joins) words.emplace_back();
      words.back().push_back(std::move(word));
    }
    return words;
  }
  bool may_share(Sides const& sides, std::size_t k) const {
    LeafRuns const& row = sides.rows.leaf[k];
    return may_be_column(sides, k) && row.bytes <= shared_word && row.offset % row.bytes == 0 &&
           sides.columns.leaf[k].run >= block_;
  }

  void add_words(Sides const& sides, std::vector<SharedWord> const& words, ColumnSteps& made) {
    // Records of one word are columns of words as they are.
    if (words.front().rows.step == shared_word)
      return halve(sides, {words.front().rows, From::side}, words.front().leaves, made);
    MatrixStep matrix{shared_word, {words.front().rows, From::side}, {}};
    std::vector<std::pair<StepPlace, Leaves const*>> shared;
    for (SharedWord const& word : words) {
      bool const is_shared = needs_halves(sides, word.leaves, shared_word);
      matrix.column.push_back(column_of(sides, word.leaves, shared_word));
      if (is_shared) shared.emplace_back(rows_of(matrix.column.back(), shared_word), &word.leaves);
    }
    made.matrix.push_back(std::move(matrix));
    for (auto const& [rows, leaves] : shared) halve(sides, rows, *leaves, made);
  }

  /// Whether the leaves are less than these bytes of a word.
  static bool needs_halves(Sides const& sides, Leaves const& leaves, std::int64_t bytes) {
    return sides.rows.leaf[leaves.front()].bytes != bytes;
  }
  /// Where `bytes` of a word go: to the leaf that they are, or to scratch.
  StepPlace column_of(Sides const& sides, Leaves const& leaves, std::int64_t bytes) {
    if (needs_halves(sides, leaves, bytes))
      return {scratch_column(take_scratch(bytes), bytes), From::scratch};
    done_[leaves.front()] = true;
    return {sides.columns.leaf[leaves.front()], From::side};
  }
  static StepPlace rows_of(StepPlace const& column, std::int64_t bytes) {
    return {scratch_rows(column.runs.offset, bytes), From::scratch};
  }

  /// Rows of one word, of which each half goes its way.
  void halve(Sides const& sides, StepPlace const& rows, Leaves const& leaves, ColumnSteps& made) {
    std::int64_t const half = rows.runs.step / 2;
    auto const is_low = [&](std::size_t k) { return (sides.rows.leaf[k].offset & half) == 0; };
    Leaves part[2];
    for (std::size_t const k : leaves) part[is_low(k) ? 0 : 1].push_back(k);
    MatrixStep matrix{half, rows, {}};
    std::vector<std::pair<StepPlace, Leaves const*>> shared;
    for (Leaves const& those : part) {
      matrix.column.push_back(those.empty() ? StepPlace{} : column_of(sides, those, half));
      if (!those.empty() && needs_halves(sides, those, half))
        shared.emplace_back(rows_of(matrix.column.back(), half), &those);
    }
    // The other half is lost: it is not read, and written with something.
    if (!made.from_rows)
      for (int c = 0; c < 2; ++c)
        if (part[c].empty()) matrix.column[c] = matrix.column[1 - c];
    made.matrix.push_back(std::move(matrix));
    for (auto const& [its_rows, those] : shared) halve(sides, its_rows, *those, made);
  }

  void add_pieces() {
    std::size_t last = 0;
    for (std::size_t const k : in_order(src_)) {
      if (done_[k]) continue;
      if (steps_.pieces.empty() || !joins(steps_.pieces.back(), last, k))
        steps_.pieces.push_back({src_.leaf[k], dst_.leaf[k]});
      last = k;
    }
  }
  /// Whether leaf k is a part of the pieces that leaf `last` belongs to.
  bool joins(Pieces& pieces, std::size_t last, std::size_t k) const {
    LeafRuns const& src = src_.leaf[k];
    LeafRuns const& dst = dst_.leaf[k];
    // Values that are neighbours in the records of both sides are one piece.
    if (pieces.leaves == 1 && src.run == 1 && dst.run == 1 && follows(src_.leaf[last], src) &&
        follows(dst_.leaf[last], dst)) {
      pieces.src.bytes += src.bytes;
      pieces.dst.bytes += dst.bytes;
      return true;
    }
    bool const is_alone = pieces.src.bytes == src.bytes;
    if (!is_alone || !are_alike(src_.leaf[last], src) || !are_alike(dst_.leaf[last], dst))
      return false;
    std::int64_t const src_apart = src.offset - src_.leaf[last].offset;
    std::int64_t const dst_apart = dst.offset - dst_.leaf[last].offset;
    if (pieces.leaves > 1 && (src_apart != pieces.src_apart || dst_apart != pieces.dst_apart))
      return false;
    ++pieces.leaves;
    pieces.src_apart = src_apart;
    pieces.dst_apart = dst_apart;
    return true;
  }

  PanelLayout const& src_;
  PanelLayout const& dst_;
  std::int64_t block_;
  std::vector<bool> done_;  ///< leaves
  RegroupSteps steps_;
};

}  // namespace

bool has_column_kernel(std::int64_t bytes) {
  return bytes <= lane_bytes && std::has_single_bit(static_cast<std::uint64_t>(bytes));
}

RegroupSteps regroup_steps(PanelLayout const& src, PanelLayout const& dst, std::int64_t block) {
  return Builder(src, dst, block).build();
}

}  // namespace isomer::records
