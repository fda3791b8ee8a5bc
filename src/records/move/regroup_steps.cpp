// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/move/regroup_steps.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <numeric>
#include <utility>

#include "tile/host/columns.hpp"

namespace isomer::records {
namespace {

/// Words that several leaves share.
constexpr std::int64_t shared_word = 8;
/// Values of the shortest runs that parts of such words go to: of halves as kernels take them
/// apart, and of what goes by way of scratch.
constexpr std::int64_t halved_run = 16;
constexpr std::int64_t shared_run = 64;
/// Leaves of one size side by side fill a lane of a vector, or share words.
constexpr std::int64_t lane_bytes = 16;
/// Of rows that vectors hold one behind the other (tile/host/columns/packed_rows.inl).
constexpr std::size_t packed_words = tile::max_scattered_packed;

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

/// A column of scratch, as long as a block, or rows there.
LeafRuns scratch_column(std::int64_t at, std::int64_t bytes) {
  constexpr std::int64_t endless = std::int64_t{1} << 40;
  return {0, at, endless, 0, bytes};
}
LeafRuns scratch_rows(std::int64_t at, std::int64_t bytes) { return {0, at, 1, bytes, bytes}; }

/// Finds the matrices and the pieces.
class Builder {
 public:
  Builder(PanelLayout const& src, PanelLayout const& dst, std::int64_t block,
          std::int64_t step_bytes)
      : src_(src),
        dst_(dst),
        block_(block),
        step_bytes_(step_bytes),
        done_(src.leaf.size(), false) {}

  RegroupSteps build() {
    add_columns(src_, dst_, true);
    add_columns(dst_, src_, false);
    add_pieces();
    return std::move(made_);
  }

 private:
  using Leaves = std::vector<std::size_t>;

  struct Sides {
    PanelLayout const& rows;
    PanelLayout const& columns;
  };
  struct Columns {
    bool gathers;
    std::vector<MatrixStep> matrix;
    std::vector<PieceStep> short_runs;
  };
  /// Where the values of a leaf lie.
  struct LeafSides {
    LeafRuns src;
    LeafRuns dst;
  };
  /// A word of records, in which each of some leaves has a half, a quarter or an eighth.
  struct SharedWord {
    LeafRuns rows;
    Leaves leaves;
  };
  /// Rows in scratch that several leaves share.
  struct Shared {
    StepPlace rows;
    Leaves leaves;
  };

  /// Scratch for a value of each record of a block.
  std::int64_t take_scratch(std::int64_t bytes) {
    return std::exchange(made_.scratch_bytes, made_.scratch_bytes + in_lines(block_ * bytes));
  }

  void add(MatrixStep matrix) {
    std::int64_t const bytes = 2 * matrix.word * static_cast<std::int64_t>(matrix.column.size());
    made_.steps.push_back({std::move(matrix), bytes});
  }
  void add(PieceStep const& step) {
    auto const leaves = static_cast<std::int64_t>(step.pieces.leaf.size());
    made_.steps.push_back({step, leaves * 2 * step.pieces.src.bytes});
  }

  void add_columns(PanelLayout const& rows, PanelLayout const& columns, bool gathers) {
    Sides const sides{rows, columns};
    Columns found{.gathers = gathers, .matrix = {}, .short_runs = {}};
    for (auto const& words : words_in_columns(sides)) add_words(sides, words, found);
    for (Leaves const& group : by_size(sides)) add_group(sides, group, found);
    if (!gathers) {
      std::reverse(found.matrix.begin(), found.matrix.end());
      for (PieceStep const& runs : found.short_runs) add(runs);
    }
    for (MatrixStep& matrix : found.matrix) add(std::move(matrix));
    if (gathers)
      for (PieceStep const& runs : found.short_runs) add(runs);
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
        joins = follows(rows[last], rows[k]) && lie_alike(columns[last], columns[k]);
      }
      if (!joins) groups.emplace_back();
      groups.back().push_back(k);
    }
    return groups;
  }

  void add_group(Sides const& sides, Leaves const& leaves, Columns& found) {
    LeafRuns const& first = sides.rows.leaf[leaves.front()];
    MatrixStep matrix{found.gathers, first.bytes, {first, From::side}, {}, {}};
    bool const by_scratch = !has_column_runs(sides.columns, sides.columns.leaf[leaves.front()]);
    for (std::size_t const k : leaves) {
      done_[k] = true;
      LeafRuns const& column = sides.columns.leaf[k];
      matrix.column.push_back({column, From::side});
      if (!by_scratch) continue;
      LeafRuns const scratch = scratch_column(take_scratch(column.bytes), column.bytes);
      matrix.column.back() = {scratch, From::scratch};
      LeafRuns const& src = found.gathers ? scratch : column;
      LeafRuns const& dst = found.gathers ? column : scratch;
      join(found.short_runs, {src, dst}, found.gathers ? From::scratch : From::side,
           found.gathers ? From::side : From::scratch);
    }
    found.matrix.push_back(std::move(matrix));
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
    std::int64_t const run = 2 * row.bytes < shared_word ? shared_run : halved_run;
    return may_be_column(sides, k) && row.bytes <= shared_word && row.offset % row.bytes == 0 &&
           sides.columns.leaf[k].run >= std::min(block_, run);
  }

