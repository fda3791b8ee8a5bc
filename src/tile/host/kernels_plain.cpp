// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// 16-byte vectors of the compiler's own: SSE2 on x86-64, NEON on AArch64, anything elsewhere.

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "tile/host/job.hpp"
#include "tile/host/partial.inl"

namespace {

struct Isa {
  static constexpr int bytes = 16;
  using Vector = unsigned char __attribute__((vector_size(16)));

  static constexpr int piece = 16;
  static constexpr int turn = 1;
  static Vector join(char const* const* p) {
    Vector v;
    __builtin_memcpy(&v, p[0], sizeof v);
    return v;
  }
  static Vector join_part(char const* const* p, int n) {
    Vector v{};
    copy_bytes(reinterpret_cast<char*>(&v), p[0], n);
    return v;
  }
  static Vector load(char const* p) {
    Vector v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
  }
  static void store(char* d, Vector v) { __builtin_memcpy(d, &v, sizeof v); }
  static void store_part(char* d, Vector v, int n) {
    copy_bytes(d, reinterpret_cast<char const*>(&v), n);
  }
  static void stream(char* d, Vector v) {
#if defined(__SSE2__)
    __m128i line_part;
    __builtin_memcpy(&line_part, &v, sizeof v);
    _mm_stream_si128(reinterpret_cast<__m128i*>(d), line_part);
#else
    store(d, v);
#endif
  }
  static void stream_line(char* d, char const* s) {
#if defined(__SSE2__)
    auto const* from = reinterpret_cast<__m128i const*>(s);
    auto* to = reinterpret_cast<__m128i*>(d);
    for (int k = 0; k < 4; ++k) _mm_stream_si128(to + k, _mm_loadu_si128(from + k));
#elif defined(__aarch64__)
    // A store pair with the non-temporal hint.
    Vector v[4];
    __builtin_memcpy(v, s, 64);
    asm volatile("stnp %q1, %q2, [%0]\n\tstnp %q3, %q4, [%0, #32]"
                 :
                 : "r"(d), "w"(v[0]), "w"(v[1]), "w"(v[2]), "w"(v[3])
                 : "memory");
#else
    __builtin_memcpy(d, s, 64);
#endif
  }
  static void stream_joined(char* d, char* a, char const* s, int n) {
    copy_bytes(a + n, s, 64 - n);
    stream_line(d, a);
  }
  static void copy_part(char* d, char const* s, int n) { copy_bytes(d, s, n); }
  static inline __attribute__((always_inline)) void prefetch(char const* p) {
    __builtin_prefetch(p, 0, 2);
  }
  static void fence() {
#if defined(__SSE2__)
    _mm_sfence();
#endif
  }
};

}  // namespace

#include "tile/host/kernels.inl"

namespace isomer::tile {

#if defined(__aarch64__)
constexpr Isa here = neon_isa;
#else
constexpr Isa here = plain_isa;
#endif
static_assert(::Isa::bytes == here.vector_bytes && most_few == here.most_few);

extern Kernels const plain_kernels;
Kernels const plain_kernels{here,     begin,     move,         finish,
                            run_tile, copy_runs, ::Isa::fence, scale_run};

}  // namespace isomer::tile
