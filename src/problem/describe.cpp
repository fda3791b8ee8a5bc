// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/detail/describe.hpp>
#include <isomer/detail/padded.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <string>

#include <isomer/error.hpp>

#include "problem/checks.hpp"
#include "problem/dense_shape.hpp"
#include "problem/line_alignment.hpp"
#include "problem/messages.hpp"
#include "problem/overlap.hpp"

namespace isomer::detail {
namespace {

/// A destination would take several elements in one place.
void require_distinct(char const* function, ViewInfo const& dst) {
  if (is_empty(dst)) return;
  for (int k = 0; k < dst.rank; ++k) {
    auto const i = static_cast<std::size_t>(k);
    if (dst.stride[i] == 0 && dst.extent[i] > 1)
      throw Error(std::string(function) + ": " + named("dst", dst) + " has stride 0 on axis " +
                  std::to_string(k) + " of extent " + std::to_string(dst.extent[i]) +
                  ", every element of dst has to have a place of its own");
  }
  if (shares_places(dst))
    throw Error(std::string(function) + ": " + named("dst", dst) + " has extents " +
                shape(dst.extent.data(), dst.rank) + " with strides " +
                shape(dst.stride.data(), dst.rank) +
                ", every element of dst has to have a place of its own");
}

bool extents_match(ViewInfo const& dst, ViewInfo const& src, Axes const& axes) {
  for (int k = 0; k < dst.rank; ++k)
    if (dst.extent[static_cast<std::size_t>(k)] != src.extent[static_cast<std::size_t>(axes[k])])
      return false;
  return true;
}

[[noreturn]] void throw_extents(char const* function, ViewInfo const& dst, ViewInfo const& src,
                                Axes const& axes) {
  std::array<std::int64_t, max_rank> needed{};
  for (int k = 0; k < dst.rank; ++k)
    needed[static_cast<std::size_t>(k)] = src.extent[static_cast<std::size_t>(axes[k])];
  throw Error(std::string(function) + ": " + named("dst", dst) + " has extents " +
              shape(dst.extent.data(), dst.rank) + ", " + named("src", src) + ' ' +
              shape(src.extent.data(), src.rank) + " with axes " + braced(axes) + " needs " +
              shape(needed.data(), dst.rank));
}

void require_permuted(char const* function, ViewInfo const& dst, ViewInfo const& src,
                      Axes const& axes) {
  if (dst.rank != src.rank)
    throw Error(std::string(function) + ": " + named("dst", dst) + " has rank " +
                std::to_string(dst.rank) + ", " + named("src", src) + " has rank " +
                std::to_string(src.rank) + ", they have to be equal");
  require_permutation(function, axes, named_rank{"src", &src});
}

void require_apart(char const* function, ViewInfo const& dst, ViewInfo const& src) {
  require_addressable(function, "dst", dst);
  require_addressable(function, "src", src);
  require_distinct(function, dst);
  if (overlap(dst, src))
    throw Error(std::string(function) + ": " + named("dst", dst) + " and " + named("src", src) +
                " overlap in memory, they have to be disjoint (isomer::permute_in_place works on "
                "one view)");
}

/// The permutation of what both sides have.
Problem common_part(ViewInfo const& dst, ViewInfo const& src, Axes const& axes) {
  Problem problem;
  problem.rank = src.rank;
  problem.element_bytes = src.element_bytes;
  problem.src_offset = line_alignment(src.data);
  problem.dst_offset = line_alignment(dst.data);
  for (int k = 0; k < dst.rank; ++k) {
    auto const i = static_cast<std::size_t>(axes[k]);
    auto const to = static_cast<std::size_t>(k);
    problem.axis[i] = {std::min(src.extent[i], dst.extent[to]), src.stride[i], dst.stride[to]};
  }
  return problem;
}

bool extents_equal(ViewInfo const& dst, ViewInfo const& src) {
  return dst.rank == src.rank &&
         std::equal(dst.extent.begin(), dst.extent.begin() + dst.rank, src.extent.begin());
}

}  // namespace

bool both_unallocated(ViewInfo const& dst, ViewInfo const& src) {
  return dst.data == nullptr && src.data == nullptr && extents_equal(dst, src);
}

bool same_mapping(ViewInfo const& dst, ViewInfo const& src) {
  if (dst.data != src.data || dst.element_bytes != src.element_bytes) return false;
  if (!extents_equal(dst, src)) return false;
  for (int k = 0; k < dst.rank; ++k) {
    auto const i = static_cast<std::size_t>(k);
    if (dst.extent[i] > 1 && dst.stride[i] != src.stride[i]) return false;
  }
  return true;
}

Problem describe(char const* function, ViewInfo const& dst, ViewInfo const& src, Axes const& axes) {
  require_permuted(function, dst, src, axes);
  if (axes.has_negative()) return describe(function, dst, src, from_first(axes));
  if (!extents_match(dst, src, axes)) throw_extents(function, dst, src, axes);
  require_apart(function, dst, src);
  return common_part(dst, src, axes);
}

PaddedCall describe_padded(char const* function, ViewInfo const& dst, ViewInfo const& src,
                           Axes const& axes) {
  require_permuted(function, dst, src, axes);
  if (axes.has_negative()) return describe_padded(function, dst, src, from_first(axes));
  require_apart(function, dst, src);
  PaddedCall call;
  call.problem = common_part(dst, src, axes);
  // Box k: beyond the source on axis k, within it on those before.
  Box box{0, dst.extent};
  for (int k = 0; k < dst.rank; ++k) {
    auto const i = static_cast<std::size_t>(k);
    std::int64_t const common = call.problem.axis[static_cast<std::size_t>(axes[k])].extent;
    if (common < dst.extent[i]) {
      Box& beyond = call.box[static_cast<std::size_t>(call.boxes++)];
      beyond = box;
      beyond.offset = common * dst.stride[i];
      beyond.extent[i] = dst.extent[i] - common;
    }
    box.extent[i] = common;
    if (common == 0) break;  // no element is within it
  }
  return call;
}

Problem describe_strided(char const* function, ViewInfo const& dst, ViewInfo const& src,
                         Axes const& axes) {
  require_permutation(function, axes, named_rank{"extents", &src});
  require_finite_span(function, "dst", dst);
  require_finite_span(function, "src", src);
  require_distinct(function, dst);
  return common_part(dst, src, from_first(axes));
}

ShapedCall describe_shapes(char const* function, ViewInfo const& src, Order dst, Axes const& axes) {
  require_permutation(function, axes, named_rank{"extents", &src});
  Axes const order = from_first(axes);
  ViewInfo to = src;
  to.order = dst;
  for (int k = 0; k < src.rank; ++k)
    to.extent[static_cast<std::size_t>(k)] = src.extent[static_cast<std::size_t>(order[k])];
  lay_dense(to);
  return {common_part(to, src, order), ViewShape(to), ViewShape(src)};
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
