// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Macros.hpp>

namespace isomer::tile::warp {

/// Calls visit(k) for k = begin, begin + step, .. below end; four at a time, because sm_90 puts
/// three instructions before each group of asynchronous copies, and a loop has three of its own. A
/// compiler does not unroll a loop of which it does not know the step.
template <class Index, class Visit>
KOKKOS_FUNCTION void for_each_strided(Index begin, Index end, Index step, Visit const& visit) {
  Index k = begin;
  for (; k + 3 * step < end; k += 4 * step) {
    visit(k);
    visit(k + step);
    visit(k + 2 * step);
    visit(k + 3 * step);
  }
  for (; k < end; k += step) visit(k);
}

}  // namespace isomer::tile::warp
