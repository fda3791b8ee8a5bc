// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "problem/byte_moves.hpp"

#include <algorithm>

#include "support/array_shape.hpp"

namespace isomer::test {

ByteMoves byte_moves(detail::Problem const& problem) {
  ArrayShape dst, src;
  for (int k = 0; k < problem.rank; ++k) {
    auto const& axis = problem.axis[static_cast<std::size_t>(k)];
    for (ArrayShape* side : {&dst, &src}) side->extent.push_back(axis.extent);
    dst.stride.push_back(axis.dst_stride);
    src.stride.push_back(axis.src_stride);
  }
  ByteMoves moves;
  for_each_index(dst.extent, [&](Index const& index) {
    for (int byte = 0; byte < problem.element_bytes; ++byte)
      moves.emplace_back(dst.offset(index) * problem.element_bytes + byte,
                         src.offset(index) * problem.element_bytes + byte);
  });
  std::sort(moves.begin(), moves.end());
  return moves;
}

}  // namespace isomer::test
