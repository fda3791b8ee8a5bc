// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/detail/describe.hpp>

#include <array>
#include <cstddef>
#include <cstdio>
#include <string>

#include <isomer/error.hpp>

#include "problem/checks.hpp"
#include "problem/messages.hpp"
#include "problem/overlap.hpp"

namespace isomer::detail {
namespace {

/// A destination axis of stride 0 would take several elements in one place.
void require_distinct(char const* function, ViewInfo const& dst) {
  for (int k = 0; k < dst.rank; ++k)
    if (dst.extent[static_cast<std::size_t>(k)] == 0) return;
  for (int k = 0; k < dst.rank; ++k) {
    auto const i = static_cast<std::size_t>(k);
    if (dst.stride[i] == 0 && dst.extent[i] > 1)
      throw Error(std::string(function) + ": " + named("dst", dst) + " has stride 0 on axis " +
                  std::to_string(k) + " of extent " + std::to_string(dst.extent[i]) +
                  ", every element of dst has to have a place of its own");
  }
}

bool extents_match(ViewInfo const& dst, ViewInfo const& src, Axes const& axes) {
  for (int k = 0; k < dst.rank; ++k)
    if (dst.extent[static_cast<std::size_t>(k)] != src.extent[static_cast<std::size_t>(axes[k])])
      return false;
  return true;
}

[[noreturn]] void throw_extents(char const* function, ViewInfo const& dst, ViewInfo const& src,
                                Axes const& axes) {
  std::array<std::int64_t, max_view_rank> needed{};
  for (int k = 0; k < dst.rank; ++k)
    needed[static_cast<std::size_t>(k)] = src.extent[static_cast<std::size_t>(axes[k])];
  throw Error(std::string(function) + ": " + named("dst", dst) + " has extents " +
              shape(dst.extent.data(), dst.rank) + ", " + named("src", src) + ' ' +
              shape(src.extent.data(), src.rank) + " with axes " + braced(axes) + " needs " +
              shape(needed.data(), dst.rank));
}

}  // namespace

Problem describe(char const* function, ViewInfo const& dst, ViewInfo const& src, Axes const& axes) {
  if (dst.rank != src.rank)
    throw Error(std::string(function) + ": " + named("dst", dst) + " has rank " +
                std::to_string(dst.rank) + ", " + named("src", src) + " has rank " +
                std::to_string(src.rank) + ", they have to be equal");
  require_permutation(function, axes, named_rank{"src", &src});
  if (!extents_match(dst, src, axes)) throw_extents(function, dst, src, axes);
  require_addressable(function, "dst", dst);
  require_addressable(function, "src", src);
  require_distinct(function, dst);
  if (overlap(dst, src))
    throw Error(std::string(function) + ": " + named("dst", dst) + " and " + named("src", src) +
                " overlap in memory, they have to be disjoint (isomer::permute_in_place works on "
                "one view)");

  Problem problem;
  problem.rank = src.rank;
  problem.element_bytes = src.element_bytes;
  problem.src_offset = static_cast<std::uint8_t>(reinterpret_cast<std::uintptr_t>(src.data) % 64);
  problem.dst_offset = static_cast<std::uint8_t>(reinterpret_cast<std::uintptr_t>(dst.data) % 64);
  for (int k = 0; k < dst.rank; ++k) {
    auto const i = static_cast<std::size_t>(axes[k]);
    problem.axis[i] = {src.extent[i], src.stride[i], dst.stride[static_cast<std::size_t>(k)]};
  }
  return problem;
}

void throw_factor(char const* function, char const* name, double value, std::size_t element_bytes,
                  bool is_signed) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.17g", value);
  throw Error(std::string(function) + ": " + name + " is " + text.data() +
              ", it has to be a value of the views' " + std::to_string(element_bytes) + "-byte " +
              (is_signed ? "signed" : "unsigned") + " integer element type");
}

}  // namespace isomer::detail
