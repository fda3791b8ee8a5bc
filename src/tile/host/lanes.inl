// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Vectors as lanes of 16 bytes, and the shuffles by which squares of words change rows for columns:
// what all kernels have in common. Of the `Isa` only the `bytes` of a vector are used.

namespace {

constexpr int lane_bytes = 16;
constexpr int lanes = Isa::bytes / lane_bytes;

/// Words of a size as processors move them: in elements of 8 bytes at most.
template <int Word>
struct ElementOf;
/// Vectors of such elements; one size at a time, because GCC takes no vector of a dependent type.
template <int Word, int Bytes>
struct VectorOfWord;
#define ISOMER_VECTOR(WORD, BYTES)                                        \
  template <>                                                             \
  struct VectorOfWord<WORD, BYTES> {                                      \
    using type = ElementOf<WORD>::type __attribute__((vector_size(BYTES))); \
  };
#define ISOMER_VECTORS(WORD, ELEMENT) \
  template <>                         \
  struct ElementOf<WORD> {            \
    using type = ELEMENT;             \
  };                                  \
  ISOMER_VECTOR(WORD, 16)             \
  ISOMER_VECTOR(WORD, 32)             \
  ISOMER_VECTOR(WORD, 64)
ISOMER_VECTORS(1, unsigned char)
ISOMER_VECTORS(2, unsigned short)
ISOMER_VECTORS(4, unsigned int)
ISOMER_VECTORS(8, unsigned long long)
ISOMER_VECTORS(16, unsigned long long)
#undef ISOMER_VECTORS
#undef ISOMER_VECTOR
template <int Word, int Bytes = Isa::bytes>
using VectorOf = typename VectorOfWord<Word, Bytes>::type;

/// The words of those numbers among a's and, behind them, b's. (nvcc's front end does not expand
/// packs in __builtin_shufflevector.)
template <int... From, class Vector>
inline __attribute__((always_inline)) Vector pick_words(Vector a, Vector b) {
#ifdef __clang__
  return __builtin_shufflevector(a, b, From...);
#else
  return __builtin_shuffle(a, b, Vector{From...});
#endif
}

template <int... K>
struct Sequence {};
template <int N, int... K>
struct MakeSequence : MakeSequence<N - 1, N - 1, K...> {};
template <int... K>
struct MakeSequence<0, K...> {
  using type = Sequence<K...>;
};

/// Source of word k when the low (high: +n/2) halves of each lane of two vectors are interleaved.
template <int Word, int Bytes, bool High>
constexpr int interleaved(int k) {
  constexpr int n = lane_bytes / Word;
  int const lane = k / n * n;
  int const within = k % n;
  return lane + (High ? n / 2 : 0) + within / 2 + (within % 2) * (Bytes / Word);
}

template <int Word, int Bytes, bool High, int... K>
inline __attribute__((always_inline)) VectorOf<Word, Bytes> interleave(VectorOf<Word, Bytes> a,
                                                                       VectorOf<Word, Bytes> b,
                                                                       Sequence<K...>) {
  return pick_words<interleaved<Word, Bytes, High>(K)...>(a, b);
}

/// Transposes the n x n squares that lie side by side in v[0..n): each stage interleaves vector k
/// with vector k + n/2; after log2(n) stages the perfect shuffles have exchanged rows and columns.
template <int Word, int Bytes = Isa::bytes>
inline __attribute__((always_inline)) void transpose_lanes(VectorOf<Word, Bytes>* v) {
  constexpr int n = lane_bytes / Word;
  using Vector = VectorOf<Word, Bytes>;
  using All = typename MakeSequence<Bytes / Word>::type;
#pragma GCC unroll 4
  for (int stage = 1; stage < n; stage *= 2) {
    Vector next[n];
#pragma GCC unroll 16
    for (int k = 0; k < n / 2; ++k) {
      next[2 * k] = interleave<Word, Bytes, false>(v[k], v[k + n / 2], All{});
      next[2 * k + 1] = interleave<Word, Bytes, true>(v[k], v[k + n / 2], All{});
    }
#pragma GCC unroll 16
    for (int k = 0; k < n; ++k) v[k] = next[k];
  }
}

/// Source of double word k when the even (odd) lanes of a stand before those of b.
template <bool Odd>
constexpr int every_other_lane(int k) {
  constexpr int vector_words = Isa::bytes / 8;
  int const lane = k / 2 * 2 + (Odd ? 1 : 0);
  return lane % lanes * 2 + lane / lanes * vector_words + k % 2;
}

template <bool Odd, int... K>
inline __attribute__((always_inline)) VectorOf<8> take_every_other(VectorOf<8> a, VectorOf<8> b,
                                                                   Sequence<K...>) {
  return pick_words<every_other_lane<Odd>(K)...>(a, b);
}

/// An address of which the compiler knows nothing. Otherwise GCC finds out that what is worked out
/// from it advances evenly in the loop around, and keeps each of sixteen rows' addresses, most of
/// them in memory (16 x 16 floats, AVX2: 45 ns instead of 30).
template <class Pointer>
inline __attribute__((always_inline)) Pointer opaque(Pointer p) {
  asm("" : "+r"(p));
  return p;
}

/// `Count` addresses at equal distances: few enough numbers to stay in registers.
template <int Count, class Pointer>
class Even {
 public:
  Even(Pointer first, long long step) : Even(first, step, 3 * step) {}
  /// The same, a number of bytes further on.
  inline __attribute__((always_inline)) Even further(long long bytes) const {
    return {opaque(fourth_[0] + bytes), step_, triple_};
  }
  Pointer operator[](int i) const {
    Pointer const from = fourth_[i / 4];
    return i % 4 == 3 ? from + triple_ : from + i % 4 * step_;
  }

 private:
  Even(Pointer first, long long step, long long triple) : step_(step), triple_(triple) {
    for (int q = 0; q < (Count + 3) / 4; ++q) fourth_[q] = first + 4 * q * step;
  }

  Pointer fourth_[(Count + 3) / 4];
  long long step_;
  long long triple_;
};

}  // namespace
