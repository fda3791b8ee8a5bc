// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <immintrin.h>

#include "tile/host/panel_kernels.hpp"

namespace {

struct Isa {
  static constexpr int bytes = 64;
  using Vector = __m512i;

  static Vector join(char const* p, long long step) {
    __m512i v = _mm512_castsi128_si512(load(p));
    v = _mm512_inserti32x4(v, load(p + step), 1);
    v = _mm512_inserti32x4(v, load(p + 2 * step), 2);
    return _mm512_inserti32x4(v, load(p + 3 * step), 3);
  }
  static Vector join_halves(char const* upper, char const* lower) {
    auto const half = [](char const* p) {
      return _mm256_loadu_si256(reinterpret_cast<__m256i const*>(p));
    };
    // The masked form with all words wanted: GCC 12 warns about its own definition of the other.
    return _mm512_maskz_inserti64x4(0xff, _mm512_castsi256_si512(half(upper)), half(lower), 1);
  }
  static Vector join_part(char const* p, long long step, int n) {
    __mmask16 const mask = mask_of(n);
    __m512i v = _mm512_castsi128_si512(_mm_maskz_loadu_epi8(mask, p));
    v = _mm512_inserti32x4(v, _mm_maskz_loadu_epi8(mask, p + step), 1);
    v = _mm512_inserti32x4(v, _mm_maskz_loadu_epi8(mask, p + 2 * step), 2);
    return _mm512_inserti32x4(v, _mm_maskz_loadu_epi8(mask, p + 3 * step), 3);
  }
  static void split(char* p, long long step, Vector v) {
    store(p, lane<0>(v));
    store(p + step, lane<1>(v));
    store(p + 2 * step, lane<2>(v));
    store(p + 3 * step, lane<3>(v));
  }
  static void split_part(char* p, long long step, Vector v, int n) {
    __mmask16 const mask = mask_of(n);
    _mm_mask_storeu_epi8(p, mask, lane<0>(v));
    _mm_mask_storeu_epi8(p + step, mask, lane<1>(v));
    _mm_mask_storeu_epi8(p + 2 * step, mask, lane<2>(v));
    _mm_mask_storeu_epi8(p + 3 * step, mask, lane<3>(v));
  }

 private:
  static __m128i load(char const* p) {
    return _mm_loadu_si128(reinterpret_cast<__m128i const*>(p));
  }
  static void store(char* p, __m128i v) { _mm_storeu_si128(reinterpret_cast<__m128i*>(p), v); }
  /// GCC 12 warns about its own header's extracts.
  template <int K>
  static __m128i lane(Vector v) {
    return __builtin_shufflevector(v, v, 2 * K, 2 * K + 1);
  }
  static __mmask16 mask_of(int n) {
    return static_cast<__mmask16>((1U << static_cast<unsigned>(n)) - 1U);
  }
};

}  // namespace

#include "tile/host/panel_kernels.inl"

namespace isomer::in_place {

extern PanelKernels const avx512_panel_kernels;
PanelKernels const avx512_panel_kernels = panel_kernels_for("avx512");

}  // namespace isomer::in_place