  void add_words(Sides const& sides, std::vector<SharedWord> const& words, Columns& found) {
    // Records of one word are columns of words as they are.
    if (words.front().rows.step == shared_word)
      return halve(sides, {words.front().rows, From::side}, words.front().leaves, found);
    MatrixStep matrix{found.gathers, shared_word, {words.front().rows, From::side}, {}, {}};
    std::vector<Shared> shared;
    for (SharedWord const& word : words) {
      if (!needs_halves(sides, word.leaves, shared_word)) {
        matrix.column.push_back(column_of(sides, word.leaves, shared_word));
        continue;
      }
      auto const [lower, upper] =
          halves_of(sides, word.leaves, shared_word / 2, found.gathers, shared);
      matrix.upper.resize(matrix.column.size());
      matrix.column.push_back(lower);
      matrix.upper.push_back(upper);
    }
    if (!matrix.upper.empty()) matrix.upper.resize(matrix.column.size());
    found.matrix.push_back(std::move(matrix));
    for (Shared const& part : shared) halve(sides, part.rows, part.leaves, found);
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

  /// Where the halves of a word go, of which those that several leaves share are added to `shared`.
  /// Where a half is lost, it is not read, and written with something.
  std::array<StepPlace, 2> halves_of(Sides const& sides, Leaves const& leaves, std::int64_t half,
                                     bool gathers, std::vector<Shared>& shared) {
    auto const is_low = [&](std::size_t k) { return (sides.rows.leaf[k].offset & half) == 0; };
    Leaves part[2];
    for (std::size_t const k : leaves) part[is_low(k) ? 0 : 1].push_back(k);
    std::array<StepPlace, 2> place;
    for (std::size_t h = 0; h < 2; ++h) {
      if (part[h].empty()) continue;
      place[h] = column_of(sides, part[h], half);
      if (needs_halves(sides, part[h], half))
        shared.push_back({rows_of(place[h], half), std::move(part[h])});
    }
    if (!gathers)
      for (std::size_t h = 0; h < 2; ++h)
        if (place[h].from == From::nowhere) place[h] = place[1 - h];
    return place;
  }

  /// Rows of one word, of which each half goes its way.
  void halve(Sides const& sides, StepPlace const& rows, Leaves const& leaves, Columns& found) {
    std::int64_t const half = rows.runs.step / 2;
    std::vector<Shared> shared;
    auto const [lower, upper] = halves_of(sides, leaves, half, found.gathers, shared);
    found.matrix.push_back({found.gathers, half, rows, {lower, upper}, {}});
    for (Shared const& part : shared) halve(sides, part.rows, part.leaves, found);
  }

  void add_pieces() {
    std::vector<PieceStep> found;
    LeafSides last{};
    for (std::size_t const k : in_order(src_)) {
      if (done_[k]) continue;
      LeafSides const leaf{src_.leaf[k], dst_.leaf[k]};
      if (found.empty() || !lengthens(found.back().pieces, last, leaf)) join(found, leaf);
      last = leaf;
    }
    for (PieceStep const& step : found) add(step);
  }
  /// Values that are neighbours in the records of both sides are one piece.
  static bool lengthens(Pieces& pieces, LeafSides const& last, LeafSides const& leaf) {
    bool const is_next = pieces.leaf.size() == 1 && leaf.src.run == 1 && leaf.dst.run == 1 &&
                         follows(last.src, leaf.src) && follows(last.dst, leaf.dst);
    if (!is_next) return false;
    pieces.src.bytes += leaf.src.bytes;
    pieces.dst.bytes += leaf.dst.bytes;
    return true;
  }
  /// Makes a leaf a part of the last pieces, if it lies like theirs and they are not enough yet, or
  /// the first of others.
  void join(std::vector<PieceStep>& found, LeafSides const& leaf, From src = From::side,
            From dst = From::side) const {
    std::int64_t const bytes = 2 * leaf.src.bytes * block_;
    auto const most = std::clamp<std::int64_t>(step_bytes_ / bytes, 1, Pieces::max_leaves);
    bool const joins = !found.empty() && lie_alike(found.back().pieces.src, leaf.src) &&
                       lie_alike(found.back().pieces.dst, leaf.dst) &&
                       static_cast<std::int64_t>(found.back().pieces.leaf.size()) < most;
    if (!joins) found.push_back({{leaf.src, leaf.dst, {}}, src, dst});
    found.back().pieces.leaf.push_back(
        {{leaf.src.segment, leaf.src.offset}, {leaf.dst.segment, leaf.dst.offset}});
  }

  PanelLayout const& src_;
  PanelLayout const& dst_;
  std::int64_t block_;
  std::int64_t step_bytes_;
  std::vector<bool> done_;  ///< leaves
  RegroupSteps made_;
};

}  // namespace

bool has_column_kernel(std::int64_t bytes) {
  return bytes <= lane_bytes && std::has_single_bit(static_cast<std::uint64_t>(bytes));
}

RegroupSteps regroup_steps(PanelLayout const& src, PanelLayout const& dst, std::int64_t block,
                           std::int64_t step_bytes) {
  return Builder(src, dst, block, step_bytes).build();
}

}  // namespace isomer::records
