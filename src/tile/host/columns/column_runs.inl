// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// How the columns of a panel lie in memory, in one piece or in runs, and how vectors of them are
// loaded and stored.

#include "tile/host/columns.hpp"
#include "tile/host/inline.inl"
#include "tile/host/lanes.inl"

namespace {

using isomer::tile::Offset;
using isomer::tile::PanelColumns;

/// Where the byte of a column lies that would be number `bytes` of one in one piece.
ISOMER_INLINE Offset in_runs(Offset run, Offset step, Offset bytes) {
  if (run == 0) return bytes;
  Offset const before = bytes >> __builtin_ctzll(static_cast<unsigned long long>(run));
  return (bytes & (run - 1)) + before * step;
}
ISOMER_INLINE Offset in_runs(PanelColumns const& g, Offset bytes) {
  return in_runs(g.run, g.step, bytes);
}

/// How a vector of a column lies: as a whole ..
struct WholeRuns {
  static constexpr bool has_halves = false;
  static constexpr bool streams = false;
  static ISOMER_INLINE typename Isa::Vector load(char const* p, Offset) {
    typename Isa::Vector v;
    __builtin_memcpy(&v, p, Isa::bytes);
    return v;
  }
  static ISOMER_INLINE void store(char* p, Offset, typename Isa::Vector const& v) {
    __builtin_memcpy(p, &v, Isa::bytes);
  }
};

/// .. as a whole, or as two halves of the columns that are halved ..
struct HalvedRuns : WholeRuns {
  static constexpr bool has_halves = true;
};

/// .. as whole lines, of which those of some columns leave past the caches ..
template <class Runs>
struct StreamedRuns : Runs {
  static constexpr bool streams = true;
};

/// .. lane by lane ..
struct LaneRuns {
  static constexpr bool has_halves = false;
  static constexpr bool streams = false;

  static ISOMER_INLINE typename Isa::Vector load(char const* p, Offset step) {
    return Isa::join_lanes(p, step);
  }
  static ISOMER_INLINE void store(char* p, Offset step, typename Isa::Vector const& v) {
    Isa::split_lanes(p, step, v);
  }
};

/// .. or two lanes at a time, of vectors with four.
template <class Words>
struct HalfRuns {
  static constexpr bool has_halves = false;
  static constexpr bool streams = false;
  using Half = unsigned long long __attribute__((vector_size(32)));

  static ISOMER_INLINE typename Isa::Vector load(char const* p, Offset step) {
    char const* const half[]{p, p + step};
    return Isa::join(half);
  }
  static ISOMER_INLINE void store(char* p, Offset step, typename Isa::Vector const& v) {
    auto const words = (Words)v;
    Half const first = __builtin_shufflevector(words, words, 0, 1, 2, 3);
    Half const second = __builtin_shufflevector(words, words, 4, 5, 6, 7);
    __builtin_memcpy(p, &first, 32);
    __builtin_memcpy(p + step, &second, 32);
  }
};

/// Calls run(WholeRuns{}) or what else the columns' runs are. `MayStream`: some may leave past the
/// caches.
template <int Word, bool MayStream, class Run>
ISOMER_INLINE void with_runs(PanelColumns const& g, Run const& run) {
  auto const with_vectors = [&]<class Vectors>(Vectors) {
    if constexpr (MayStream && Word >= 4)
      if ((g.streams | g.upper_streams) != 0) return run(StreamedRuns<Vectors>{});
    run(Vectors{});
  };
  if constexpr (Word == 8)
    if (g.halved != 0) return with_vectors(HalvedRuns{});
  if (g.run == 0 || g.run >= Isa::bytes) return with_vectors(WholeRuns{});
  if constexpr (Isa::bytes == line)
    if (g.run == 32) return run(HalfRuns<VectorOf<8>>{});
  if constexpr (Isa::bytes > lane_bytes) run(LaneRuns{});
}

/// The first halves of all words, then the second ones.
template <int Word, int... K>
ISOMER_INLINE VectorOf<Word / 2> halves_apart(VectorOf<Word / 2> const& v, Sequence<K...>) {
  constexpr int words = sizeof...(K) / 2;
  return pick_words<(K < words ? 2 * K : 2 * (K - words) + 1)...>(v, v);
}
/// The first (1: second) halves of the words of two vectors.
template <int Word, int Half, int... K>
ISOMER_INLINE VectorOf<Word / 2> halves_of_pair(VectorOf<Word / 2> const& a,
                                                VectorOf<Word / 2> const& b, Sequence<K...>) {
  return pick_words<(2 * K + Half)...>(a, b);
}
/// And back.
template <int Word, int... K>
ISOMER_INLINE VectorOf<Word / 2> halves_together(VectorOf<Word / 2> const& v, Sequence<K...>) {
  constexpr int words = sizeof...(K) / 2;
  return pick_words<(K % 2 * words + K / 2)...>(v, v);
}

/// As many rows as a vector has words, and then the next ones; where vectors are shorter than the
/// lines that leave past the caches, as many as a line has of them, or of their halves. Values of
/// its own stay in registers, where those of a PanelColumns might be what a vector is stored to.
template <int Word, class In>
struct RowBlock {
  static constexpr bool joins_lines = In::streams && Isa::bytes < line;
  static constexpr int vectors =
      joins_lines ? (In::has_halves ? 2 : 1) * static_cast<int>(line / Isa::bytes) : 1;
  static constexpr int vector_rows = Isa::bytes / Word;
  static constexpr int height = vectors * vector_rows;

