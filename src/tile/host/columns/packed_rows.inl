// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

// Rows of a few words that follow each other without gaps, as the vectors that they fill: each vector
// of a column picks its words from all of them (tile/host/columns.hpp).

#include "tile/host/columns/column_runs.inl"
#include "tile/host/columns.hpp"
#include "tile/host/inline.inl"
#include "tile/host/lanes.inl"

namespace {

using isomer::tile::Offset;
using isomer::tile::PanelColumns;

/// Words of S vectors, one behind the other in memory as rows of S units each, or by columns of
/// units, which are `Unit` words: word k of vector `to` comes from word `from(to, k)` of all of them.
template <int Word, int Bytes, int S, int Unit, bool ToColumns>
struct PackedWords {
  static constexpr int words = Bytes / Word;
  static constexpr int units = words / Unit;
  static constexpr int from(int to, int k) {
    int const flat = to * units + k / Unit;
    int const unit = ToColumns ? k / Unit * S + to : flat % S * units + flat / S;
    return unit * Unit + k % Unit;
  }
  /// For a shuffle of what has the words of vectors 0 .. v - 1 already, and of vector v.
  static constexpr int pick(int to, int k, int v) {
    int const word = from(to, k);
    if (word / words == v) return words + word % words;
    return v == 1 ? word % words : k;
  }
};

template <class From, int To, int V, class Vector, int... K>
ISOMER_INLINE Vector packed_vector(Vector const* v, Sequence<K...> all) {
  if constexpr (V == 0) return v[0];
  else
    return pick_words<From::pick(To, K, V)...>(packed_vector<From, To, V - 1>(v, all), v[V]);
}

/// Calls store(k, vector) for the S vectors of the result, each from S - 1 shuffles.
template <int Word, int Bytes, int S, int Unit, bool ToColumns, int To = 0, class Store>
ISOMER_INLINE void store_units(VectorOf<Word, Bytes> const* v, Store const& store) {
  using From = PackedWords<Word, Bytes, S, Unit, ToColumns>;
  store(To, packed_vector<From, To, S - 1>(v, typename MakeSequence<Bytes / Word>::type{}));
  if constexpr (To + 1 < S) store_units<Word, Bytes, S, Unit, ToColumns, To + 1>(v, store);
}

/// The same for words. An even S takes half of the rows' vectors at a time with pairs of words as
/// units, and pairs apart or together by one shuffle: for six 18 shuffles instead of 30.
template <int Word, int Bytes, int S, bool ToColumns, class Store>
ISOMER_INLINE void store_packed(VectorOf<Word, Bytes> const* v, Store const& store) {
  constexpr int half = S / 2;
  if constexpr (S < 4 || S % 2 != 0) {
    store_units<Word, Bytes, S, 1, ToColumns>(v, store);
  } else if constexpr (ToColumns) {
    VectorOf<Word, Bytes> unit[2][half];
#pragma GCC unroll 2
    for (int h = 0; h < 2; ++h)
      store_units<Word, Bytes, half, 2, true>(
          v + h * half, [&](int p, VectorOf<Word, Bytes> const& pairs) { unit[h][p] = pairs; });
#pragma GCC unroll 4
    for (int p = 0; p < half; ++p) {
      VectorOf<Word, Bytes> const pair[]{unit[0][p], unit[1][p]};
      store_units<Word, Bytes, 2, 1, true>(
          pair, [&](int c, VectorOf<Word, Bytes> const& column) { store(2 * p + c, column); });
    }
  } else {
    VectorOf<Word, Bytes> unit[2][half];
#pragma GCC unroll 4
    for (int p = 0; p < half; ++p)
      store_units<Word, Bytes, 2, 1, false>(
          v + 2 * p, [&](int h, VectorOf<Word, Bytes> const& pairs) { unit[h][p] = pairs; });
#pragma GCC unroll 2
    for (int h = 0; h < 2; ++h)
      store_units<Word, Bytes, half, 2, false>(
          unit[h], [&](int k, VectorOf<Word, Bytes> const& rows) { store(h * half + k, rows); });
  }
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

/// Of two blocks, one behind the other.
template <int Word, int S, class In>
ISOMER_INLINE void gather_packed_pair(RowBlock<Word, In> const& block) {
  VectorOf<Word> v[2 * S];
  VectorOf<Word> first[S];
#pragma GCC unroll 16
  for (int k = 0; k < 2 * S; ++k)
    v[k] = (VectorOf<Word>)Isa::load(block.rows + k * Isa::bytes);
  store_packed<Word, Isa::bytes, S, true>(
      v, [&](int c, VectorOf<Word> const& column) { first[c] = column; });
  store_packed<Word, Isa::bytes, S, true>(v + S, [&](int c, VectorOf<Word> const& column) {
    block.store_pair(c, first[c], column);
  });
}

template <int Word, int S, class In>
ISOMER_INLINE void scatter_packed(RowBlock<Word, In> const& block) {
  VectorOf<Word> v[S];
#pragma GCC unroll 8
  for (int c = 0; c < S; ++c) v[c] = (VectorOf<Word>)block.load(c);
  store_packed<Word, Isa::bytes, S, false>(v, [&](int k, VectorOf<Word> const& rows) {
    block.store_rows(block.rows + k * Isa::bytes, (typename Isa::Vector)rows);
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

/// Whole lines of both columns past the caches, from as many rows as they have words; how many rows
/// that were.
template <int Word>
ISOMER_INLINE Offset stream_halves(PanelColumns const& g) {
  constexpr int bytes = halves_bytes<Word>;
  constexpr int parts = static_cast<int>(line) / bytes;
  constexpr int words = static_cast<int>(line) / Word;
  using Part = VectorOf<Word, bytes>;
  Offset r = 0;
  for (; r + words <= g.height; r += words) {
    alignas(line) Part column[2][parts];
#pragma GCC unroll 4
    for (int p = 0; p < parts; ++p) {
      Part v[2];
      char const* const rows = g.rows + (r * 2 * Word + p * 2 * bytes);
      __builtin_memcpy(v, rows, bytes);
      __builtin_memcpy(v + 1, rows + bytes, bytes);
      store_packed<Word, bytes, 2, true>(v, [&](int c, Part const& part) { column[c][p] = part; });
    }
    Offset const at = in_runs(g, r * Word);
#pragma GCC unroll 2
    for (int c = 0; c < 2; ++c) {
      if (g.column[c] == nullptr) continue;
      bool const streams = (g.streams >> c & 1U) != 0;
#pragma GCC unroll 2
      for (int k = 0; k < static_cast<int>(line / Isa::bytes); ++k) {
        typename Isa::Vector v;
        __builtin_memcpy(&v, (char const*)column[c] + k * Isa::bytes, Isa::bytes);
        if (streams) Isa::stream(g.column[c] + at + k * Isa::bytes, v);
        else Isa::store(g.column[c] + at + k * Isa::bytes, v);
      }
    }
  }
  return r;
}

/// Rows of two words that follow each other without gaps, taken apart as they lie. One of the columns
/// may be null.
template <int Word>
ISOMER_INLINE void gather_halves(PanelColumns const& g) {
  constexpr int bytes = halves_bytes<Word>;
  constexpr int words = bytes / Word;
  using Vector = VectorOf<Word, bytes>;
  char* const to[]{g.column[0], g.column[1]};
  Offset r = 0;
  if (g.streams != 0) r = stream_halves<Word>(g);
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
  return g.stride == 2 * Word && g.columns == 2 && g.halved == 0 &&
         (g.run == 0 || g.run >= (g.streams != 0 ? static_cast<int>(line) : halves_bytes<Word>)) &&
         g.next_rows == nullptr && g.next_columns == nullptr;
}

}  // namespace
