// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "c/arguments.hpp"

#include <limits>
#include <span>
#include <string>

#include <isomer/isomer.h>
#include <isomer/detail/describe.hpp>
#include <isomer/error.hpp>

#include "problem/checks.hpp"

namespace isomer::c {
namespace {

static_assert(ISOMER_MAX_RANK == detail::max_rank);

[[noreturn]] void throw_argument(char const* function, std::string const& text) {
  throw Error(std::string(function) + ": " + text);
}

/// Strides in elements within a row-major array of the extents `outer`.
void lay_within(char const* function, char const* name, std::int64_t const* outer,
                detail::ViewInfo& view) {
  Extents const enclosing(std::span(outer, static_cast<std::size_t>(view.rank)));
  for (int k = 0; k < view.rank; ++k) {
    std::int64_t const extent = view.extent[static_cast<std::size_t>(k)];
    if (enclosing[k] < extent)
      throw_argument(function, std::string(name) + " is " + std::to_string(enclosing[k]) +
                                   " at axis " + std::to_string(k) +
                                   ", it has to be at least the extent, " + std::to_string(extent));
  }
  view.stride = detail::dense_shape(function, enclosing, detail::Order::right,
                                    static_cast<std::size_t>(view.element_bytes))
                    .stride;
}

detail::ViewInfo array(char const* function, Extents const& extents, std::int64_t element_bytes,
                       Lying const& lying, char const* outer_name) {
  detail::ViewInfo view = detail::dense_shape(function, extents, detail::Order::right,
                                              static_cast<std::size_t>(element_bytes));
  if (lying.outer != nullptr) lay_within(function, outer_name, lying.outer, view);
  if (lying.strides != nullptr) {
    view.order = detail::Order::stride;
    for (int k = 0; k < view.rank; ++k) view.stride[static_cast<std::size_t>(k)] = lying.strides[k];
  }
  return view;
}

Extents extents_of(Shape const& shape) {
  return {std::span(shape.extents, static_cast<std::size_t>(shape.rank))};
}

}  // namespace

void require_shape(char const* function, Shape const& shape) {
  constexpr std::int64_t most_bytes = std::numeric_limits<std::int32_t>::max();
  if (shape.element_bytes < 1 || shape.element_bytes > most_bytes)
    throw_argument(function, "element_bytes is " + std::to_string(shape.element_bytes) +
                                 ", it has to be between 1 and 2^31 - 1");
  if (shape.rank < 0 || shape.rank > detail::max_rank)
    throw_argument(function, "rank is " + std::to_string(shape.rank) +
                                 ", it has to be between 0 and " +
                                 std::to_string(detail::max_rank));
  if (shape.rank == 0) return;
  if (shape.extents == nullptr) throw_argument(function, "extents is NULL");
  if (shape.axes == nullptr) throw_argument(function, "axes is NULL");
}

Axes axes_of(Shape const& shape) {
  return {std::span(shape.axes, static_cast<std::size_t>(shape.rank))};
}

detail::ViewInfo source(char const* function, Shape const& shape, Lying const& lying) {
  return array(function, extents_of(shape), shape.element_bytes, lying, "src_outer");
}

detail::ViewInfo destination(char const* function, Shape const& shape, Lying const& lying) {
  detail::ViewInfo const from = source(function, shape, {});
  detail::require_permutation(function, axes_of(shape), {"extents", &from});
  Axes const axes = detail::from_first(axes_of(shape));
  std::array<std::int64_t, detail::max_rank> extent{};
  for (int k = 0; k < shape.rank; ++k) extent[static_cast<std::size_t>(k)] = shape.extents[axes[k]];
  return array(function, {std::span(extent).first(static_cast<std::size_t>(shape.rank))},
               shape.element_bytes, lying, "dst_outer");
}

detail::ViewInfo at(void const* data, detail::ViewInfo view) {
  view.data = static_cast<std::byte*>(const_cast<void*>(data));
  return view;
}

}  // namespace isomer::c
