// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace isomer::in_place {

/// Of the two transpositions of seed 000: each is the inverse of the other.
enum class Direction : std::uint8_t { c2r, r2c };

}  // namespace isomer::in_place
