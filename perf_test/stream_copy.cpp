// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stream_copy.hpp"

#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace isomer::perf {

namespace {

using Copy = void (*)(std::byte*, std::byte const*, std::size_t);

struct Choice {
  char const* name;
  Copy copy;  ///< of whole lines to an address that is a multiple of `line`
};

constexpr std::size_t line = 64;

#if defined(__x86_64__)

__attribute__((target("avx512f"))) void copy_avx512(std::byte* dst, std::byte const* src,
                                                    std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += line)
    _mm512_stream_si512(reinterpret_cast<__m512i*>(dst + i), _mm512_loadu_si512(src + i));
  _mm_sfence();
}

__attribute__((target("avx2"))) void copy_avx2(std::byte* dst, std::byte const* src,
                                               std::size_t bytes) {
  constexpr std::size_t word = 32;
  for (std::size_t i = 0; i < bytes; i += line)
    for (std::size_t j = i; j < i + line; j += word)
      _mm256_stream_si256(reinterpret_cast<__m256i*>(dst + j),
                          _mm256_loadu_si256(reinterpret_cast<__m256i const*>(src + j)));
  _mm_sfence();
}

void copy_sse2(std::byte* dst, std::byte const* src, std::size_t bytes) {
  constexpr std::size_t word = 16;
  for (std::size_t i = 0; i < bytes; i += line)
    for (std::size_t j = i; j < i + line; j += word)
      _mm_stream_si128(reinterpret_cast<__m128i*>(dst + j),
                       _mm_loadu_si128(reinterpret_cast<__m128i const*>(src + j)));
  _mm_sfence();
}

Choice choose() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f")) return {"AVX-512", copy_avx512};
  if (__builtin_cpu_supports("avx2")) return {"AVX2", copy_avx2};
  return {"SSE2", copy_sse2};
}

#else

Choice choose() {
  return {"memcpy", [](std::byte* dst, std::byte const* src, std::size_t bytes) {
            std::memcpy(dst, src, bytes);
          }};
}

#endif

Choice const& choice() {
  static Choice const chosen = choose();
  return chosen;
}

}  // namespace

void stream_copy(std::byte* dst, std::byte const* src, std::size_t bytes) {
  if (bytes == 0) return;  // an empty array may have no address, which memcpy must not be given
  std::size_t head = (line - reinterpret_cast<std::uintptr_t>(dst) % line) % line;
  if (head > bytes) head = bytes;
  std::memcpy(dst, src, head);
  std::size_t const body = (bytes - head) / line * line;
  choice().copy(dst + head, src + head, body);
  std::memcpy(dst + head + body, src + head + body, bytes - head - body);
}

char const* stream_copy_name() { return choice().name; }

}  // namespace isomer::perf
