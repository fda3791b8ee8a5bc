// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <isomer/axes.hpp>
#include <isomer/detail/erased_view.hpp>
#include <isomer/detail/problem.hpp>

/// From views to problems: every check a call makes before it moves a byte.
namespace isomer::detail {

/// Checks axes, extents, data and overlap of an out-of-place call and states it as a Problem.
/// Throws Error with `function` in front.
Problem describe(char const* function, ViewInfo const& dst, ViewInfo const& src, Axes const& axes);

/// An in-place call as a Problem, and what its result looks like.
struct InPlaceCall {
  InPlaceProblem problem;
  std::array<std::int64_t, max_view_rank> extent{};  ///< extents of the result
  std::array<std::int64_t, max_view_rank> stride{};  ///< strides of the result, in elements
};

/// Checks an in-place call whose result is laid out as `result` says; `Order::stride` keeps the
/// order in memory that the axes of the view have.
InPlaceCall describe_in_place(char const* function, ViewInfo const& view, Axes const& axes,
                              Order result);

/// Throws the Error about an in-place view that others share. `use_count` is 0 for an lvalue.
[[noreturn]] void throw_shared(char const* function, ViewInfo const& view, int use_count);

/// Throws the Error about a factor that the element type cannot hold.
[[noreturn]] void throw_factor(char const* function, char const* name, double value,
                               std::size_t element_bytes, bool is_signed);

}  // namespace isomer::detail
