// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "team/max_blocks.hpp"
#include "tile/warp/common_unit.hpp"
#include "tile/warp/magic.hpp"

/// What the plans for warps reckon with.
namespace isomer::in_place {

/// Numbers of blocks, rows and columns stay below this, so that sums of two fit 32 bits.
inline constexpr std::int64_t max_number = team::max_blocks;

/// The largest element that is moved in units.
inline constexpr std::int64_t max_element_bytes = 64;

/// The power of two that divides an element's size: what is moved at once ..
constexpr std::int64_t unit_of(std::int64_t element_bytes) {
  return std::min<std::int64_t>(16, element_bytes & -element_bytes);
}
constexpr std::int32_t units_of(std::int64_t element_bytes) {
  return static_cast<std::int32_t>(element_bytes / unit_of(element_bytes));
}
/// .. of data that begin there. An element of a plan may be several of the array's, which need not
/// begin on a multiple of all of them.
inline int unit_at(std::byte const* data, std::int64_t element_bytes) {
  return tile::warp::common_unit(data, data, unit_of(element_bytes));
}

/// Up to whole lines: what parts of a workspace begin on.
constexpr std::int64_t whole_lines(std::int64_t bytes) { return (bytes + 127) / 128 * 128; }

inline tile::warp::Magic magic_of(std::int64_t divisor) {
  return tile::warp::Magic(static_cast<std::uint32_t>(divisor));
}

}  // namespace isomer::in_place
