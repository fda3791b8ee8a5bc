// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/array_layout.hpp"

#include <cstddef>
#include <string>

#include "program/failure.hpp"

namespace isomer::program {

std::int64_t byte_count(ArrayLayout const& layout) {
  // Half of what fits, so that an offset added to it cannot overflow either. Extents beside a 0 are
  // held to it too: strides are made of them.
  constexpr std::int64_t most = std::int64_t{1} << 62;
  std::int64_t bytes = layout.item_bytes == 0 ? 1 : layout.item_bytes;
  bool is_empty = layout.item_bytes == 0;
  for (auto const extent : layout.shape) {
    if (extent == 0) is_empty = true;
    else if (extent > most / bytes) throw Failure("the array has more than 2^62 bytes");
    else bytes *= extent;
  }
  return is_empty ? 0 : bytes;
}

std::vector<std::int64_t> strides(ArrayLayout const& layout) {
  auto const rank = layout.shape.size();
  std::vector<std::int64_t> stride(rank);
  std::int64_t step = 1;
  for (std::size_t n = 0; n < rank; ++n) {
    auto const k = layout.fortran_order ? n : rank - 1 - n;
    stride[k] = step;
    if (layout.shape[k] != 0) step *= layout.shape[k];
  }
  return stride;
}

ArrayLayout result_layout(Rearrangement const& rearrangement) {
  ArrayLayout result = rearrangement.from;
  result.fortran_order = rearrangement.result_fortran_order;
  for (std::size_t k = 0; k < result.shape.size(); ++k)
    result.shape[k] = rearrangement.from.shape[static_cast<std::size_t>(rearrangement.axes[k])];
  return result;
}

bool moves_nothing(Rearrangement const& rearrangement) {
  if (byte_count(rearrangement.from) == 0) return true;
  auto const result = result_layout(rearrangement);
  auto const from = strides(rearrangement.from);
  auto const to = strides(result);
  for (std::size_t k = 0; k < to.size(); ++k)
    if (result.shape[k] > 1 && to[k] != from[static_cast<std::size_t>(rearrangement.axes[k])])
      return false;
  return true;
}

void require_permutation(std::vector<std::int64_t> const& axes, int rank) {
  std::string text;
  for (auto const axis : axes) {
    if (!text.empty()) text += ',';
    text += std::to_string(axis);
  }
  if (static_cast<int>(axes.size()) != rank)
    throw Failure("the axes " + text + " are " + std::to_string(axes.size()) + ", the array has " +
                  std::to_string(rank));
  std::vector<bool> seen(axes.size());
  for (auto const axis : axes) {
    if (axis < 0 || axis >= rank)
      throw Failure("the axes " + text + " hold " + std::to_string(axis) +
                    ", they have to be within 0.." + std::to_string(rank - 1));
    auto const k = static_cast<std::size_t>(axis);
    if (seen[k]) throw Failure("the axes " + text + " hold " + std::to_string(axis) + " twice");
    seen[k] = true;
  }
}

}  // namespace isomer::program