  char* rows;
  Offset stride;
  Offset left;  ///< rows, these included
  int columns;
  char* const* column;
  Offset run;
  Offset step;
  unsigned long long halved;
  char* const* upper;
  unsigned long long streams;
  unsigned long long upper_streams;
  Offset above = 0;      ///< bytes of a column
  Offset in_column = 0;  ///< where they end
  Offset in_half = 0;    ///< and those of a column of halves

  explicit RowBlock(PanelColumns const& g)
      : rows(g.rows),
        stride(g.stride),
        left(g.height),
        columns(g.columns),
        column(g.column),
        run(g.run),
        step(g.step),
        halved(g.halved),
        upper(g.upper),
        streams(g.streams),
        upper_streams(g.upper_streams) {}

  ISOMER_INLINE bool is_whole() const { return left >= height; }
  ISOMER_INLINE Offset whole_blocks(Offset most) const {
    return left >= most * height ? most : left / height;
  }
  ISOMER_INLINE void advance(Offset blocks = 1) {
    rows += blocks * height * stride;
    left -= blocks * height;
    above += blocks * vectors * Isa::bytes;
    in_column = in_runs(run, step, above);
    if constexpr (In::has_halves) in_half = in_runs(run / 2, step, above / 2);
  }
  /// Bytes of rows behind the last one's beginning.
  ISOMER_INLINE Offset behind() const { return (left - height) * stride; }

  ISOMER_INLINE typename Isa::Vector load(int c) const {
    if constexpr (In::has_halves)
      if (is_halved(c)) return load_halves(c);
    return In::load(column[c] + in_column, step);
  }
  ISOMER_INLINE void store(int c, typename Isa::Vector const& v) const {
    if constexpr (In::has_halves)
      if (is_halved(c)) return store_halves(c, v);
    store_vector(streams >> c, column[c] + in_column, v);
  }
  /// The vectors of this block and of the next one, where runs have room for both: halves are whole
  /// vectors, too.
  static constexpr int pair_bytes = 2 * Isa::bytes;
  ISOMER_INLINE void store_pair(int c, VectorOf<Word> const& a, VectorOf<Word> const& b,
                                int pair = 0) const {
    if (!is_halved(c)) {
      char* const to = column[c] + in_column + pair * pair_bytes;
      store_vector(streams >> c, to, (typename Isa::Vector)a);
      store_vector(streams >> c, to + Isa::bytes, (typename Isa::Vector)b);
      return;
    }
    auto const first = (VectorOf<Word / 2>)a;
    auto const second = (VectorOf<Word / 2>)b;
    Offset const at = in_half + pair * Isa::bytes;
    using All = typename Halves::type;
    if (column[c] != nullptr)
      store_vector(streams >> c, column[c] + at,
                   (typename Isa::Vector)halves_of_pair<Word, 0>(first, second, All{}));
    if (upper[c] != nullptr)
      store_vector(upper_streams >> c, upper[c] + at,
                   (typename Isa::Vector)halves_of_pair<Word, 1>(first, second, All{}));
  }
  /// All vectors of a column: v[0], v[each], ..
  ISOMER_INLINE void store_all(int c, typename Isa::Vector const* v, int each) const {
    if constexpr (vectors == 1) {
      store(c, *v);
    } else {
#pragma GCC unroll 2
      for (int pair = 0; pair < vectors / 2; ++pair)
        store_pair(c, (VectorOf<Word>)v[2 * pair * each], (VectorOf<Word>)v[(2 * pair + 1) * each],
                   pair);
    }
  }

