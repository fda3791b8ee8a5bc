// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <Kokkos_Macros.hpp>

#include "tile/warp/strided.hpp"

// A contiguous run of bytes moves in vectors of 16 bytes however it begins, if its place in shared
// memory begins as far behind a multiple of 16 as it does itself:
//
//     global    . . . h|v v v v|v v v v|t t . .      h, t: the edges, in words of U bytes
//     shared    . . . h|v v v v|v v v v|t t . .      v: vectors
//               0 shift
namespace isomer::tile::warp {

inline constexpr std::int32_t vector_bytes = 16;

/// The next multiple of 16 bytes.
KOKKOS_INLINE_FUNCTION constexpr std::int32_t up_to_vectors(std::int32_t bytes) {
  return (bytes + vector_bytes - 1) / vector_bytes * vector_bytes;
}

/// How far behind a multiple of 16 bytes an address is.
KOKKOS_INLINE_FUNCTION std::int32_t shift_of(void const* address) {
  return static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(address) % vector_bytes);
}

/// Calls move.operator()<W>(at, address) for the words that one of `lanes` threads has of a run
/// that begins at `run`, on a multiple of U: W is 16, or U at the edges; `at` counts from the
/// vector in which the run begins.
template <int U, class Byte, class Move>
KOKKOS_FUNCTION void for_each_word_of_run(std::int32_t lane, std::int32_t lanes, Byte* run,
                                          std::int32_t bytes, Move const& move) {
  std::int32_t const shift = shift_of(run);
  Byte* const begin = run - shift;
  std::int32_t const end = shift + bytes;
  std::int32_t const first = up_to_vectors(shift);
  std::int32_t const last = end / vector_bytes * vector_bytes;
  for_each_strided(first + lane * vector_bytes, last, lanes * vector_bytes, [&](std::int32_t at) {
    move.template operator()<vector_bytes>(at, begin + at);
  });
  if constexpr (U < vector_bytes) {
    bool const has_vectors = first <= last;
    std::int32_t const head = has_vectors ? first - shift : bytes;
    std::int32_t const edges = has_vectors ? head + end - last : head;
    for (std::int32_t edge = lane * U; edge < edges; edge += lanes * U) {
      std::int32_t const at = edge < head ? shift + edge : last + edge - head;
      move.template operator()<U>(at, begin + at);
    }
  }
}

}  // namespace isomer::tile::warp
