// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schema/tile_programs.hpp"

#include <algorithm>

#include "problem/order.hpp"

namespace isomer::detail {

using tile::Offset;

namespace {

/// Rows of shared runs that one block copies: enough to hide the block's own cost.
constexpr int copied_rows = 32;

/// Walks the indices of a few axes, the first fastest, keeping two offsets.
class Odometer {
 public:
  struct Digit {
    std::int64_t extent;
    Offset src;
    Offset out;
  };

  explicit Odometer(std::vector<Digit> digits) : digits_(std::move(digits)) {
    index_.resize(digits_.size());
  }

  Offset src() const { return src_; }
  Offset out() const { return out_; }

  bool advance() {
    for (std::size_t k = 0; k < digits_.size(); ++k) {
      src_ += digits_[k].src;
      out_ += digits_[k].out;
      if (++index_[k] < digits_[k].extent) return true;
      src_ -= digits_[k].src * digits_[k].extent;
      out_ -= digits_[k].out * digits_[k].extent;
      index_[k] = 0;
    }
    return false;
  }

 private:
  std::vector<Digit> digits_;
  std::vector<std::int64_t> index_;
  Offset src_ = 0;
  Offset out_ = 0;
};

}  // namespace

/// Builds the tables of one edge combination.
class ProgramBuilder {
 public:
  ProgramBuilder(Problem const& normal, Slice const& tile, int height, bool staged)
      : normal_(normal),
        tile_(tile),
        word_(normal.element_bytes),
        height_(height),
        staged_(staged),
        order_(output_order(normal)) {
    lay_out();
    split_roles();
  }

  TilePrograms::Tables build() {
    TilePrograms::Tables tables;
    if (staged_) add_runs(tables);
    if (is_copy()) add_copies(tables);
    else add_transposes(tables);
    return tables;
  }

  bool is_copy() const { return order_[0] == 0; }
  bool has_packed_rows(TilePrograms::Tables const& tables) const {
    return !is_copy() && tables.col_out.size() <= width() &&
           is_packed(tables.row_src, tables.col_out.size());
  }
  bool has_packed_columns(TilePrograms::Tables const& tables) const {
    return !is_copy() && tables.row_src.size() <= static_cast<std::size_t>(height_) &&
           is_packed(tables.col_out, tables.row_src.size());
  }
  int lines_of_rows(TilePrograms::Tables const& tables) const {
    return lines_of(static_cast<Offset>(tables.row_src.size() * tables.col_out.size()) * word_);
  }
  Offset run_bytes() const { return is_copy() ? extent(0) * word_ : 0; }
  Offset stage_bytes() const { return stage_bytes_; }

 private:
  Axis const& axis(int k) const { return axis_at(normal_, k); }
  std::int64_t extent(int k) const { return tile_.extent[static_cast<std::size_t>(k)]; }
  Offset out_step(int k) const { return out_step_[static_cast<std::size_t>(k)]; }
  Odometer::Digit digit(int k) const {
    return {extent(k), axis(k).src_stride * word_, out_step(k)};
  }

  /// Where each axis steps to in the output of the blocks: the destination, or the staging buffer,
  /// which holds the tile in output order with its contiguous runs one after the other.
  void lay_out() {
    run_axes_ = 0;
    run_ = word_;
    for (; run_axes_ < normal_.rank; ++run_axes_) {
      int const k = order_[static_cast<std::size_t>(run_axes_)];
      if (axis(k).dst_stride * word_ != run_) break;
      run_ *= extent(k);
      if (extent(k) < axis(k).extent) {
        ++run_axes_;
        break;
      }
    }
    Offset next = word_;
    for (int j = 0; j < normal_.rank; ++j) {
      int const k = order_[static_cast<std::size_t>(j)];
      // Runs of 128 B, 256 B, .. would put the columns of a block into a few sets of the L1 cache.
      if (j == run_axes_ && run_ >= 128 && run_ % 128 == 0) next += tile::line_bytes;
      out_step_[static_cast<std::size_t>(k)] = staged_ ? next : axis(k).dst_stride * word_;
      next *= extent(k);
    }
    stage_bytes_ = staged_ ? next : 0;
  }

