// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/memory_order.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>

#include "program/failure.hpp"

namespace isomer::program {
namespace {

constexpr std::int64_t longest_element = 64;
constexpr std::size_t most_axes = 8;

std::int64_t largest_divisor(std::int64_t bytes) {
  for (std::int64_t d = longest_element; d > 1; --d)
    if (bytes % d == 0) return d;
  return 1;
}

/// The axes that are left when `keep` says of each whether it is one of its own; others are part of
/// the one before them in memory.
MemoryOrder with_axes(MemoryOrder const& order, std::vector<bool> const& keep) {
  std::vector<int> number(keep.size());
  MemoryOrder result;
  result.array = order.array;
  result.array.extents.clear();
  for (std::size_t k = 0; k < keep.size(); ++k) {
    if (keep[k]) result.array.extents.push_back(1);
    number[k] = static_cast<int>(result.array.extents.size()) - 1;
    if (number[k] >= 0) result.array.extents.back() *= order.array.extents[k];
  }
  for (int const axis : order.axes)
    if (keep[static_cast<std::size_t>(axis)])
      result.axes.push_back(number[static_cast<std::size_t>(axis)]);
  return result;
}

MemoryOrder without_ones(MemoryOrder const& order) {
  std::vector<bool> keep(order.axes.size());
  for (std::size_t k = 0; k < keep.size(); ++k) keep[k] = order.array.extents[k] != 1;
  return with_axes(order, keep);
}

/// An axis that follows the one before it in the source, in the result too, joins it.
MemoryOrder joined(MemoryOrder const& order) {
  std::vector<bool> keep(order.axes.size(), true);
  for (std::size_t k = 1; k < order.axes.size(); ++k)
    if (order.axes[k] == order.axes[k - 1] + 1)
      keep[static_cast<std::size_t>(order.axes[k])] = false;
  return with_axes(order, keep);
}

/// With as many axes as it takes.
MemoryOrder any_order_of(Rearrangement const& rearrangement, std::int64_t offset) {
  auto const& from = rearrangement.from;
  auto const rank = static_cast<int>(from.shape.size());
  MemoryOrder order;
  order.array.offset = static_cast<std::uint64_t>(offset);
  order.array.extents.assign(from.shape.begin(), from.shape.end());
  order.axes = rearrangement.axes;
  if (from.fortran_order) {
    std::reverse(order.array.extents.begin(), order.array.extents.end());
    for (int& axis : order.axes) axis = rank - 1 - axis;
  }
  if (rearrangement.result_fortran_order) std::reverse(order.axes.begin(), order.axes.end());
  if (rank == 0) {
    order.array.extents = {1};
    order.axes = {0};
  }

  auto const item = from.item_bytes;
  auto const element = item <= longest_element ? item : largest_divisor(item);
  order.array.element_bytes = static_cast<std::size_t>(element);
  if (item > element) {
    order.array.extents.push_back(static_cast<std::uint64_t>(item / element));
    order.axes.push_back(static_cast<int>(order.axes.size()));
  }
  return order.axes.size() > most_axes ? joined(without_ones(order)) : order;
}

}  // namespace

MemoryOrder memory_order_of(Rearrangement const& rearrangement, std::int64_t offset) {
  auto order = any_order_of(rearrangement, offset);
  auto const& from = rearrangement.from;
  if (order.axes.size() > most_axes)
    throw Failure("has " + std::to_string(order.axes.size()) + " axes that cannot be joined" +
                  (from.item_bytes > longest_element
                       ? " (elements of " + std::to_string(from.item_bytes) + " bytes are one)"
                       : "") +
                  ": a file is rewritten where it lies with at most " + std::to_string(most_axes));
  return order;
}

bool has_memory_order(Rearrangement const& rearrangement) {
  return any_order_of(rearrangement, 0).axes.size() <= most_axes;
}

}  // namespace isomer::program
