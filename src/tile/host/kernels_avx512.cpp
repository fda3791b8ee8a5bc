// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <immintrin.h>

#include "tile/host/job.hpp"
#include "tile/host/partial.inl"
#include "tile/host/stream_line.inl"

namespace {

struct Isa {
  static constexpr int bytes = 64;
  using Vector = __m512i;
  using Lane = __m128i;

  /// Two squares of 16 x 16 words of 4 bytes, as an exchange needs them, fill the 32 registers.
  template <int Word>
  static constexpr int square_bytes = Word >= 4 ? 64 : 16;
  static constexpr int piece = 32;
  static constexpr int turn = 1;
  static constexpr int max_record_words = 7;
  static constexpr int permute_instructions = 1;
  static Vector join(char const* const* p) {
    auto const half = [&](int k) {
      return _mm256_loadu_si256(reinterpret_cast<__m256i const*>(p[k]));
    };
    // The masked form with all words wanted: GCC 12 warns about its own definition of the other.
    return _mm512_maskz_inserti64x4(0xff, _mm512_castsi256_si512(half(0)), half(1), 1);
  }
  static Vector join_part(char const* const* p, int n) {
    __mmask16 const mask = lane_mask_of(n);
    return four(_mm_maskz_loadu_epi8(mask, p[0]), _mm_maskz_loadu_epi8(mask, p[1]),
                _mm_maskz_loadu_epi8(mask, p[2]), _mm_maskz_loadu_epi8(mask, p[3]));
  }
  static Vector join_lanes(char const* p, long long step) {
    return four(load_lane(p), load_lane(p + step), load_lane(p + 2 * step),
                load_lane(p + 3 * step));
  }
  static Vector join_lane_parts(char const* p, long long step, int n) {
    char const* const lane[]{p, p + step, p + 2 * step, p + 3 * step};
    return join_part(lane, n);
  }
  static void split_lanes(char* p, long long step, Vector v) {
    store_lane(p, lane<0>(v));
    store_lane(p + step, lane<1>(v));
    store_lane(p + 2 * step, lane<2>(v));
    store_lane(p + 3 * step, lane<3>(v));
  }
  static void split_lane_parts(char* p, long long step, Vector v, int n) {
    __mmask16 const mask = lane_mask_of(n);
    _mm_mask_storeu_epi8(p, mask, lane<0>(v));
    _mm_mask_storeu_epi8(p + step, mask, lane<1>(v));
    _mm_mask_storeu_epi8(p + 2 * step, mask, lane<2>(v));
    _mm_mask_storeu_epi8(p + 3 * step, mask, lane<3>(v));
  }
  static Vector load(char const* p) { return _mm512_loadu_si512(p); }
  static Vector load_part(char const* p, int n) { return _mm512_maskz_loadu_epi8(mask_of(n), p); }
  template <int Word>
  static Vector permute(Vector index, Vector v) {
    if constexpr (Word == 2) return _mm512_permutexvar_epi16(index, v);
    else if constexpr (Word == 4) return _mm512_maskz_permutexvar_epi32(0xffff, index, v);
    else return _mm512_maskz_permutexvar_epi64(0xff, index, v);
  }
  template <int Word>
  static Vector permute(Vector otherwise, unsigned long long mask, Vector index, Vector v) {
    if constexpr (Word == 2)
      return _mm512_mask_permutexvar_epi16(otherwise, static_cast<__mmask32>(mask), index, v);
    else if constexpr (Word == 4)
      return _mm512_mask_permutexvar_epi32(otherwise, static_cast<__mmask16>(mask), index, v);
    else return _mm512_mask_permutexvar_epi64(otherwise, static_cast<__mmask8>(mask), index, v);
  }
  template <int Word>
  static Vector permute_pair(Vector index, Vector a, Vector b) {
    if constexpr (Word == 2) return _mm512_permutex2var_epi16(a, index, b);
    else if constexpr (Word == 4) return _mm512_permutex2var_epi32(a, index, b);
    else return _mm512_permutex2var_epi64(a, index, b);
  }
  using Mask = unsigned;
  template <int Word>
  static Mask mask(unsigned bits) {
    return bits;
  }
  template <int Word>
  static Vector choose(Mask mask, Vector a, Vector b) {
    if constexpr (Word == 2) return _mm512_mask_blend_epi16(static_cast<__mmask32>(mask), a, b);
    else if constexpr (Word == 4)
      return _mm512_mask_blend_epi32(static_cast<__mmask16>(mask), a, b);
    else return _mm512_mask_blend_epi64(static_cast<__mmask8>(mask), a, b);
  }
  static Lane shuffle(Lane index, char const* p) { return _mm_shuffle_epi8(load_lane(p), index); }
  static Lane either(Lane a, Lane b) { return _mm_or_si128(a, b); }
  static void store_first(char* d, Lane v, int n) { _mm_mask_storeu_epi8(d, lane_mask_of(n), v); }
  static void store(char* d, Vector v) { _mm512_storeu_si512(d, v); }
  static void store_part(char* d, Vector v, int n) { _mm512_mask_storeu_epi8(d, mask_of(n), v); }
  static void stream(char* d, Vector v) { _mm512_stream_si512(reinterpret_cast<__m512i*>(d), v); }
  static void stream_line(char* d, char const* s) { stream_whole_line(d, s); }
  // No detour over memory: a line that was stored in two parts has to leave the store queue before
  // it can be loaded as a whole.
  static void stream_joined(char* d, char const* a, char const* s, int n) {
    _mm512_stream_si512(reinterpret_cast<__m512i*>(d),
                        _mm512_mask_loadu_epi8(_mm512_loadu_si512(a), ~mask_of(n), s - n));
  }
  static void copy_part(char* d, char const* s, int n) {
    _mm512_mask_storeu_epi8(d, mask_of(n), _mm512_maskz_loadu_epi8(mask_of(n), s));
  }
  static inline __attribute__((always_inline)) void prefetch(char const* p) {
    _mm_prefetch(p, _MM_HINT_T1);
  }
  static void fence() { _mm_sfence(); }

