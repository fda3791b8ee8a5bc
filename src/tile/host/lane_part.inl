// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The first bytes of a 16-byte lane without masks (AVX2 has none for words of less than 4 bytes), and
// without a detour over memory: what is put together there has to leave the store queue before it
// can be loaded as a whole. Two words that overlap hold all of them.

#include <immintrin.h>

#include <cstdint>

namespace {

template <class Word>
inline std::uint64_t read_word(char const* p) {
  Word word;
  __builtin_memcpy(&word, p, sizeof(Word));
  return word;
}

template <class Word>
inline void write_word(char* d, std::uint64_t bits) {
  auto const word = static_cast<Word>(bits);
  __builtin_memcpy(d, &word, sizeof(Word));
}

/// The first `n` bytes at p, and zeros.
inline __m128i load_lane_part(char const* p, int n) {
  if (n >= 16) return _mm_loadu_si128(reinterpret_cast<__m128i const*>(p));
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  if (n >= 8) {
    low = read_word<std::uint64_t>(p);
    high = read_word<std::uint64_t>(p + n - 8) >> (8 * (15 - n)) >> 8;
  } else if (n >= 4) {
    low = read_word<std::uint32_t>(p) | read_word<std::uint32_t>(p + n - 4) << (8 * (n - 4));
  } else if (n >= 2) {
    low = read_word<std::uint16_t>(p) | read_word<std::uint16_t>(p + n - 2) << (8 * (n - 2));
  } else if (n == 1) {
    low = read_word<std::uint8_t>(p);
  }
  return _mm_set_epi64x(static_cast<long long>(high), static_cast<long long>(low));
}

/// The first `n` bytes of v.
inline void store_lane_part(char* d, __m128i v, int n) {
  if (n >= 16) return _mm_storeu_si128(reinterpret_cast<__m128i*>(d), v);
  auto const low = static_cast<std::uint64_t>(_mm_cvtsi128_si64(v));
  if (n >= 8) {
    auto const high = static_cast<std::uint64_t>(_mm_extract_epi64(v, 1));
    write_word<std::uint64_t>(d, low);
    write_word<std::uint64_t>(d + n - 8, low >> (8 * (n - 8)) | high << (8 * (15 - n)) << 8);
  } else if (n >= 4) {
    write_word<std::uint32_t>(d, low);
    write_word<std::uint32_t>(d + n - 4, low >> (8 * (n - 4)));
  } else if (n >= 2) {
    write_word<std::uint16_t>(d, low);
    write_word<std::uint16_t>(d + n - 2, low >> (8 * (n - 2)));
  } else if (n == 1) {
    write_word<std::uint8_t>(d, low);
  }
}

}  // namespace
