// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <span>

#include <isomer/advisor/detail/trace.hpp>

namespace isomer::records {

/// The first items, as many as are looked at in a moment.
inline std::span<detail::ItemTrace const> beginning_of(detail::KernelTrace const& kernel) {
  constexpr std::size_t most_accesses = 16384;
  std::size_t items = 0;
  std::size_t accesses = 0;
  for (detail::ItemTrace const& item : kernel.item) {
    accesses += item.access.size();
    if (items > 0 && accesses > most_accesses) break;
    ++items;
  }
  return std::span(kernel.item).first(items);
}

}  // namespace isomer::records
