// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>

#include <isomer/axes.hpp>
#include <isomer/detail/erased_view.hpp>
#include <isomer/detail/problem.hpp>

/// The vocabulary of error messages and plan descriptions.
namespace isomer::detail {

/// `dst "B"`: the argument's name and, if the view has one, its label.
std::string named(char const* argument, ViewInfo const& view);

/// The same of a label.
std::string named(char const* argument, std::string const& label);

/// `4x6x2`, or `(none)` for rank 0.
std::string shape(std::int64_t const* extent, int rank);

/// `from f32 to f64`.
std::string described(Cast const& cast);

/// `{2, 0, 1}`; entries past the largest supported rank are elided.
std::string braced(Axes const& axes);

/// `12 bytes`, `1.5 KiB`, `200 MiB`.
std::string bytes(double count);

}  // namespace isomer::detail