  /// A whole vector of rows.
  static ISOMER_INLINE void store_rows(char* p, typename Isa::Vector const& v) {
    if constexpr (In::streams) Isa::stream(p, v);
    else WholeRuns::store(p, 0, v);
  }

 private:
  using Halves = MakeSequence<2 * vector_rows>;
  static constexpr int half_bytes = Isa::bytes / 2;

  ISOMER_INLINE bool is_halved(int c) const { return (halved >> c & 1U) != 0; }
  /// Past the caches if the first bit is set.
  ISOMER_INLINE void store_vector(unsigned long long bits, char* p,
                                  typename Isa::Vector const& v) const {
    if constexpr (In::streams)
      if ((bits & 1U) != 0) return Isa::stream(p, v);
    In::store(p, step, v);
  }
  /// In registers: a load does not wait for two stores before it.
  static ISOMER_INLINE typename Isa::Vector joined(char const* const* half) {
    if constexpr (lanes > 1) return Isa::join(half);
    VectorOf<8> v{};
    for (int h = 0; h < 2; ++h) {
      unsigned long long word;
      __builtin_memcpy(&word, half[h], sizeof word);
      v[h] = word;
    }
    return (typename Isa::Vector)v;
  }
  ISOMER_INLINE typename Isa::Vector load_halves(int c) const {
    char const* const half[]{column[c] + in_half, upper[c] + in_half};
    auto const v = (VectorOf<Word / 2>)joined(half);
    return (typename Isa::Vector)halves_together<Word>(v, typename Halves::type{});
  }
  ISOMER_INLINE void store_halves(int c, typename Isa::Vector const& words) const {
    auto const v = halves_apart<Word>((VectorOf<Word / 2>)words, typename Halves::type{});
    auto const* const first = (char const*)&v;
    if (column[c] != nullptr) __builtin_memcpy(column[c] + in_half, first, half_bytes);
    if (upper[c] != nullptr) __builtin_memcpy(upper[c] + in_half, first + half_bytes, half_bytes);
  }
};

/// Calls move(column, row) for the words of a row, and the halves of those that are halved.
template <int Word, class Move>
ISOMER_INLINE void each_word(PanelColumns const& g, Offset r, Move const& move) {
  char* const row = g.rows + r * g.stride;
  Offset const at = in_runs(g, r * Word);
  for (int c = 0; c < g.columns; ++c) {
    if constexpr (Word == 8)
      if ((g.halved >> c & 1U) != 0) {
        constexpr int half = Word / 2;
        Offset const in_half = in_runs(g.run / 2, g.step, r * half);
        char* const halves[]{g.column[c], g.upper[c]};
        for (int h = 0; h < 2; ++h)
          if (halves[h] != nullptr)
            move.template operator()<half>(halves[h] + in_half, row + c * Word + h * half);
        continue;
      }
    move.template operator()<Word>(g.column[c] + at, row + c * Word);
  }
}

template <int Word>
ISOMER_INLINE void gather_words(PanelColumns const& g, Offset from_row) {
  for (Offset r = from_row; r < g.height; ++r)
    each_word<Word>(g, r, []<int Bytes>(char* column, char const* row) {
      __builtin_memcpy(column, row, Bytes);
    });
}

template <int Word>
ISOMER_INLINE void scatter_words(PanelColumns const& g, Offset from_row) {
  for (Offset r = from_row; r < g.height; ++r)
    each_word<Word>(g, r, []<int Bytes>(char const* column, char* row) {
      __builtin_memcpy(row, column, Bytes);
    });
}

}  // namespace
