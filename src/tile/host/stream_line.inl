// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A line to where one starts, past the caches, as the instruction set that is compiled for can.

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace {

inline void stream_whole_line(char* to, char const* from) {
#if defined(__AVX512F__)
  _mm512_stream_si512(reinterpret_cast<__m512i*>(to), _mm512_loadu_si512(from));
#elif defined(__AVX__)
  auto const* half = reinterpret_cast<__m256i const*>(from);
  _mm256_stream_si256(reinterpret_cast<__m256i*>(to), _mm256_loadu_si256(half));
  _mm256_stream_si256(reinterpret_cast<__m256i*>(to) + 1, _mm256_loadu_si256(half + 1));
#elif defined(__SSE2__)
  auto const* lane = reinterpret_cast<__m128i const*>(from);
  for (int k = 0; k < 4; ++k)
    _mm_stream_si128(reinterpret_cast<__m128i*>(to) + k, _mm_loadu_si128(lane + k));
#elif defined(__aarch64__)
  // Store pairs with the non-temporal hint.
  typedef char Lane __attribute__((vector_size(16)));
  Lane lane[4];
  __builtin_memcpy(lane, from, 64);
  asm volatile("stnp %q1, %q2, [%0]\n\tstnp %q3, %q4, [%0, #32]"
               :
               : "r"(to), "w"(lane[0]), "w"(lane[1]), "w"(lane[2]), "w"(lane[3])
               : "memory");
#else
  __builtin_memcpy(to, from, 64);
#endif
}

}  // namespace
