// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem/checks.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>

#include <isomer/error.hpp>

#include "problem/messages.hpp"

namespace isomer::detail {
namespace {

constexpr int from_first(int axis, int rank) { return axis < 0 ? axis + rank : axis; }

bool is_permutation(Axes const& axes, int rank) {
  std::uint64_t seen = 0;
  for (int const axis : axes) {
    if (axis < -rank || axis >= rank) return false;
    seen |= std::uint64_t{1} << static_cast<unsigned>(from_first(axis, rank));
  }
  return seen == (std::uint64_t{1} << static_cast<unsigned>(rank)) - 1U;
}

/// `2 occurs twice, 1 is missing`, or `3 is out of range`.
std::string what_is_wrong(Axes const& axes, int rank) {
  std::array<int, max_rank> times{};
  for (int const axis : axes) {
    if (axis < -rank || axis >= rank) return std::to_string(axis) + " is out of range";
    ++times[static_cast<std::size_t>(from_first(axis, rank))];
  }
  std::string text;
  for (int k = 0; k < rank; ++k) {
    int const count = times[static_cast<std::size_t>(k)];
    if (count == 1) continue;
    if (!text.empty()) text += ", ";
    text += std::to_string(k);
    text += count == 0   ? " is missing"
            : count == 2 ? " occurs twice"
                         : " occurs " + std::to_string(count) + " times";
  }
  return text;
}

}  // namespace

bool is_empty(ViewInfo const& view) {
  for (int k = 0; k < view.rank; ++k)
    if (view.extent[static_cast<std::size_t>(k)] == 0) return true;
  return false;
}

void require_permutation(char const* function, Axes const& axes, named_rank const& of) {
  int const rank = of.view->rank;
  if (axes.size() != rank)
    throw Error(std::string(function) + ": axes " + braced(axes) + " has " +
                std::to_string(axes.size()) + (axes.size() == 1 ? " entry, " : " entries, ") +
                named(of.argument, *of.view) + " has rank " + std::to_string(rank));
  if (!is_permutation(axes, rank))
    throw Error(std::string(function) + ": axes " + braced(axes) + " is no permutation of 0.." +
                std::to_string(rank - 1) + ": " + what_is_wrong(axes, rank));
}

Axes from_first(Axes const& axes) {
  std::array<int, max_rank> order{};
  int const rank = axes.size();
  for (int k = 0; k < rank; ++k) order[static_cast<std::size_t>(k)] = from_first(axes[k], rank);
  return {std::span(order).first(static_cast<std::size_t>(rank))};
}

void require_finite_span(char const* function, char const* argument, ViewInfo const& view) {
  std::int64_t last = 0;
  bool fits = true;
  for (int k = 0; k < view.rank; ++k) {
    auto const i = static_cast<std::size_t>(k);
    std::int64_t reach = 0;
    fits = fits && view.extent[i] >= 0 && view.stride[i] >= 0 &&
           !__builtin_mul_overflow(view.extent[i] - 1, view.stride[i], &reach) &&
           !__builtin_add_overflow(last, reach, &last);
  }
  if (is_empty(view)) return;
  std::int64_t size = 0;
  fits = fits && !__builtin_add_overflow(last, 1, &last) &&
         !__builtin_mul_overflow(last, static_cast<std::int64_t>(view.element_bytes), &size);
  auto const strides = std::span(view.stride).first(static_cast<std::size_t>(view.rank));
  bool const is_negative =
      std::any_of(strides.begin(), strides.end(), [](auto s) { return s < 0; });
  if (!fits)
    throw Error(std::string(function) + ": " + named(argument, view) + " has extents " +
                shape(view.extent.data(), view.rank) + " and strides " +
                shape(view.stride.data(), view.rank) +
                (is_negative ? ", strides have to be 0 or more, and less than 2^63"
                             : ", its last byte has to lie within 2^63 - 1 bytes"));
}

void require_addressable(char const* function, char const* argument, ViewInfo const& view) {
  require_finite_span(function, argument, view);
  if (view.data == nullptr && !is_empty(view))
    throw Error(std::string(function) + ": " + named(argument, view) + " has extents " +
                shape(view.extent.data(), view.rank) +
                " but null data, it has to point to its elements");
}

}  // namespace isomer::detail
