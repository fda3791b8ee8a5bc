// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

namespace isomer::program {

/// How a dense array lies in memory.
struct ArrayLayout {
  std::vector<std::int64_t> shape;
  bool fortran_order = false;  ///< the first axis is the fastest in memory, not the last
  std::int64_t item_bytes = 0;
};

/// Bytes of all elements; 0 if an extent is. Throws Failure if they, or the extents other than 0
/// alone, pass 2^62.
std::int64_t byte_count(ArrayLayout const& layout);

/// Steps along each axis, in elements.
std::vector<std::int64_t> strides(ArrayLayout const& layout);

/// A change of arrangement: axis k of the result is axis `axes[k]` of `from`, and the result lies
/// in memory as `result_fortran_order` says.
struct Rearrangement {
  ArrayLayout from;
  std::vector<int> axes;
  bool result_fortran_order = false;
};

ArrayLayout result_layout(Rearrangement const& rearrangement);

/// Whether all bytes stay where they are, so that only a header would change.
bool moves_nothing(Rearrangement const& rearrangement);

/// Throws Failure unless `axes` names each axis of an array of that rank once.
void require_permutation(std::vector<std::int64_t> const& axes, int rank);

}  // namespace isomer::program
