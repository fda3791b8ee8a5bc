// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <Kokkos_Core.hpp>

#include <isomer/detail/words.hpp>

/// The lanes of a warp, for functions that all of them call together.
namespace isomer::detail::warp {

/// Before a loop over registers, which have no addresses.
#ifdef __CUDA_ARCH__
#define ISOMER_DETAIL_UNROLL _Pragma("unroll")
#else
#define ISOMER_DETAIL_UNROLL
#endif

inline constexpr int lanes = 32;

/// The warp that the calling thread of a device is in. All 32 lanes are there.
struct ThisWarp {
  KOKKOS_FUNCTION static int lane() {
    int number = 0;
    KOKKOS_IF_ON_DEVICE((asm("mov.u32 %0, %%laneid;" : "=r"(number));))
    return number;
  }
  KOKKOS_FUNCTION static std::uint32_t shuffle(std::uint32_t word, int from) {
    KOKKOS_IF_ON_DEVICE((return __shfl_sync(0xffffffffU, word, from);))
    KOKKOS_IF_ON_HOST((static_cast<void>(from); return word;))
  }
  /// What a lane has stored before, all of them see afterwards; a shuffle orders no memory.
  KOKKOS_FUNCTION static void sync() { KOKKOS_IF_ON_DEVICE((__syncwarp();)) }
  template <int W>
  KOKKOS_FUNCTION static Word<W> load(std::byte const* from, bool take) {
    return take ? *reinterpret_cast<Word<W> const*>(from) : Word<W>{};
  }
  template <int W>
  KOKKOS_FUNCTION static void store(std::byte* to, Word<W> word, bool take) {
    if (take) *reinterpret_cast<Word<W>*>(to) = word;
  }
};

/// A team of warps that says itself what its threads do (src/team/team.hpp), as the tests have it.
template <class Team>
concept HasWarps = requires(Team const& team, std::uint32_t word) {
  { Team::lanes } -> std::convertible_to<int>;
  team.shuffle(word, 0);
  team.template load<4>(static_cast<std::byte const*>(nullptr), true);
};

template <class Team>
struct WarpOfTeam {
  Team const& team;

  KOKKOS_FUNCTION int lane() const { return team.rank() % lanes; }
  KOKKOS_FUNCTION std::uint32_t shuffle(std::uint32_t word, int from) const {
    return team.shuffle(word, from);
  }
  KOKKOS_FUNCTION void sync() const { team.warp_barrier(); }
  template <int W>
  KOKKOS_FUNCTION Word<W> load(std::byte const* from, bool take) const {
    return team.template load<W>(from, take);
  }
  template <int W>
  KOKKOS_FUNCTION void store(std::byte* to, Word<W> const& word, bool take) const {
    team.template store<W>(to, word, take);
  }
};

template <class Team>
KOKKOS_FUNCTION auto warp_of(Team const& team) {
  if constexpr (HasWarps<Team>) return WarpOfTeam<Team>{team};
  else return ThisWarp{};
}

/// A word of a lane, in parts of four bytes; narrower ones fill a part.
template <class Warp, class Word>
KOKKOS_FUNCTION Word shuffled(Warp const& warp, Word const& word, int from) {
  constexpr int parts = sizeof(Word) <= 4 ? 1 : sizeof(Word) / 4;
  std::uint32_t part[parts] = {};
  memcpy(part, &word, sizeof(Word));
  ISOMER_DETAIL_UNROLL
  for (int k = 0; k < parts; ++k) part[k] = warp.shuffle(part[k], from);
  Word taken;
  memcpy(&taken, part, sizeof(Word));
  return taken;
}

}  // namespace isomer::detail::warp
