// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/taxonomy.hpp"

#include <array>
#include <cstddef>

#include "index/value_named.hpp"
#include "problem/order.hpp"

namespace isomer::detail {
namespace {

constexpr std::array<char const*, 6> schema_names{
    "copy",   "fvi_match_large", "fvi_match_small", "orthogonal_distinct", "orthogonal_arbitrary",
    "strided"};

/// TTLG's warp: the words that make a memory transaction.
constexpr std::int64_t warp = 32;

bool has_contiguous_sides(NormalProblem const& normal) {
  return axis_at(normal, 0).src_stride == 1 && axis_at(normal, normal.out_order[0]).dst_stride == 1;
}

/// A bit for each axis that a slice of `words` words takes from the fast end of one side.
unsigned slice_axes(NormalProblem const& normal, std::array<int, max_axes> const& order,
                    std::int64_t words) {
  unsigned axes = 0;
  std::int64_t volume = 1;
  for (int k = 0; k < normal.rank && volume < words; ++k) {
    int const axis = order[static_cast<std::size_t>(k)];
    volume *= axis_at(normal, axis).extent;
    axes |= 1U << static_cast<unsigned>(axis);
  }
  return axes;
}

}  // namespace

char const* name_of(Schema schema) { return schema_names[static_cast<std::size_t>(schema)]; }

std::optional<Schema> schema_named(std::string_view name) {
  return value_named<Schema>(schema_names, name);
}

Schema taxonomy(NormalProblem const& normal, std::int64_t slice_words) {
  if (normal.rank == 0) return Schema::copy;
  Axis const& first = axis_at(normal, 0);
  if (normal.rank == 1 && first.src_stride == 1 && first.dst_stride == 1) return Schema::copy;
  if (!has_contiguous_sides(normal)) return Schema::strided;
  auto const out = normal.out_order;
  if (out[0] == 0) {
    if (first.extent >= warp) return Schema::fvi_match_large;
    std::int64_t const in_pair = first.extent * axis_at(normal, 1).extent;
    std::int64_t const out_pair = first.extent * axis_at(normal, out[1]).extent;
    return in_pair >= warp && out_pair >= warp ? Schema::fvi_match_small
                                               : Schema::orthogonal_arbitrary;
  }
  std::array<int, max_axes> in{};
  for (int k = 0; k < normal.rank; ++k) in[static_cast<std::size_t>(k)] = k;
  unsigned const shared =
      slice_axes(normal, in, slice_words) & slice_axes(normal, out, slice_words);
  return shared == 0 ? Schema::orthogonal_distinct : Schema::orthogonal_arbitrary;
}

bool is_admissible(Schema schema, NormalProblem const& normal) {
  if (schema == Schema::strided) return true;
  bool const is_run = normal.rank == 0 || (normal.rank == 1 && axis_at(normal, 0).src_stride == 1 &&
                                           axis_at(normal, 0).dst_stride == 1);
  if (schema == Schema::copy || is_run) return schema == Schema::copy && is_run;
  if (!has_contiguous_sides(normal)) return false;
  bool const matches = axis_at(normal, 0).src_stride == 1 && axis_at(normal, 0).dst_stride == 1;
  bool const wants_match = schema == Schema::fvi_match_large || schema == Schema::fvi_match_small;
  return matches == wants_match;
}

}  // namespace isomer::detail
