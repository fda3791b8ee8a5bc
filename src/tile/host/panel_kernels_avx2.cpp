// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <immintrin.h>

#include "tile/host/lane_part.inl"
#include "tile/host/panel_kernels.hpp"

namespace {

struct Isa {
  static constexpr int bytes = 32;
  using Vector = __m256i;

  static Vector join(char const* p, long long step) {
    return _mm256_inserti128_si256(_mm256_castsi128_si256(load(p)), load(p + step), 1);
  }
  static Vector join_part(char const* p, long long step, int n) {
    return _mm256_inserti128_si256(_mm256_castsi128_si256(load_lane_part(p, n)),
                                   load_lane_part(p + step, n), 1);
  }
  static void split(char* p, long long step, Vector v) {
    store(p, _mm256_castsi256_si128(v));
    store(p + step, _mm256_extracti128_si256(v, 1));
  }
  static void split_part(char* p, long long step, Vector v, int n) {
    store_lane_part(p, _mm256_castsi256_si128(v), n);
    store_lane_part(p + step, _mm256_extracti128_si256(v, 1), n);
  }

 private:
  static __m128i load(char const* p) {
    return _mm_loadu_si128(reinterpret_cast<__m128i const*>(p));
  }
  static void store(char* p, __m128i v) { _mm_storeu_si128(reinterpret_cast<__m128i*>(p), v); }
};

}  // namespace

#include "tile/host/panel_kernels.inl"

namespace isomer::in_place {

extern PanelKernels const avx2_panel_kernels;
PanelKernels const avx2_panel_kernels = panel_kernels_for("avx2");

}  // namespace isomer::in_place
