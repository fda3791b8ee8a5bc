// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Blocks of a few rows or a few columns, records and their fields, where an instruction set has
// permutations of whole vectors (ISOMER_ISA_PERMUTES).
// For any `Isa` (tile/host/kernels.inl).

#include "tile/host/job.hpp"
#include "tile/host/lanes.inl"

namespace {

using isomer::tile::Block;
using isomer::tile::Offset;
using isomer::tile::Tables;

#ifdef ISOMER_ISA_PERMUTES

/// Where word `word` of vector `vector` of the result comes from when S rows of a vector each are
/// interleaved (or, the other way, S vectors taken apart into S rows).
template <int Word, int S, bool Interleave>
struct FewWords {
  static constexpr int words = Isa::bytes / Word;
  static constexpr int flat(int vector, int word) {
    return Interleave ? vector * words + word : word * S + vector;
  }
  static constexpr int source(int vector, int word) {
    return Interleave ? flat(vector, word) % S : flat(vector, word) / words;
  }
  static constexpr int position(int vector, int word) {
    return Interleave ? flat(vector, word) / S : flat(vector, word) % words;
  }
  static consteval unsigned long long mask(int vector, int from) {
    unsigned long long bits = 0;
    for (int k = 0; k < words; ++k)
      if (source(vector, k) == from) bits |= 1ULL << k;
    return bits;
  }
  template <int... K>
  static inline __attribute__((always_inline)) VectorOf<Word> index(int vector, Sequence<K...>) {
    using T = typename ElementOf<Word>::type;
    return VectorOf<Word>{static_cast<T>(position(vector, K))...};
  }
};

/// FewWords::mask of each vector of the result and each source: GCC 12 would leave the loop over 32
/// words of two bytes for each call (4 GB/s instead of 50).
template <int S>
struct FewMasks {
  unsigned long long of[S][S];
};
template <int Word, int S, bool Interleave>
consteval FewMasks<S> make_few_masks() {
  FewMasks<S> masks{};
  for (int k = 0; k < S; ++k)
    for (int i = 0; i < S; ++i) masks.of[k][i] = FewWords<Word, S, Interleave>::mask(k, i);
  return masks;
}
template <int Word, int S, bool Interleave>
constexpr FewMasks<S> few_masks = make_few_masks<Word, S, Interleave>();

/// S vectors into S vectors; each takes its words from all (S permutations a vector, no more than
/// the transposition of squares that are mostly empty, and no masked loads).
template <int Word, int S, bool Interleave>
inline __attribute__((always_inline)) void rearrange_vectors(typename Isa::Vector const* v,
                                                             typename Isa::Vector* out) {
  using Plan = FewWords<Word, S, Interleave>;
  using All = typename MakeSequence<Plan::words>::type;
#pragma GCC unroll 8
  for (int k = 0; k < S; ++k) {
    auto const index = (typename Isa::Vector)Plan::index(k, All{});
    out[k] = Isa::template permute<Word>(index, v[0]);
#pragma GCC unroll 8
    for (int i = 1; i < S; ++i)
      out[k] = Isa::template permute<Word>(out[k], few_masks<Word, S, Interleave>.of[k][i], index,
                                           v[i]);
  }
}

template <int Word, int S, bool Interleave>
inline __attribute__((always_inline)) void rearrange_few(char const* const* from, char* const* to) {
  typename Isa::Vector v[S];
  typename Isa::Vector out[S];
#pragma GCC unroll 8
  for (int i = 0; i < S; ++i) v[i] = Isa::load(from[i]);
  rearrange_vectors<Word, S, Interleave>(v, out);
#pragma GCC unroll 8
  for (int k = 0; k < S; ++k) Isa::store(to[k], out[k]);
}

/// The same with `words` of a vector apart, or S times as many packed.
template <int Word, int S, bool Interleave>
inline void rearrange_part(char const* const* from, char* const* to, int words) {
  typename Isa::Vector v[S];
  typename Isa::Vector out[S];
  auto const packed = [words](int k) {
    int const left = S * words * Word - k * Isa::bytes;
    return left < 0 ? 0 : left < Isa::bytes ? left : Isa::bytes;
  };
#pragma GCC unroll 8
  for (int i = 0; i < S; ++i)
    v[i] = Isa::load_part(from[i], Interleave ? words * Word : packed(i));
  rearrange_vectors<Word, S, Interleave>(v, out);
#pragma GCC unroll 8
  for (int k = 0; k < S; ++k)
    Isa::store_part(to[k], out[k], Interleave ? packed(k) : words * Word);
}

constexpr int max_record_words = Isa::max_record_words;

/// S rows of `count` words that start `apart` from each other, and S times as many words that
/// lie packed: the first become the second (Interleave) or come from them, a vector of each at a
/// time. The last words again, so that they fill one: moving twice is harmless.
template <int Word, int S, bool Interleave>
__attribute__((noinline)) void rearrange_all(char const* src, char* out, Offset const* apart,
                                             int count) {
  constexpr int words = Isa::bytes / Word;
  for (int w = 0; w < count; w += words) {
    int const last = count > words ? count - words : 0;
    int const first = w < last ? w : last;
    char const* from[S];
    char* to[S];
#pragma GCC unroll 8
    for (int k = 0; k < S; ++k) {
      Offset const at = first * Word;
      Offset const packed = S * at + k * Isa::bytes;
      from[k] = src + (Interleave ? apart[k] + at : packed);
      to[k] = out + (Interleave ? packed : apart[k] + at);
    }
    if (count >= words) rearrange_few<Word, S, Interleave>(from, to);
    else rearrange_part<Word, S, Interleave>(from, to, count);
  }
}

template <int Word, bool Interleave, int S>
inline void rearrange(int s, char const* src, char* out, Offset const* apart, int count) {
  if constexpr (S <= max_record_words) {
    if (s != S) return rearrange<Word, Interleave, S + 1>(s, src, out, apart, count);
    rearrange_all<Word, S, Interleave>(src, out, apart, count);
  }
}

/// Blocks of a few rows that become columns side by side, or of a few columns that lie side by
/// side: records and their fields. False for others.
template <int Word>
inline bool transpose_few(char const* src, char* out, Tables const& tables, Block const& block) {
  Offset const* const row = tables.row_src + block.row;
  Offset const* const col = tables.col_out + block.col;
  if (tables.to_records) rearrange<Word, true, 2>(block.rows, src, out + col[0], row, block.cols);
  else if (tables.from_records)
    rearrange<Word, false, 2>(block.cols, src + row[0], out, col, block.rows);
  else return false;
  return true;
}

#else

constexpr int max_record_words = 0;

#endif

}  // namespace
