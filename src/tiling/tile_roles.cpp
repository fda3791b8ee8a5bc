// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/tile_roles.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "index/rounding.hpp"
#include "problem/order.hpp"

namespace isomer::detail {
namespace {

double real_ceil_div(std::int64_t a, std::int64_t b) { return static_cast<double>(ceil_div(a, b)); }

/// Instructions a tile costs by the shape of its blocks (src/tile/host/transpose.inl).
class BlockCost {
 public:
  BlockCost(std::int64_t word, tile::Isa const& isa)
      : word_(word),
        height_(isa.vector_bytes / word),
        max_record_words_(isa.max_record_words),
        permute_(isa.permute_instructions) {}

  double operator()(TileRoles const& roles) const {
    // Fetching ahead and streaming out, whatever the block. Those of records are as long as they
    // like.
    constexpr double block = 20;
    if (roles.to_records) return block + records(roles.rows, roles.columns);
    if (roles.from_records) return block + records(roles.columns, roles.rows);
    std::int64_t const line = tile::line_bytes / word_;
    double const blocks = real_ceil_div(roles.rows, height_) * real_ceil_div(roles.columns, line);
    return block * blocks + moves(roles);
  }

  bool is_record(std::int64_t count) const {
    return word_ > 1 && word_ < lane_bytes && count >= 2 &&
           count <= std::min<std::int64_t>(max_record_words_, height_);
  }

 private:
  double moves(TileRoles const& roles) const {
    // A vector is joined from pieces, goes through the stages of the transposition and is stored.
    std::int64_t const lane = lane_bytes / word_;
    int each = 4 + std::countr_zero(static_cast<std::uint64_t>(lane));
    if (roles.rows < height_ || roles.columns < lane) each += 3;
    return real_ceil_div(roles.rows, height_) * real_ceil_div(roles.columns, lane) *
           static_cast<double>(lane * each);
  }

  /// Each vector of the result takes words from all `fields` vectors.
  double records(std::int64_t fields, std::int64_t words) const {
    return real_ceil_div(words, height_) * static_cast<double>(fields * (fields * permute_ + 2));
  }

  static constexpr std::int64_t lane_bytes = 16;

  std::int64_t word_;
  std::int64_t height_;
  int max_record_words_;
  int permute_;
};

/// Adds row axes one by one, and tries with each number of them every number of column axes.
template <class Visit>
class RoleSearch {
 public:
  RoleSearch(NormalProblem const& normal, Slice const& tile, tile::Isa const& isa,
             Visit const& visit)
      : normal_(normal), tile_(tile), cost_(normal.element_bytes, isa), visit_(visit) {
    for (int k = 0; k < normal.rank; ++k) words_ *= extent(k);
  }

  void search(int run_axes) {
    try_columns();
    for (int j = 0; j < run_axes; ++j) {
      int const k = normal_.out_order[static_cast<std::size_t>(j)];
      if (k == 0) break;
      add_row_axis(k);
      try_columns();
    }
  }

 private:
  std::int64_t extent(int k) const { return tile_.extent[static_cast<std::size_t>(k)]; }

  void add_row_axis(int k) {
    std::int64_t const step = axis_at(normal_, k).src_stride;
    if (roles_.row_axes == 0) row_step_ = step;
    rows_side_by_side_ &= step == row_step_ * roles_.rows;
    roles_.rows *= extent(k);
    ++roles_.row_axes;
    row_axes_ |= std::uint64_t{1} << static_cast<unsigned>(k);
  }

  void try_columns() {
    roles_.columns = 1;
    roles_.column_axes = 0;
    try_roles(false);
    bool side_by_side = true;
    for (int k = 0; k < normal_.rank && is_column(k); ++k) {
      side_by_side &= axis_at(normal_, k).dst_stride == roles_.rows * roles_.columns;
      roles_.columns *= extent(k);
      ++roles_.column_axes;
      try_roles(side_by_side);
    }
  }

  /// Whether the axis continues the columns of those before it.
  bool is_column(int k) const {
    bool const is_row = (row_axes_ >> static_cast<unsigned>(k) & 1U) != 0;
    bool const goes_on = k == 0 || extent(k - 1) == axis_at(normal_, k - 1).extent;
    return !is_row && goes_on && axis_at(normal_, k).src_stride == roles_.columns;
  }

  void try_roles(bool columns_side_by_side) {
    roles_.from_records = roles_.to_records = false;
    try_blocks();
    roles_.from_records =
        cost_.is_record(roles_.columns) && rows_side_by_side_ && row_step_ == roles_.columns;
    roles_.to_records =
        cost_.is_record(roles_.rows) && columns_side_by_side && !roles_.from_records;
    if (roles_.from_records || roles_.to_records) try_blocks();
  }

  void try_blocks() {
    roles_.instructions = cost_(roles_) * static_cast<double>(words_) /
                          static_cast<double>(roles_.rows * roles_.columns);
    visit_(roles_);
  }

  NormalProblem const& normal_;
  Slice const& tile_;
  BlockCost cost_;
  std::int64_t words_ = 1;
  TileRoles roles_;
  std::int64_t row_step_ = 0;  ///< from row to row of the first row axis, in the source
  bool rows_side_by_side_ = true;
  std::uint64_t row_axes_ = 0;
  Visit const& visit_;
};

}  // namespace

TileRoles tile_roles(NormalProblem const& normal, Slice const& tile, int run_axes,
                     tile::Isa const& isa) {
  TileRoles best{.instructions = std::numeric_limits<double>::infinity()};
  auto const take = [&](TileRoles const& roles) {
    // Longer sides if it makes no difference: they are read and written in one go.
    if (roles.instructions <= best.instructions) best = roles;
  };
  RoleSearch(normal, tile, isa, take).search(run_axes);
  return best;
}

std::vector<TileRoles> possible_roles(NormalProblem const& normal, Slice const& tile, int run_axes,
                                      tile::Isa const& isa) {
  std::vector<TileRoles> list;
  auto const add = [&](TileRoles const& roles) { list.push_back(roles); };
  RoleSearch(normal, tile, isa, add).search(run_axes);
  return list;
}

int lines_abreast(tile::Isa const& isa, std::int64_t word) {
  constexpr std::int64_t most_rows = 16;
  bool const in_halves = isa.vector_bytes < tile::line_bytes;
  return in_halves && 2 * tile::line_bytes / word <= most_rows ? 2 : 1;
}

}  // namespace isomer::detail