  /// Rows from the fast end of the output up to the column axis, columns from the fast end of the
  /// input up to a row axis, as far as either side stays contiguous.
  void split_roles() {
    if (is_copy()) return;
    for (int j = 0; j < run_axes_; ++j) {
      int const k = order_[static_cast<std::size_t>(j)];
      if (k == 0) break;
      row_axes_.push_back(k);
    }
    std::int64_t run = 1;
    for (int k = 0; k < normal_.rank; ++k) {
      if (std::find(row_axes_.begin(), row_axes_.end(), k) != row_axes_.end()) break;
      if (axis(k).src_stride != run) break;
      column_axes_.push_back(k);
      run *= extent(k);
      if (extent(k) < axis(k).extent) break;
    }
  }

  bool is_inner(int k) const {
    auto const in = [k](std::vector<int> const& axes) {
      return std::find(axes.begin(), axes.end(), k) != axes.end();
    };
    return in(row_axes_) || in(column_axes_);
  }

  /// Columns of a block.
  std::size_t width() const {
    return static_cast<std::size_t>(std::max<Offset>(1, tile::line_bytes / word_));
  }

  bool is_packed(std::vector<Offset> const& places, std::size_t words) const {
    if (words < 2) return false;
    for (std::size_t k = 0; k < places.size(); ++k)
      if (places[k] != static_cast<Offset>(k * words) * word_) return false;
    return true;
  }

  /// Where the block of columns from `c` on starts: the last reaches back to have half a line, or a
  /// whole one where there are less rows than a vector has words, which spares it the masks.
  int column_start(int c, int cols, int rows) const {
    auto const line = static_cast<int>(width());
    int const least = rows < height_ ? line : line / 2;
    return cols - c < least && cols >= least ? cols - least : c;
  }

  /// The distance between the rows of the block that starts with `first`; 0 if it varies.
  Offset step_of(std::vector<Offset> const& row_src, int first) const {
    auto const end = std::min(row_src.size(), static_cast<std::size_t>(first + height_));
    auto const begin = static_cast<std::size_t>(first);
    if (end - begin < 2) return 0;
    Offset const step = row_src[begin + 1] - row_src[begin];
    for (std::size_t k = begin + 2; k < end; ++k)
      if (row_src[k] - row_src[k - 1] != step) return 0;
    return step;
  }

  /// Lines of a row of the source: one more than it fills unless all rows start on lines.
  int lines_of(Offset row_bytes) const {
    bool aligned = true;
    for (int k = 0; k < normal_.rank; ++k) {
      bool const along_row =
          k == 0 || std::find(column_axes_.begin(), column_axes_.end(), k) != column_axes_.end();
      aligned &= along_row || axis(k).src_stride * word_ % tile::line_bytes == 0;
    }
    return static_cast<int>((row_bytes + tile::line_bytes - 1) / tile::line_bytes) +
           (aligned ? 0 : 1);
  }

  Odometer odometer(std::vector<int> const& axes) const {
    std::vector<Odometer::Digit> digits;
    for (int const k : axes)
      if (extent(k) > 1) digits.push_back(digit(k));
    return Odometer(std::move(digits));
  }

  void add_runs(TilePrograms::Tables& tables) const {
    std::vector<Odometer::Digit> digits;
    for (int j = run_axes_; j < normal_.rank; ++j) {
      int const k = order_[static_cast<std::size_t>(j)];
      if (extent(k) > 1) digits.push_back({extent(k), out_step(k), axis(k).dst_stride * word_});
    }
    Odometer outer(std::move(digits));
    do tables.run.push_back({outer.src(), outer.out(), run_});
    while (outer.advance());
  }

