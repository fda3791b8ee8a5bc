// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem/dense_shape.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include <isomer/detail/describe.hpp>
#include <isomer/error.hpp>

#include "problem/checks.hpp"

namespace isomer::detail {
namespace {

std::int64_t saturating_product(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::int64_t>::max()
                                                : product;
}

}  // namespace

void lay_dense(ViewInfo& view) {
  std::int64_t next = 1;
  for (int k = 0; k < view.rank; ++k) {
    auto const i = static_cast<std::size_t>(view.order == Order::left ? k : view.rank - 1 - k);
    view.stride[i] = next;
    next = saturating_product(next, std::max<std::int64_t>(view.extent[i], 1));
  }
}

ViewInfo dense_shape(char const* function, Extents const& extents, Order order,
                     std::size_t element_bytes) {
  std::string const prefix = std::string(function) + ": extents has ";
  if (extents.size() > max_rank)
    throw Error(prefix + std::to_string(extents.size()) + " entries, it may have " +
                std::to_string(max_rank) + " at most");
  ViewInfo view;
  view.rank = extents.size();
  view.order = order;
  view.element_bytes = static_cast<std::int32_t>(element_bytes);
  for (int k = 0; k < view.rank; ++k) {
    if (extents[k] < 0)
      throw Error(prefix + std::to_string(extents[k]) + " at axis " + std::to_string(k) +
                  ", an extent has to be 0 or more");
    view.extent[static_cast<std::size_t>(k)] = extents[k];
  }
  lay_dense(view);
  require_finite_span(function, "extents", view);
  return view;
}

}  // namespace isomer::detail
