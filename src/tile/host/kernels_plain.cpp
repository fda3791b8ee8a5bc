// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// 16-byte vectors of the compiler's own: SSE2 on x86-64, NEON on AArch64, anything elsewhere.

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "tile/host/job.hpp"
#include "tile/host/partial.inl"
#include "tile/host/plain_vector.inl"

namespace {

struct Isa : PlainVector {
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
static_assert(::Isa::bytes == here.vector_bytes && max_record_words == here.max_record_words);

extern CastRow plain_cast_row(int from, int to);
extern Kernels const plain_kernels;
Kernels const plain_kernels{here,           begin,          move,         finish,         run_tile,
                            copy_runs,      ::Isa::fence,   scale_run,    plain_cast_row, cast_run,
                            square_kernels, column_kernels, piece_kernels};

}  // namespace isomer::tile
