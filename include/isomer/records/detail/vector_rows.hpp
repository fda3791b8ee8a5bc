// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>

#include <isomer/records/detail/leaf_moves.hpp>
#include <isomer/records/vec.hpp>

#if defined(ISOMER_HAS_VECTORS)

/// Columns of rows: W rows of bytes at a constant distance, of which each column of numbers of 4
/// or 8 bytes becomes a vec. Vectors are treated in pieces of 16 bytes, within which shuffles are
/// cheapest: a piece holds 16 bytes of one row, and pieces of several rows are transposed in
/// registers.
namespace isomer::detail {

template <int S>
using UnsignedOf = std::make_unsigned_t<IntOf<S>>;
template <int S, int W>
using Column = vec<UnsignedOf<S>, W>;

/// In each piece: the numbers P of two vectors, those of `b` counted on from those of `a`.
template <int... P, class V>
KOKKOS_FORCEINLINE_FUNCTION V shuffle_pieces(V const& a, V const& b) {
  constexpr int in_piece = sizeof...(P);
  constexpr int lanes = static_cast<int>(sizeof(V)) / piece * in_piece;
  return [&]<int... K>(std::integer_sequence<int, K...>) __attribute__((always_inline)) {
    constexpr std::array<int, in_piece> from{P...};
    return __builtin_shufflevector(a, b,
                                   (K / in_piece * in_piece + from[K % in_piece] % in_piece +
                                    (from[K % in_piece] < in_piece ? 0 : lanes))...);
  }
  (std::make_integer_sequence<int, lanes>{});
}
template <int... P, class V>
KOKKOS_FORCEINLINE_FUNCTION V shuffle_pairs(V const& a, V const& b) {
  using Pairs = typename Vector<std::uint64_t, static_cast<int>(sizeof(V)) / 8>::type;
  return reinterpret_cast<V>(
      shuffle_pieces<P...>(reinterpret_cast<Pairs>(a), reinterpret_cast<Pairs>(b)));
}

/// A vector whose pieces lie `distance` bytes apart.
template <class V>
KOKKOS_FORCEINLINE_FUNCTION V gather_pieces(std::byte const* from, std::int64_t distance) {
  using E = std::remove_cvref_t<decltype(std::declval<V&>()[0])>;
  if constexpr (sizeof(V) == piece) {
    V v;
    __builtin_memcpy(&v, from, sizeof(V));
    return v;
  } else {
    constexpr int lanes = static_cast<int>(sizeof(V) / sizeof(E));
    using Half = typename Vector<E, lanes / 2>::type;
    auto const a = gather_pieces<Half>(from, distance);
    auto const b = gather_pieces<Half>(
        from + distance * static_cast<std::int64_t>(sizeof(Half) / piece), distance);
    return [&]<int... K>(std::integer_sequence<int, K...>) __attribute__((always_inline)) {
      return __builtin_shufflevector(a, b, K...);
    }
    (std::make_integer_sequence<int, lanes>{});
  }
}
template <class V>
KOKKOS_FORCEINLINE_FUNCTION void scatter_pieces(std::byte* to, std::int64_t distance, V const& v) {
  using E = std::remove_cvref_t<decltype(std::declval<V&>()[0])>;
  if constexpr (sizeof(V) == piece) {
    __builtin_memcpy(to, &v, sizeof(V));
  } else {
    constexpr int half = static_cast<int>(sizeof(V) / sizeof(E)) / 2;
    using Half = typename Vector<E, half>::type;
    [&]<int... K>(std::integer_sequence<int, K...>) __attribute__((always_inline)) {
      Half const a = __builtin_shufflevector(v, v, K...);
      Half const b = __builtin_shufflevector(v, v, (K + half)...);
      scatter_pieces(to, distance, a);
      scatter_pieces(to + distance * static_cast<std::int64_t>(sizeof(Half) / piece), distance, b);
    }
    (std::make_integer_sequence<int, half>{});
  }
}

/// Where the pieces of one vector lie: in rows of 16 bytes and more, the pieces of four rows (two
/// of 8-byte numbers) go to as many vectors; four shorter rows lie side by side in as many vectors
/// as they have numbers.
template <int S, std::int64_t Row>
struct PieceShape {
  static constexpr int numbers = piece / S;  ///< of a piece
  static constexpr bool is_short = Row < piece;
  static constexpr int vectors = is_short ? static_cast<int>(Row) / S : numbers;
  static constexpr std::int64_t distance = numbers * Row;
  static constexpr std::int64_t at(int vector) { return vector * (is_short ? piece : Row); }
};

/// From pieces to columns.
template <int S, std::int64_t Row, class V, std::size_t N>
KOKKOS_FORCEINLINE_FUNCTION void to_columns(std::array<V, N>& v) {
  if constexpr (N == 4) {
    V const ab = shuffle_pieces<0, 4, 1, 5>(v[0], v[1]);
    V const ab2 = shuffle_pieces<2, 6, 3, 7>(v[0], v[1]);
    V const cd = shuffle_pieces<0, 4, 1, 5>(v[2], v[3]);
    V const cd2 = shuffle_pieces<2, 6, 3, 7>(v[2], v[3]);
    v = {shuffle_pairs<0, 2>(ab, cd), shuffle_pairs<1, 3>(ab, cd), shuffle_pairs<0, 2>(ab2, cd2),
         shuffle_pairs<1, 3>(ab2, cd2)};
  } else if constexpr (N == 3) {
    // x0 y0 z0 x1 | y1 z1 x2 y2 | z2 x3 y3 z3
    V const xy = shuffle_pieces<2, 3, 5, 6>(v[1], v[2]);
    V const yz = shuffle_pieces<1, 2, 4, 5>(v[0], v[1]);
    v = {shuffle_pieces<0, 3, 4, 6>(v[0], xy), shuffle_pieces<0, 2, 5, 7>(yz, xy),
         shuffle_pieces<1, 3, 4, 7>(yz, v[2])};
  } else if constexpr (N == 2 && S == 4) {
    v = {shuffle_pieces<0, 2, 4, 6>(v[0], v[1]), shuffle_pieces<1, 3, 5, 7>(v[0], v[1])};
  } else if constexpr (N == 2) {
    v = {shuffle_pieces<0, 2>(v[0], v[1]), shuffle_pieces<1, 3>(v[0], v[1])};
  }
}
/// And back.
template <int S, std::int64_t Row, class V, std::size_t N>
KOKKOS_FORCEINLINE_FUNCTION void to_pieces(std::array<V, N>& v) {
  if constexpr (N == 3) {
    V const xy = shuffle_pieces<0, 2, 4, 6>(v[0], v[1]);
    V const yz = shuffle_pieces<1, 3, 5, 7>(v[1], v[2]);
    V const zx = shuffle_pieces<0, 2, 5, 7>(v[2], v[0]);
    v = {shuffle_pieces<0, 2, 4, 6>(xy, zx), shuffle_pieces<0, 2, 5, 7>(yz, xy),
         shuffle_pieces<1, 3, 5, 7>(zx, yz)};
  } else if constexpr (N == 2 && S == 4) {
    v = {shuffle_pieces<0, 4, 1, 5>(v[0], v[1]), shuffle_pieces<2, 6, 3, 7>(v[0], v[1])};
  } else {
    to_columns<S, Row>(v);  // a transposition is its own inverse
  }
}

/// The columns of bytes [begin, begin + 16) of W rows, or of all of a shorter row.
template <int S, int W, std::int64_t Row>
using Columns = std::array<Column<S, W>, static_cast<std::size_t>(PieceShape<S, Row>::vectors)>;

/// Whole lines of the rows that a loop comes to soon: pieces of four rows at a time are no stream
/// to a processor, which reads 0.75 to 0.85 of what it reads in order.
template <std::int64_t Bytes>
KOKKOS_FORCEINLINE_FUNCTION void prefetch_rows_ahead(std::byte const* rows) {
  constexpr std::int64_t ahead = 2048;
  constexpr std::int64_t line = 64;
  ISOMER_UNROLL
  for (std::int64_t at = 0; at + line <= Bytes; at += line) __builtin_prefetch(rows + ahead + at);
}

template <int S, int W, std::int64_t Row>
KOKKOS_FORCEINLINE_FUNCTION Columns<S, W, Row> load_columns(std::byte const* rows) {
  using Shape = PieceShape<S, Row>;
  using V = typename Column<S, W>::Part;
  constexpr std::int64_t part_rows = sizeof(V) / S;
  Columns<S, W, Row> columns;
  ISOMER_UNROLL
  for (int p = 0; p < Column<S, W>::parts; ++p) {
    std::array<V, Shape::vectors> v;
    ISOMER_UNROLL
    for (int k = 0; k < Shape::vectors; ++k)
      v[k] = gather_pieces<V>(rows + p * part_rows * Row + Shape::at(k), Shape::distance);
    to_columns<S, Row>(v);
    ISOMER_UNROLL
    for (int k = 0; k < Shape::vectors; ++k) columns[k].isomer_part(p) = v[k];
  }
  return columns;
}
template <int S, int W, std::int64_t Row>
KOKKOS_FORCEINLINE_FUNCTION void store_columns(std::byte* rows, Columns<S, W, Row> const& columns) {
  using Shape = PieceShape<S, Row>;
  using V = typename Column<S, W>::Part;
  constexpr std::int64_t part_rows = sizeof(V) / S;
  ISOMER_UNROLL
  for (int p = 0; p < Column<S, W>::parts; ++p) {
    std::array<V, Shape::vectors> v;
    ISOMER_UNROLL
    for (int k = 0; k < Shape::vectors; ++k) v[k] = columns[k].isomer_part(p);
    to_pieces<S, Row>(v);
    ISOMER_UNROLL
    for (int k = 0; k < Shape::vectors; ++k)
      scatter_pieces(rows + p * part_rows * Row + Shape::at(k), Shape::distance, v[k]);
  }
}

/// The same bits as other numbers of that size.
template <class F, class G, int W>
KOKKOS_FORCEINLINE_FUNCTION vec<F, W> same_bits(vec<G, W> const& values) {
  static_assert(sizeof(F) == sizeof(G));
  vec<F, W> bits;
  ISOMER_UNROLL
  for (int p = 0; p < values.parts; ++p)
    bits.isomer_part(p) = reinterpret_cast<typename vec<F, W>::Part>(values.isomer_part(p));
  return bits;
}

/// The values of F in the bytes from `Byte` on of each number of a column.
template <class F, int Byte, class Word, int W>
KOKKOS_FORCEINLINE_FUNCTION vec<F, W> values_of(vec<Word, W> const& column) {
  if constexpr (sizeof(F) == sizeof(Word)) return same_bits<F>(column);
  else if constexpr (std::is_same_v<F, Word>) return column;
  else return vec<F, W>(column >> Word{8 * Byte});
}

/// Half of each number of 8 bytes.
template <int Half, int W>
KOKKOS_FORCEINLINE_FUNCTION vec<std::uint32_t, W> halves_of(vec<std::uint64_t, W> const& values) {
  using Whole = VectorParts<std::uint64_t, W>;
  using Halves = VectorParts<std::uint32_t, W>;
  using Words = VectorOf<std::uint32_t, 2 * Whole::lanes>;
  constexpr int step = Halves::lanes / Whole::lanes;
  vec<std::uint32_t, W> halves;
  ISOMER_UNROLL
  for (int p = 0; p < Halves::count; ++p) {
    auto const a = reinterpret_cast<Words>(values.isomer_part(p * step));
    auto const b = reinterpret_cast<Words>(values.isomer_part(p * step + step - 1));
    halves.isomer_part(p) = [&]<int... K>(std::integer_sequence<int, K...>)
        __attribute__((always_inline)) {
      return __builtin_shufflevector(a, b, (2 * K + Half)...);
    }
    (std::make_integer_sequence<int, Halves::lanes>{});
  }
  return halves;
}

/// What values add to the column of 4- or 8-byte numbers that begins at byte `To` of a row in which
/// they lie at byte `At`.
template <class Word, int To, int At, class F, int W>
KOKKOS_FORCEINLINE_FUNCTION vec<Word, W> in_column(vec<F, W> const& values) {
  if constexpr (sizeof(F) == sizeof(Word)) return same_bits<Word>(values);
  else if constexpr (sizeof(F) == 8)
    return halves_of<(To - At) / 4>(same_bits<std::uint64_t>(values));
  else
    return vec<Word, W>(same_bits<UnsignedOf<static_cast<int>(sizeof(F))>>(values))
           << Word{8 * (At - To)};
}

}  // namespace isomer::detail

#endif
