// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "records/move/panel_layout.hpp"

namespace isomer::records {

/// Where the segments of a panel lie.
template <class Char>
using Segments = Char* const*;

/// Some records of a block, and what they are moved between.
struct BlockPart {
  Segments<char const> src;
  Segments<char> dst;
  std::int64_t block;  ///< its first record
  std::int64_t begin;
  std::int64_t end;
  char* scratch;

  std::int64_t records() const { return end - begin; }
};

}  // namespace isomer::records
