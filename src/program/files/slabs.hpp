// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "program/files/array_layout.hpp"

namespace isomer::program {

/// A box of an array's indices, in the order of the input's axes.
struct Slab {
  std::vector<std::int64_t> first;
  std::vector<std::int64_t> extent;
};

/// The array cut across the slowest axes of the result, so that work can be counted between the
/// pieces. They hold at least `min_bytes` each, but for the last along a cut, and read no less than
/// a page at a time: cutting costs nothing then. One slab where that allows no cut.
std::vector<Slab> cut_into_slabs(Rearrangement const& rearrangement, std::int64_t min_bytes);

}  // namespace isomer::program
