// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schema/tile_roles.hpp"

#include <bit>

namespace isomer::detail {
namespace {

double ceil_div(std::int64_t a, std::int64_t b) {
  std::int64_t const whole = (a + b - 1) / b;
  return static_cast<double>(whole);
}

/// Instructions a tile costs by the shape of its blocks (src/tile/kernels.inl).
class BlockCost {
 public:
  BlockCost(std::int64_t word, tile::Kernels const& kernels)
      : word_(word), height_(kernels.vector_bytes / word), most_few_(kernels.most_few) {}

  double operator()(TileRoles const& roles) const {
    // Fetching ahead and streaming out, whatever the block.
    constexpr double block = 20;
    std::int64_t const line = tile::line_bytes / word_;
    double const blocks = ceil_div(roles.rows, height_) * ceil_div(roles.columns, line);
    return block * blocks + moves(roles);
  }

  bool is_few(std::int64_t count) const {
    return word_ > 1 && word_ < lane_bytes && count >= 2 && count <= most_few_;
  }

 private:
  double moves(TileRoles const& roles) const {
    if (roles.few_rows) return few(roles.rows, roles.columns);
    if (roles.few_columns) return few(roles.columns, roles.rows);
    // A vector is joined from pieces, goes through the stages of the transposition and is stored.
    std::int64_t const lane = lane_bytes / word_;
    int each = 4 + std::countr_zero(static_cast<std::uint64_t>(lane));
    if (roles.rows < height_ || roles.columns < lane) each += 3;
    return ceil_div(roles.rows, height_) * ceil_div(roles.columns, lane) *
           static_cast<double>(lane * each);
  }

  /// Each vector of the result takes words from all `few` vectors.
  double few(std::int64_t few, std::int64_t words) const {
    return ceil_div(words, height_) * static_cast<double>(few * (few + 2));
  }

  static constexpr std::int64_t lane_bytes = 16;

  std::int64_t word_;
  std::int64_t height_;
  int most_few_;
};

}  // namespace

TileRoles tile_roles(Problem const& normal, Slice const& tile,
                     std::array<int, max_axes> const& output_order, int run_axes,
                     tile::Kernels const& kernels) {
  auto const extent = [&](int k) { return tile.extent[static_cast<std::size_t>(k)]; };
  BlockCost const cost(normal.element_bytes, kernels);
  std::int64_t words = 1;
  for (int k = 0; k < normal.rank; ++k) words *= extent(k);

  TileRoles best;
  bool found = false;
  TileRoles roles;
  bool rows_side_by_side = true;  // in the source
  std::int64_t first_step = 0;
  unsigned taken = 0;
  for (int j = 0; j <= run_axes; ++j) {
    if (j > 0) {
      int const k = output_order[static_cast<std::size_t>(j - 1)];
      if (k == 0) break;
      std::int64_t const step = axis_at(normal, k).src_stride;
      if (j == 1) first_step = step;
      rows_side_by_side &= step == first_step * roles.rows;
      roles.rows *= extent(k);
      roles.row_axes = j;
      taken |= 1U << static_cast<unsigned>(k);
    }
    roles.columns = 1;
    roles.column_axes = 0;
    bool columns_side_by_side = true;  // in the output
    for (int i = 0; i <= normal.rank; ++i) {
      if (i > 0) {
        int const k = i - 1;
        Axis const& axis = axis_at(normal, k);
        bool const in_rows = (taken >> static_cast<unsigned>(k) & 1U) != 0;
        bool const goes_on = i == 1 || extent(k - 1) == axis_at(normal, k - 1).extent;
        if (in_rows || !goes_on || axis.src_stride != roles.columns) break;
        columns_side_by_side &= axis.dst_stride == roles.rows * roles.columns;
        roles.columns *= extent(k);
        roles.column_axes = i;
      }
      roles.few_columns =
          cost.is_few(roles.columns) && rows_side_by_side && first_step == roles.columns;
      roles.few_rows = cost.is_few(roles.rows) && i > 0 && columns_side_by_side;
      roles.instructions = cost(roles) * static_cast<double>(words) /
                           static_cast<double>(roles.rows * roles.columns);
      // Longer sides if it makes no difference: they are read and written in one go.
      if (found && roles.instructions > best.instructions) continue;
      best = roles;
      found = true;
    }
  }
  return best;
}

}  // namespace isomer::detail
