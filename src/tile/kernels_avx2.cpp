// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <immintrin.h>

#include "tile/job.hpp"
#include "tile/partial.inl"

namespace {

struct Isa {
  static constexpr int bytes = 32;
  using Vector = __m256i;

  static constexpr int piece = 16;
  static Vector join(char const* const* p) {
    return _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128(reinterpret_cast<__m128i const*>(p[0]))),
        _mm_loadu_si128(reinterpret_cast<__m128i const*>(p[1])), 1);
  }
  static Vector join_part(char const* const* p, int n) {
    Vector v = _mm256_setzero_si256();
    copy_bytes(reinterpret_cast<char*>(&v), p[0], n);
    copy_bytes(reinterpret_cast<char*>(&v) + 16, p[1], n);
    return v;
  }
  static Vector load(char const* p) {
    return _mm256_loadu_si256(reinterpret_cast<__m256i const*>(p));
  }
  static void store(char* d, Vector v) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(d), v); }
  static void store_part(char* d, Vector v, int n) {
    copy_bytes(d, reinterpret_cast<char const*>(&v), n);
  }
  static void stream(char* d, Vector v) { _mm256_stream_si256(reinterpret_cast<__m256i*>(d), v); }
  static void stream_line(char* d, char const* s) {
    auto const* from = reinterpret_cast<__m256i const*>(s);
    auto* to = reinterpret_cast<__m256i*>(d);
    _mm256_stream_si256(to, _mm256_loadu_si256(from));
    _mm256_stream_si256(to + 1, _mm256_loadu_si256(from + 1));
  }
  static void stream_joined(char* d, char* a, char const* s, int n) {
    copy_bytes(a + n, s, 64 - n);
    stream_line(d, a);
  }
  static void copy_part(char* d, char const* s, int n) { copy_bytes(d, s, n); }
  static void prefetch(char const* p) { _mm_prefetch(p, _MM_HINT_T1); }
  static void fence() { _mm_sfence(); }
};

}  // namespace

#include "tile/kernels.inl"

namespace isomer::tile {

extern Kernels const avx2_kernels;
Kernels const avx2_kernels{"avx2",   Isa::bytes, most_few,   run_job,
                           run_tile, copy_runs,  Isa::fence, scale_run};

}  // namespace isomer::tile
