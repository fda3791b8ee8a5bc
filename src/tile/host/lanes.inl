// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Vectors as lanes of 16 bytes, and the shuffles by which squares of words change rows for columns:
// what the kernels out of place and those in place have in common, for an `Isa` that each
// instruction set's file defines before (`bytes` of a vector is all that is asked of it). All names
// live in an anonymous namespace: every instruction set gets copies of its own.

namespace {

constexpr int lane_bytes = 16;
constexpr int lanes = Isa::bytes / lane_bytes;

/// Vectors of words; one size at a time, because GCC takes no vector of a dependent type.
template <int Word>
struct VectorOfWord;
template <>
struct VectorOfWord<1> {
  using word = unsigned char;
  using type = word __attribute__((vector_size(Isa::bytes)));
};
template <>
struct VectorOfWord<2> {
  using word = unsigned short;
  using type = word __attribute__((vector_size(Isa::bytes)));
};
template <>
struct VectorOfWord<4> {
  using word = unsigned int;
  using type = word __attribute__((vector_size(Isa::bytes)));
};
template <>
struct VectorOfWord<8> {
  using word = unsigned long long;
  using type = word __attribute__((vector_size(Isa::bytes)));
};
template <>
struct VectorOfWord<16> {
  using type = unsigned long long __attribute__((vector_size(Isa::bytes)));
};
template <int Word>
using VectorOf = typename VectorOfWord<Word>::type;

template <int... K>
struct Sequence {};
template <int N, int... K>
struct MakeSequence : MakeSequence<N - 1, N - 1, K...> {};
template <int... K>
struct MakeSequence<0, K...> {
  using type = Sequence<K...>;
};

/// Source of word k when the low (high: +n/2) halves of each lane of a and b are interleaved.
template <int Word, bool High>
constexpr int interleaved(int k) {
  constexpr int n = lane_bytes / Word;
  int const lane = k / n * n;
  int const within = k % n;
  return lane + (High ? n / 2 : 0) + within / 2 + (within % 2) * (Isa::bytes / Word);
}

template <int Word, bool High, int... K>
inline __attribute__((always_inline)) VectorOf<Word> interleave(VectorOf<Word> a,
                                                                VectorOf<Word> b,
                                                                Sequence<K...>) {
  return __builtin_shufflevector(a, b, interleaved<Word, High>(K)...);
}

/// Transposes the n x n squares that lie side by side in v[0..n): each stage interleaves vector k
/// with vector k + n/2; after log2(n) stages the perfect shuffles have exchanged rows and columns.
template <int Word>
inline __attribute__((always_inline)) void transpose_lanes(VectorOf<Word>* v) {
  constexpr int n = lane_bytes / Word;
  using All = typename MakeSequence<Isa::bytes / Word>::type;
#pragma GCC unroll 4
  for (int stage = 1; stage < n; stage *= 2) {
    VectorOf<Word> next[n];
#pragma GCC unroll 16
    for (int k = 0; k < n / 2; ++k) {
      next[2 * k] = interleave<Word, false>(v[k], v[k + n / 2], All{});
      next[2 * k + 1] = interleave<Word, true>(v[k], v[k + n / 2], All{});
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
  return __builtin_shufflevector(a, b, every_other_lane<Odd>(K)...);
}

/// An address of which the compiler knows nothing. Otherwise GCC finds out that what is worked out
/// from it advances evenly in the loop around, and keeps each of sixteen rows' addresses, most of
/// them in memory (16 x 16 floats, AVX2: 45 ns; 30 so).
template <class Pointer>
inline __attribute__((always_inline)) Pointer opaque(Pointer p) {
  asm("" : "+r"(p));
  return p;
}

/// So many addresses at equal distances: few enough numbers to stay in registers.
template <int Count, class Pointer>
class Even {
 public:
  Even(Pointer first, long long step) : Even(first, step, 3 * step) {}
  /// The same, so many bytes further on.
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