  /// Row groups outermost: only one block's rows are live at a time, so that the hardware follows
  /// their streams and the first-level TLB holds their pages.
  void add_transposes(TilePrograms::Tables& tables) const {
    Odometer row = odometer(row_axes_);
    do tables.row_src.push_back(row.src());
    while (row.advance());
    Odometer column = odometer(column_axes_);
    do tables.col_out.push_back(column.out());
    while (column.advance());
    auto const rows = static_cast<int>(tables.row_src.size());
    auto const cols = static_cast<int>(tables.col_out.size());
    auto const columns = static_cast<int>(width());

    std::vector<int> outer_axes;
    for (int k = 0; k < normal_.rank; ++k)
      if (!is_inner(k)) outer_axes.push_back(k);
    Odometer outer = odometer(outer_axes);
    tables.lines = lines_of(cols * word_);
    do {
      tables.outer_src.push_back(outer.src());
      for (int r = 0; r < rows; r += height_) {
        // The last group reaches back to be a whole vector: moving twice is harmless.
        int const first = rows >= height_ ? std::min(r, rows - height_) : r;
        for (int c = 0; c < cols; c += columns) {
          int const at = column_start(c, cols, rows);
          tables.block.push_back({outer.src() + at * word_, outer.out() + first * word_, first, at,
                                  std::min(height_, rows - first), std::min(columns, cols - at),
                                  step_of(tables.row_src, first)});
        }
      }
    } while (outer.advance());
  }

  /// All other axes are rows, in the order of the output: consecutive runs then lie side by side.
  void add_copies(TilePrograms::Tables& tables) const {
    std::vector<int> axes;
    for (int j = 1; j < normal_.rank; ++j) axes.push_back(order_[static_cast<std::size_t>(j)]);
    Odometer run = odometer(axes);
    do {
      tables.row_src.push_back(run.src());
      tables.col_out.push_back(run.out());
    } while (run.advance());
    auto const rows = static_cast<int>(tables.row_src.size());
    tables.outer_src = {0};
    tables.lines = lines_of(run_bytes());
    for (int r = 0; r < rows; r += copied_rows)
      tables.block.push_back({0, 0, r, r, std::min(copied_rows, rows - r), 0, 0});
  }

  Problem const& normal_;
  Slice const& tile_;
  Offset word_;
  int height_;
  bool staged_;
  std::array<int, max_axes> order_;
  std::array<Offset, max_axes> out_step_{};
  std::vector<int> row_axes_;
  std::vector<int> column_axes_;
  int run_axes_ = 0;  ///< leading axes of the output that make one contiguous run
  Offset run_ = 0;    ///< its bytes
  Offset stage_bytes_ = 0;
};

TilePrograms::TilePrograms(Problem const& normal, Slice const& slice, int height, bool staged) {
  for (int k = 0; k < normal.rank; ++k)
    if (axis_at(normal, k).extent % slice.extent[static_cast<std::size_t>(k)] != 0)
      cut_axes_.push_back(k);
  auto const combinations = std::size_t{1} << cut_axes_.size();
  tables_.reserve(combinations);
  programs_.reserve(combinations);
  for (std::size_t edges = 0; edges < combinations; ++edges) {
    Slice tile = slice;
    for (std::size_t bit = 0; bit < cut_axes_.size(); ++bit)
      if ((edges >> bit & 1U) != 0) {
        auto const k = static_cast<std::size_t>(cut_axes_[bit]);
        tile.extent[k] = normal.axis[k].extent % slice.extent[k];
      }
    ProgramBuilder builder(normal, tile, height, staged);
    tables_.push_back(builder.build());
    Tables const& t = tables_.back();
    Offset staged_bytes = 0;
    for (tile::Run const& run : t.run) staged_bytes += run.bytes;
    auto const blocks = static_cast<int>(t.block.size());
    bool const packed_rows = builder.has_packed_rows(t);
    // Rows side by side are one to those who only fetch them.
    auto const outers = static_cast<int>(t.outer_src.size());
    auto const rows = packed_rows ? 1 : static_cast<int>(t.row_src.size());
    auto const lines = packed_rows ? builder.lines_of_rows(t) : t.lines;
    int const per_block = (outers * rows * lines + blocks - 1) / blocks;
    programs_.push_back({t.row_src.data(),
                         t.col_out.data(),
                         t.block.data(),
                         t.run.data(),
                         {t.outer_src.data(), t.row_src.data(), outers, rows, lines, per_block},
                         blocks,
                         static_cast<int>(t.run.size()),
                         builder.run_bytes(),
                         staged_bytes,
                         packed_rows,
                         builder.has_packed_columns(t)});
    most_runs_ = std::max(most_runs_, t.run.size());
    stage_bytes_ = std::max(stage_bytes_, static_cast<std::size_t>(builder.stage_bytes()));
  }
}

}  // namespace isomer::detail