  static Lane load_lane(char const* p) {
    return _mm_loadu_si128(reinterpret_cast<__m128i const*>(p));
  }
  static void store_lane(char* d, Lane v) { _mm_storeu_si128(reinterpret_cast<__m128i*>(d), v); }

 private:
  static Vector four(__m128i a, __m128i b, __m128i c, __m128i d) {
    __m512i v = _mm512_castsi128_si512(a);
    v = _mm512_inserti32x4(v, b, 1);
    v = _mm512_inserti32x4(v, c, 2);
    return _mm512_inserti32x4(v, d, 3);
  }
  /// GCC 12 warns about its own header's extracts.
  template <int K>
  static __m128i lane(Vector v) {
    return __builtin_shufflevector(v, v, 2 * K, 2 * K + 1);
  }
  static __mmask16 lane_mask_of(int n) {
    return static_cast<__mmask16>((1U << static_cast<unsigned>(n)) - 1U);
  }
  static __mmask64 mask_of(int n) { return n >= 64 ? ~0ULL : (1ULL << n) - 1ULL; }
};

}  // namespace

#define ISOMER_ISA_PERMUTES
#include "tile/host/kernels.inl"

namespace isomer::tile {

static_assert(::Isa::bytes == avx512_isa.vector_bytes &&
              max_record_words == avx512_isa.max_record_words &&
              ::Isa::permute_instructions == avx512_isa.permute_instructions);

extern CastRow avx512_cast_row(int from, int to);
extern CastRow avx512_cast_lines(int from, int to);
extern Kernels const avx512_kernels;
Kernels const avx512_kernels{
    avx512_isa, begin,          move,           finish,          run_tile,
    copy_runs,  ::Isa::fence,   scale_run,      avx512_cast_row, avx512_cast_lines,
    cast_run,   square_kernels, column_kernels, piece_kernels};

}  // namespace isomer::tile
