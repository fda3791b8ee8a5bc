// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <immintrin.h>

#include "tile/host/inline.inl"
#include "tile/host/records/byte_permutation.hpp"
#include "tile/host/records/with_picks.inl"

// Each half of a vector has a window of its own, which may begin anywhere. Vector by vector, as
// with AVX-512; what leaves past the caches waits until lines are whole.

namespace isomer::tile {
namespace {

constexpr int window = 16;
constexpr int vector = BytePermutation::vector_bytes(window);
constexpr int line = BytePermutation::line_bytes;

ISOMER_INLINE __m256i load_windows(char const* first, char const* second) {
  __m128i const low = _mm_loadu_si128(reinterpret_cast<__m128i const*>(first));
  __m128i const high = _mm_loadu_si128(reinterpret_cast<__m128i const*>(second));
  return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

/// One vector of each block, `to_next` bytes apart.
template <int Picks>
ISOMER_INLINE void move_vector(BytePermutation const& what, BytePermutation::Pick const* pick,
                               char* to, Offset to_next, char const* from, Offset blocks) {
  __m256i index[Picks];
  Offset at[Picks][2];
#pragma GCC unroll 8
  for (int k = 0; k < Picks; ++k) {
    index[k] = _mm256_load_si256(reinterpret_cast<__m256i const*>(pick[k].index));
    at[k][0] = pick[k].from[0];
    at[k][1] = pick[k].from[1];
  }
  Offset const from_next = what.from_bytes;
  for (Offset b = 0; b < blocks; ++b, to += to_next, from += from_next) {
    __m256i bytes = _mm256_shuffle_epi8(load_windows(from + at[0][0], from + at[0][1]), index[0]);
#pragma GCC unroll 8
    for (int k = 1; k < Picks; ++k)
      bytes = _mm256_or_si256(
          bytes, _mm256_shuffle_epi8(load_windows(from + at[k][0], from + at[k][1]), index[k]));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), bytes);
  }
}

void move_result(BytePermutation const& what, BytePermutation::Result const& result, char* to,
                 Offset to_next, char const* from, Offset blocks) {
  with_picks(result.picks, [&]<int Picks>() {
    move_vector<Picks>(what, what.pick + result.first, to, to_next, from, blocks);
  });
}

/// One line of each block.
void stream_lines(BytePermutation const& what, BytePermutation::Result const* halves, char* to,
                  char const* from, Offset blocks) {
  constexpr Offset most = 32;
  alignas(line) char lines[most][line];
  for (Offset done = 0; done < blocks; done += most) {
    Offset const some = blocks - done < most ? blocks - done : most;
    char const* const source = from + done * what.from_bytes;
    for (int h = 0; h < line / vector; ++h)
      move_result(what, halves[h], lines[0] + h * vector, line, source, some);
    char* const first = to + halves->to + done * what.to_bytes;
    for (Offset b = 0; b < some; ++b)
      for (int h = 0; h < line / vector; ++h)
        _mm256_stream_si256(
            reinterpret_cast<__m256i*>(first + b * what.to_bytes + h * vector),
            _mm256_load_si256(reinterpret_cast<__m256i const*>(lines[b] + h * vector)));
  }
}

void move_blocks(BytePermutation const& what, char* to, char const* from, Offset blocks,
                 bool streams) {
  if (streams) {
    for (int k = 0; k < what.results; k += line / vector)
      stream_lines(what, what.result + k, to, from, blocks);
    return;
  }
  for (int k = 0; k < what.results; ++k)
    move_result(what, what.result[k], to + what.result[k].to, what.to_bytes, from, blocks);
}

}  // namespace

extern BytePermuter const avx2_byte_permuter;
BytePermuter const avx2_byte_permuter{window, move_blocks};

}  // namespace isomer::tile
