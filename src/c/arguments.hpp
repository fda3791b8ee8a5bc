// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <isomer/axes.hpp>
#include <isomer/detail/erased_view.hpp>
#include <isomer/extents.hpp>

/// From the arguments of C to those of the library, checked.
namespace isomer::c {

/// The arguments that every permutation has.
struct Shape {
  std::int64_t element_bytes;
  int rank;
  std::int64_t const* extents;
  int const* axes;
};

/// How one side lies: strides in elements, or the extents of a row-major array of which it is the
/// corner, or neither.
struct Lying {
  std::int64_t const* strides = nullptr;
  std::int64_t const* outer = nullptr;
};

/// Throws Error unless rank, element size and both lists are there.
void require_shape(char const* function, Shape const& shape);

Axes axes_of(Shape const& shape);

/// The array that is permuted, without data, and the one that results.
detail::ViewInfo source(char const* function, Shape const& shape, Lying const& lying);
detail::ViewInfo destination(char const* function, Shape const& shape, Lying const& lying);

/// The array at `data`.
detail::ViewInfo at(void const* data, detail::ViewInfo view);

}  // namespace isomer::c
