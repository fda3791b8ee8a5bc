// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include <isomer/files.hpp>

#include "program/files/array_layout.hpp"

namespace isomer::program {

/// A rearrangement as one of axes in the order of memory: C order on both sides, whatever the
/// orders of the arrays are.
struct MemoryOrder {
  isomer::files::FileArray array{};
  std::vector<int> axes{};
};

/// Of an array of rank 0, one of a single extent of 1. Elements that are longer than the library
/// takes become one more axis; then extents of 1 go and axes that stay together are one. Throws
/// Failure where more than eight are left.
MemoryOrder memory_order_of(Rearrangement const& rearrangement, std::int64_t offset);

/// Whether no more than eight axes are left.
bool has_memory_order(Rearrangement const& rearrangement);

}  // namespace isomer::program
