// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

// Rows of a few words that follow each other without gaps, as the vectors that they fill: each vector
// of a column picks its words from all of them (tile/host/columns.hpp).

#include "tile/host/column_runs.inl"
#include "tile/host/columns.hpp"
#include "tile/host/inline.inl"
#include "tile/host/lanes.inl"

namespace {

using isomer::tile::Offset;
using isomer::tile::PanelColumns;

/// Words of S vectors, one behind the other in memory as rows of S words each, or by columns: word k
/// of vector `to` comes from word `from(to, k)` of all of them.
template <int Word, int Bytes, int S, bool ToColumns>
struct PackedWords {
  static constexpr int words = Bytes / Word;
  static constexpr int from(int to, int k) {
    int const flat = to * words + k;
    return ToColumns ? k * S + to : flat % S * words + flat / S;
  }
  /// For a shuffle of what has the words of vectors 0 .. v - 1 already, and of vector v.
  static constexpr int pick(int to, int k, int v) {
    int const word = from(to, k);
    if (word / words == v) return words + word % words;
    return v == 1 ? word % words : k;
  }
};

template <int Word, int Bytes, int S, bool ToColumns, int To, int V, int... K>
ISOMER_INLINE VectorOf<Word, Bytes> packed_vector(VectorOf<Word, Bytes> const* v,
                                                  Sequence<K...> all) {
  using From = PackedWords<Word, Bytes, S, ToColumns>;
  if constexpr (V == 0) return v[0];
  else
    return pick_words<From::pick(To, K, V)...>(
        packed_vector<Word, Bytes, S, ToColumns, To, V - 1>(v, all), v[V]);
}

/// Calls store(k, vector) for the S vectors of the result.
template <int Word, int Bytes, int S, bool ToColumns, int To = 0, class Store>
ISOMER_INLINE void store_packed(VectorOf<Word, Bytes> const* v, Store const& store) {
  using All = typename MakeSequence<Bytes / Word>::type;
  store(To, packed_vector<Word, Bytes, S, ToColumns, To, S - 1>(v, All{}));
  if constexpr (To + 1 < S) store_packed<Word, Bytes, S, ToColumns, To + 1>(v, store);
}

/// All S columns of rows without gaps: whole vectors of rows.
template <int Word, int S, class In>
ISOMER_INLINE void gather_packed(RowBlock<Word, In> const& block) {
  VectorOf<Word> v[S];
#pragma GCC unroll 8
  for (int k = 0; k < S; ++k) v[k] = (VectorOf<Word>)Isa::load(block.rows + k * Isa::bytes);
  store_packed<Word, Isa::bytes, S, true>(v, [&](int c, VectorOf<Word> const& column) {
    block.store(c, (typename Isa::Vector)column);
  });
}

template <int Word, int S, class In>
ISOMER_INLINE void scatter_packed(RowBlock<Word, In> const& block) {
  VectorOf<Word> v[S];
#pragma GCC unroll 8
  for (int c = 0; c < S; ++c) v[c] = (VectorOf<Word>)block.load(c);
  store_packed<Word, Isa::bytes, S, false>(v, [&](int k, VectorOf<Word> const& rows) {
    Isa::store(block.rows + k * Isa::bytes, (typename Isa::Vector)rows);
  });
}

/// Where one instruction picks words of two vectors.
template <int Word>
constexpr bool has_packed = Isa::bytes == 64 && Word >= 2 && Word <= 8;

/// Calls call<S>() for rows of S words without gaps, with 0 for others and where S is above Max.
template <int Word, int Max, int S = 2, class Call>
ISOMER_INLINE void with_packed(PanelColumns const& g, Call const& call) {
  if constexpr (has_packed<Word> && S <= Max) {
    if (g.columns != S) return with_packed<Word, Max, S + 1>(g, call);
    if (g.stride == S * Word) return call.template operator()<S>();
  }
  call.template operator()<0>();
}

/// Bytes of the vectors that halves are taken from: AVX-512 without VBMI has no permutation of single
/// bytes.
template <int Word>
constexpr int halves_bytes = Word == 1 && Isa::bytes > 32 ? 32 : Isa::bytes;

/// Rows of two words that follow each other without gaps, taken apart as they lie. One of the columns
/// may be null.
template <int Word>
ISOMER_INLINE void gather_halves(PanelColumns const& g) {
  constexpr int bytes = halves_bytes<Word>;
  constexpr int words = bytes / Word;
  using Vector = VectorOf<Word, bytes>;
  char* const to[]{g.column[0], g.column[1]};
  Offset r = 0;
  for (; r + words <= g.height; r += words) {
    Vector v[2];
    __builtin_memcpy(v, g.rows + r * 2 * Word, bytes);
    __builtin_memcpy(v + 1, g.rows + r * 2 * Word + bytes, bytes);
    Offset const at = in_runs(g, r * Word);
    store_packed<Word, bytes, 2, true>(v, [&](int c, Vector const& column) {
      if (to[c] != nullptr) __builtin_memcpy(to[c] + at, &column, bytes);
    });
  }
  for (; r < g.height; ++r)
    for (int c = 0; c < 2; ++c)
      if (to[c] != nullptr)
        __builtin_memcpy(to[c] + in_runs(g, r * Word), g.rows + (2 * r + c) * Word, Word);
}

template <int Word>
ISOMER_INLINE void scatter_halves(PanelColumns const& g) {
  constexpr int bytes = halves_bytes<Word>;
  constexpr int words = bytes / Word;
  using Vector = VectorOf<Word, bytes>;
  Offset r = 0;
  for (; r + words <= g.height; r += words) {
    Vector v[2];
    Offset const at = in_runs(g, r * Word);
    __builtin_memcpy(v, g.column[0] + at, bytes);
    __builtin_memcpy(v + 1, g.column[1] + at, bytes);
    char* const to = g.rows + r * 2 * Word;
    store_packed<Word, bytes, 2, false>(v, [&](int k, Vector const& rows) {
      __builtin_memcpy(to + k * bytes, &rows, bytes);
    });
  }
  scatter_words<Word>(g, r);
}

template <int Word>
ISOMER_INLINE bool are_halves(PanelColumns const& g) {
  return g.stride == 2 * Word && g.columns == 2 &&
         (g.run == 0 || g.run >= halves_bytes<Word>) &&
         g.next_rows == nullptr && g.next_columns == nullptr;
}

}  // namespace
