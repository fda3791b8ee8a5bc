// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// 16-byte vectors of the compiler's own: SSE2 on x86-64, NEON on AArch64, anything elsewhere.

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "tile/host/job.hpp"
#include "tile/host/partial.inl"
#include "tile/host/plain_vector.inl"
#include "tile/host/stream_line.inl"

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
  static void stream_line(char* d, char const* s) { stream_whole_line(d, s); }
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
extern CastRow plain_cast_lines(int from, int to);
extern Kernels const plain_kernels;
Kernels const plain_kernels{
    here,      begin,          move,           finish,         run_tile,
    copy_runs, ::Isa::fence,   scale_run,      plain_cast_row, plain_cast_lines,
    cast_run,  square_kernels, column_kernels, piece_kernels};

}  // namespace isomer::tile
