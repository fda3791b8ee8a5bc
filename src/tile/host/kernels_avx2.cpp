// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <immintrin.h>

#include "tile/host/job.hpp"
#include "tile/host/lane_part.inl"
#include "tile/host/partial.inl"
#include "tile/host/stream_line.inl"

namespace {

/// From 64 - n on: n bytes of ones, then zeros.
alignas(64) constexpr char first_bytes[128] = {
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};

/// Vectors of words, and the number of each word in them.
template <int Word>
struct Words;
template <>
struct Words<2> {
  using word = unsigned short;
  using type = word __attribute__((vector_size(32)));
  static constexpr type number{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
};
template <>
struct Words<4> {
  using word = unsigned;
  using type = word __attribute__((vector_size(32)));
  static constexpr type number{0, 1, 2, 3, 4, 5, 6, 7};
};
template <>
struct Words<8> {
  using word = unsigned long long;
  using type = word __attribute__((vector_size(32)));
  static constexpr type number{0, 1, 2, 3};
};

struct Isa {
  static constexpr int bytes = 32;
  using Vector = __m256i;
  using Lane = __m128i;

  /// 16 x 16 bytes and 8 x 8 words of two bytes need no more than a lane.
  template <int Word>
  static constexpr int square_bytes = Word >= 4 ? 32 : 16;
  static constexpr int piece = 16;
  static constexpr int turn = 2;
  static constexpr int max_record_words = 7;
  static constexpr int permute_instructions = 2;
  static Vector join(char const* const* p) { return pair(load_lane(p[0]), load_lane(p[1])); }
  static Vector join_part(char const* const* p, int n) {
    return pair(load_lane_part(p[0], n), load_lane_part(p[1], n));
  }
  static Vector join_lanes(char const* p, long long step) {
    return pair(load_lane(p), load_lane(p + step));
  }
  static Vector join_lane_parts(char const* p, long long step, int n) {
    return pair(load_lane_part(p, n), load_lane_part(p + step, n));
  }
  static void split_lanes(char* p, long long step, Vector v) {
    store_lane(p, _mm256_castsi256_si128(v));
    store_lane(p + step, _mm256_extracti128_si256(v, 1));
  }
  static void split_lane_parts(char* p, long long step, Vector v, int n) {
    store_lane_part(p, _mm256_castsi256_si128(v), n);
    store_lane_part(p + step, _mm256_extracti128_si256(v, 1), n);
  }
  static Vector load_part(char const* p, int n) {
    if (n <= 16) return _mm256_zextsi128_si256(load_lane_part(p, n));
    return pair(load_lane(p), load_lane_part(p + 16, n - 16));
  }
  // What is done to index and mask happens when this is compiled, for both are constants there.
  template <int Word>
  static Vector permute(Vector index, Vector v) {
    using Index = typename Words<Word>::type;
    auto const from = (Index)index;
    if constexpr (Word == 4) {
      return _mm256_permutevar8x32_epi32(v, index);
    } else if constexpr (Word == 8) {
      // Words 2i and 2i + 1 of half the size.
      return _mm256_permutevar8x32_epi32(v, (Vector)(from * 0x200000002U + 0x100000000U));
    } else {
      // Bytes 2i and 2i + 1, of the same lane or the other; none where the top bit is set.
      Index const bytes_of = from % 8 * 0x202U + 0x100U;
      auto const stays = (Index)((from / 8 == Words<2>::number / 8));
      auto const here = (Vector)((bytes_of & stays) | (0x8080U & ~stays));
      auto const there = (Vector)((bytes_of & ~stays) | (0x8080U & stays));
      Vector const exchanged = _mm256_permute2x128_si256(v, v, 1);
      return _mm256_or_si256(_mm256_shuffle_epi8(v, here), _mm256_shuffle_epi8(exchanged, there));
    }
  }
  template <int Word>
  static Vector permute(Vector otherwise, unsigned long long mask, Vector index, Vector v) {
    return choose<Word>(Isa::mask<Word>(mask), otherwise, permute<Word>(index, v));
  }
  template <int Word>
  static Vector permute_pair(Vector index, Vector a, Vector b) {
    using Index = typename Words<Word>::type;
    constexpr int words = bytes / Word;
    auto const is_second = (Mask)(((Index)index >= words));
    Index const within = (Index)index % words;
    return choose<Word>(is_second, permute<Word>((Vector)within, a),
                        permute<Word>((Vector)within, b));
  }
  using Mask = Vector;
  template <int Word>
  static Mask mask(unsigned long long bits) {
    using Number = typename Words<Word>::type;
    Number const all = Number{} + static_cast<typename Words<Word>::word>(bits);
    return (Mask)(-(all >> Words<Word>::number & 1));
  }
  template <int Word>
  static Vector choose(Mask mask, Vector a, Vector b) {
    return _mm256_blendv_epi8(a, b, mask);
  }
  static Lane shuffle(Lane index, char const* p) { return _mm_shuffle_epi8(load_lane(p), index); }
  static Lane either(Lane a, Lane b) { return _mm_or_si128(a, b); }
  static void store_first(char* d, Lane v, int n) { store_lane_part(d, v, n); }
  static Vector load(char const* p) {
    return _mm256_loadu_si256(reinterpret_cast<__m256i const*>(p));
  }
  static void store(char* d, Vector v) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(d), v); }
  static void store_part(char* d, Vector v, int n) {
    if (n <= 16) return store_lane_part(d, _mm256_castsi256_si128(v), n);
    store_lane(d, _mm256_castsi256_si128(v));
    store_lane_part(d + 16, _mm256_extracti128_si256(v, 1), n - 16);
  }
  static void stream(char* d, Vector v) { _mm256_stream_si256(reinterpret_cast<__m256i*>(d), v); }
  static void stream_line(char* d, char const* s) { stream_whole_line(d, s); }
  // No branches on n, and no detour over memory: a line that was stored in two parts has to leave
  // the store queue before it can be loaded as a whole.
  static void stream_joined(char* d, char const* a, char const* s, int n) {
    auto const half = [=](int k) {
      Vector const taken = load(first_bytes + 64 - n + k);
      return _mm256_blendv_epi8(load(s - n + k), load(a + k), taken);
    };
    stream(d, half(0));
    stream(d + 32, half(32));
  }
  static void copy_part(char* d, char const* s, int n) { copy_bytes(d, s, n); }
  static inline __attribute__((always_inline)) void prefetch(char const* p) {
    _mm_prefetch(p, _MM_HINT_T1);
  }
  static void fence() { _mm_sfence(); }

  static Lane load_lane(char const* p) {
    return _mm_loadu_si128(reinterpret_cast<__m128i const*>(p));
  }
  static void store_lane(char* d, Lane v) { _mm_storeu_si128(reinterpret_cast<__m128i*>(d), v); }

 private:
  static Vector pair(__m128i low, __m128i high) {
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
  }
};

}  // namespace

#define ISOMER_ISA_PERMUTES
#include "tile/host/kernels.inl"

namespace isomer::tile {

static_assert(::Isa::bytes == avx2_isa.vector_bytes &&
              max_record_words == avx2_isa.max_record_words &&
              ::Isa::permute_instructions == avx2_isa.permute_instructions);

extern CastRow avx2_cast_row(int from, int to);
extern CastRow avx2_cast_lines(int from, int to);
extern Kernels const avx2_kernels;
Kernels const avx2_kernels{avx2_isa,       begin,           move,         finish,
                           run_tile,       copy_runs,       ::Isa::fence, scale_run,
                           avx2_cast_row,  avx2_cast_lines, cast_run,     square_kernels,
                           column_kernels, piece_kernels};

}  // namespace isomer::tile
