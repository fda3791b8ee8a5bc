// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tile/host/inline.inl"
#include "tile/host/records/byte_permutation.hpp"

namespace {

/// Calls call<N>() for the N picks of a vector: with constants their indices stay in registers.
template <int N = 1, class Call>
ISOMER_INLINE void with_picks(int picks, Call const& call) {
  if constexpr (N < isomer::tile::BytePermutation::max_picks)
    if (picks != N) return with_picks<N + 1>(picks, call);
  call.template operator()<N>();
}

}  // namespace
