// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/axes.hpp>
#include <isomer/detail/erased_view.hpp>

/// Checks that out-of-place and in-place calls share.
namespace isomer::detail {

struct named_rank {
  char const* argument;
  ViewInfo const* view;
};

/// Whether a view has no elements.
bool is_empty(ViewInfo const& view);

/// Throws unless `axes` is a permutation of the axes of the view; -1 is the last, as in NumPy.
void require_permutation(char const* function, Axes const& axes, named_rank const& of);

/// The same permutation with all axes counted from the first.
Axes from_first(Axes const& axes);

/// Throws if the last byte of the view lies beyond 2^63 - 1.
void require_finite_span(char const* function, char const* argument, ViewInfo const& view);

/// The same, and if the view has elements but no data.
void require_addressable(char const* function, char const* argument, ViewInfo const& view);

}  // namespace isomer::detail
