// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <immintrin.h>

#include "tile/host/inline.inl"
#include "tile/host/records/byte_permutation.hpp"
#include "tile/host/records/with_picks.inl"

// Vector by vector, each for all blocks, so that what it picks is in registers: block by block it
// takes three times as long.

namespace isomer::tile {
namespace {

template <int Picks, bool Streams>
ISOMER_INLINE void move_vector(BytePermutation const& what, BytePermutation::Result const& result,
                               char* to, char const* from, Offset blocks) {
  __m512i index[Picks];
  __mmask64 mask[Picks];
  Offset at[Picks];
#pragma GCC unroll 8
  for (int k = 0; k < Picks; ++k) {
    BytePermutation::Pick const& pick = what.pick[result.first + k];
    index[k] = _mm512_load_si512(pick.index);
    mask[k] = ~_mm512_movepi8_mask(index[k]);
    at[k] = pick.from[0];
  }
  to += result.to;
  Offset const to_next = what.to_bytes;
  Offset const from_next = what.from_bytes;
  for (Offset b = 0; b < blocks; ++b, to += to_next, from += from_next) {
    __m512i bytes =
        _mm512_maskz_permutexvar_epi8(mask[0], index[0], _mm512_loadu_si512(from + at[0]));
#pragma GCC unroll 8
    for (int k = 1; k < Picks; ++k)
      bytes =
          _mm512_mask_permutexvar_epi8(bytes, mask[k], index[k], _mm512_loadu_si512(from + at[k]));
    if constexpr (Streams) _mm512_stream_si512(reinterpret_cast<__m512i*>(to), bytes);
    else _mm512_storeu_si512(to, bytes);
  }
}

template <bool Streams>
void move_vectors(BytePermutation const& what, char* to, char const* from, Offset blocks) {
  for (int k = 0; k < what.results; ++k) {
    BytePermutation::Result const& result = what.result[k];
    with_picks(result.picks,
               [&]<int Picks>() { move_vector<Picks, Streams>(what, result, to, from, blocks); });
  }
}

void move_blocks(BytePermutation const& what, char* to, char const* from, Offset blocks,
                 bool streams) {
  (streams ? move_vectors<true> : move_vectors<false>)(what, to, from, blocks);
}

}  // namespace

extern BytePermuter const avx512_byte_permuter;
BytePermuter const avx512_byte_permuter{64, move_blocks};

}  // namespace isomer::tile
