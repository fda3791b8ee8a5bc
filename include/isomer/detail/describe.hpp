// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <isomer/axes.hpp>
#include <isomer/detail/erased_view.hpp>
#include <isomer/detail/problem.hpp>
#include <isomer/detail/view_shape.hpp>
#include <isomer/extents.hpp>

/// From views to problems: every check a call makes before it moves a byte.
namespace isomer::detail {

/// Checks axes, extents, data and overlap of an out-of-place call and states it as a Problem.
/// Throws Error with `function` in front.
Problem describe(char const* function, ViewInfo const& dst, ViewInfo const& src, Axes const& axes);

/// An out-of-place call before there is memory.
struct ShapedCall {
  Problem problem;
  ViewShape dst;
  ViewShape src;
};
/// The permutation of a dense array, shaped as `src`, to a dense one whose axes lie as `dst` says.
ShapedCall describe_shapes(char const* function, ViewInfo const& src, Order dst, Axes const& axes);

/// The permutation of an array of any strides to another, neither of which has memory yet.
Problem describe_strided(char const* function, ViewInfo const& dst, ViewInfo const& src,
                         Axes const& axes);

/// A dense array of these extents that has no memory yet. Throws Error if there are too many
/// extents, if one is negative, or if the last byte would lie beyond 2^63 - 1.
ViewInfo dense_shape(char const* function, Extents const& extents, Order order,
                     std::size_t element_bytes);

/// Whether two views of the same extents both have no data: what Views are before they are
/// allocated, of rank 0 and with static extents too.
bool both_unallocated(ViewInfo const& dst, ViewInfo const& src);

/// Whether every index is at the same address in two views of the same extents.
bool same_mapping(ViewInfo const& dst, ViewInfo const& src);

/// An in-place call as a Problem, and what its result looks like.
struct InPlaceCall {
  InPlaceProblem problem;
  std::array<std::int64_t, max_rank> extent{};  ///< extents of the result
  std::array<std::int64_t, max_rank> stride{};  ///< strides of the result, in elements
};

/// Checks an in-place call whose result is laid out as `result` says; `Order::stride` keeps the
/// order in memory that the axes of the view have.
InPlaceCall describe_in_place(char const* function, ViewInfo const& view, Axes const& axes,
                              Order result);

/// Throws Error if the result, whose layout has one place for padding, is not the one called for.
void require_strides(char const* function, ViewInfo const& view, InPlaceCall const& call,
                     ViewInfo const& result);

/// The same of a dense array that has no memory yet.
InPlaceCall describe_in_place_shape(char const* function, ViewInfo const& shape, Axes const& axes,
                                    Order result);

/// Throws the Error about an in-place view that others share. `use_count` is 0 for an lvalue.
[[noreturn]] void throw_shared(char const* function, ViewInfo const& view, int use_count);

/// Throws the Error about a factor that the element type cannot hold.
[[noreturn]] void throw_factor(char const* function, char const* name, double value,
                               std::size_t element_bytes, bool is_signed);

}  // namespace isomer::detail
