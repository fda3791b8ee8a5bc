// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Macros.hpp>

#include "team/team.hpp"

namespace isomer::in_place {

/// Two kernels in one launch: neither touches what the other writes, or waits.
/// They say run(team, block) instead of asking the team for its block.
template <class First, class Second>
struct SideBySide {
  static constexpr int threads = First::threads;
  static_assert(Second::threads == threads);

  First first;
  int first_blocks;
  Second second;

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    if (team.block() < first_blocks) first.run(team, team.block());
    else second.run(team, team.block() - first_blocks);
  }
};

/// The two together, with the shared memory of either.
template <class Launch, class First, class Second>
void launch_both(Launch const& launch, char const* label, First const& first, Second const& second,
                 int shared_bytes = 0) {
  launch(label, first.blocks() + second.blocks(), shared_bytes,
         SideBySide<First, Second>{first, first.blocks(), second});
}

}  // namespace isomer::in_place
