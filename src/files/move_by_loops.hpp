// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "files/group.hpp"

namespace isomer::files {

/// A box, element by element.
inline void move_by_loops(Box const& box, std::byte const* in, std::byte* out) {
  std::array<std::uint64_t, 8> index{};
  for (std::uint32_t k = 0; k < box.rank; ++k)
    if (box.axes[k].extent == 0) return;
  std::byte const* from = in + box.from;
  std::byte* to = out + box.to;
  while (true) {
    std::memcpy(to, from, box.element_bytes);
    std::uint32_t k = box.rank;
    while (k-- > 0) {
      Box::Axis const& axis = box.axes[k];
      from += axis.from;
      to += axis.to;
      if (++index[k] < axis.extent) break;
      from -= static_cast<std::int64_t>(axis.extent) * axis.from;
      to -= static_cast<std::int64_t>(axis.extent) * axis.to;
      index[k] = 0;
    }
    if (k > box.rank) return;  // all axes have turned over
  }
}

}  // namespace isomer::files
