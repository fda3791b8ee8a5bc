// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include <Kokkos_Macros.hpp>

#include "team/team.hpp"
#include "tile/warp/scaled_words.hpp"
#include "tile/warp/unroll.hpp"

/// What becomes of the words of a tile between shared memory and the destination.
namespace isomer::tile::warp {

/// They stay as they are ..
struct Unscaled {
  /// What the destination holds, where that matters.
  template <int B, class T>
  KOKKOS_FUNCTION team::Word<B> held(T const& /*team*/, std::byte const* /*at*/,
                                     bool /*take*/) const {
    return {};
  }
  template <int B>
  KOKKOS_FUNCTION team::Word<B> result(team::Word<B> x, team::Word<B> /*held*/) const {
    return x;
  }
};

/// .. or are scaled: B bytes are one or more words of W.
template <int W>
struct Scaled {
  Factors factors;

  template <int B, class T>
  KOKKOS_FUNCTION team::Word<B> held(T const& team, std::byte const* at, bool take) const {
    return team.template load<B>(at, take && factors.reads_dst);
  }
  template <int B>
  KOKKOS_FUNCTION team::Word<B> result(team::Word<B> x, team::Word<B> held) const {
    static_assert(B % W == 0);
    team::Word<W> words[B / W];
    team::Word<W> others[B / W];
    __builtin_memcpy(words, &x, B);
    __builtin_memcpy(others, &held, B);
    ISOMER_UNROLL
    for (int k = 0; k < B / W; ++k) words[k] = scaled<W>(factors, words[k], others[k]);
    __builtin_memcpy(&x, words, B);
    return x;
  }
};

}  // namespace isomer::tile::warp
