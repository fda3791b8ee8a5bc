// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The tile kernels, written once over an `Isa` that each instruction set's file defines, behind
// tile/partial.inl, before it includes this one:
//   bytes                      of a vector
//   Vector                     the vector as bytes
//   piece                      bytes of the pieces that join() takes
//   turn                       pieces of each row that a turn of the innermost loop takes
//   join(p)                    the pieces at p[0], p[1], .. as one vector
//   join_part(p, n)            the same of 16-byte pieces, reading only n bytes of each
//   permute<Word>(index, v), permute<Word>(otherwise, mask, index, v)
//                              word index[k] of v as word k (where the mask has a bit)
//   load_part(p, n)
//   most_few                   rows or columns for which these pay; the four with the macro
//                              ISOMER_ISA_PERMUTES
//   load(p), store(d, v), store_part(d, v, n)
//   stream(d, v)               v to an aligned d past the caches
//   stream_line(d, s)          64 bytes to an aligned d past the caches
//   copy_part(d, s, n)         n <= bytes
//   stream_joined(d, a, s, n)  the line whose first n bytes are at a, the others at s, as
//                              stream_line; a is a whole line of anything behind them, and so may
//                              be read what lies n bytes before s
//   prefetch(p), fence()
// All names here live in an anonymous namespace: every instruction set gets copies of its own.
//
// A block of R rows and C columns (R = bytes/word, n = 16/word) is transposed a piece of each row
// at a time. With pieces of one lane, vector i is joined from rows i, n+i, 2n+i, .., so the n
// vectors hold squares of n x n side by side, and transposing within lanes leaves whole columns:
//
//     row 0   a b | . .      row i of each square in vector i         vector 0: a e i m
//     row 1   e f | . .  ->  vector 0: a b i j   in-lane 2 x 2   ->   vector 1: b f j n
//     row 2   i j | . .      vector 1: e f m n
//     row 3   m n | . .
//
// With pieces of two lanes half the loads do: vectors 0..n are joined from rows i and n+i, vectors
// n..2n from rows R/2+i and R/2+n+i. In-lane transposition then leaves a lane of column j beside one
// of column n+j, and the even (odd) lanes of vector j followed by those of n+j are the whole column.

#include "tile/lanes.inl"

namespace {

using isomer::tile::Ahead;
using isomer::tile::Block;
using isomer::tile::Job;
using isomer::tile::Offset;
using isomer::tile::Program;
using isomer::tile::Run;
using isomer::tile::Scale;
using isomer::tile::Tile;

constexpr int pieces = Isa::bytes / Isa::piece;

/// Addresses anywhere.
template <class Pointer>
class Scattered {
 public:
  Scattered(Pointer base, Offset const* offset) : base_(base), offset_(offset) {}
  Pointer operator[](int i) const { return base_ + offset_[i]; }
  Scattered further(Offset bytes) const { return {base_ + bytes, offset_}; }

 private:
  Pointer base_;
  Offset const* offset_;
};

/// Where the columns of a block go, a piece of them at a time.
template <int Word>
struct EvenColumns {
  char* out;
  Offset step;
  auto from(int c) const { return Even<Isa::piece / Word, char*>(out + c * step, step); }
};
struct ScatteredColumns {
  char* out;
  Offset const* offset;
  auto from(int c) const { return Scattered<char*>(out, offset + c); }
};

/// A whole vector, through the caches or past them, or so many bytes of it.
struct StoreAll {
  void operator()(char* d, typename Isa::Vector v) const { Isa::store(d, v); }
};
struct StreamAll {
  void operator()(char* d, typename Isa::Vector v) const { Isa::stream(d, v); }
};
struct StorePart {
  int bytes;
  void operator()(char* d, typename Isa::Vector v) const { Isa::store_part(d, v, bytes); }
};

/// Nothing else is done while a block is transposed. What is, has `is_any`, `half_line<Rows>(at,
/// half)`, called twice for each line of the rows with the bytes before it, and `rows_crowd`: whether
/// they drive each other out of the first-level cache.
struct Alone {
  static constexpr bool is_any = false;
};

/// Words of a piece of each row: the columns that transpose_pieces yields.
template <int Word>
constexpr int piece_columns = Isa::piece / Word;

/// A piece of each of a vector's rows from `first` on as columns.
template <int Word, class Rows>
inline __attribute__((always_inline)) void transpose_pieces(Rows const& rows, int first,
                                                            typename Isa::Vector* column) {
  constexpr int n = lane_bytes / Word;
  constexpr int squares = Isa::piece / lane_bytes;
  VectorOf<Word> v[squares * n];
#pragma GCC unroll 32
  for (int i = 0; i < squares * n; ++i) {
    char const* piece[pieces];
#pragma GCC unroll 4
    for (int l = 0; l < pieces; ++l)
      piece[l] = rows[first + (i / n * pieces + l) * n + i % n];
    v[i] = (VectorOf<Word>)Isa::join(piece);
  }
#pragma GCC unroll 2
  for (int square = 0; square < squares; ++square) {
    if constexpr (n > 1) transpose_lanes<Word>(v + square * n);
  }
#pragma GCC unroll 16
  for (int j = 0; j < n; ++j) {
    if constexpr (squares == 1) {
      column[j] = (typename Isa::Vector)v[j];
    } else {
      using All = typename MakeSequence<Isa::bytes / 8>::type;
      auto const a = (VectorOf<8>)v[j];
      auto const b = (VectorOf<8>)v[n + j];
      column[j] = (typename Isa::Vector)take_every_other<false>(a, b, All{});
      column[n + j] = (typename Isa::Vector)take_every_other<true>(a, b, All{});
    }
  }
}

/// The same of as many rows as `Stack` vectors hold, behind those of `first` vectors, to to[0],
/// to[1], ..
template <int Word, int Stack, class Rows, class Columns, class Store>
inline __attribute__((always_inline)) void transpose_stack(Rows const& rows, Columns const& to,
                                                           Store const& store, int first = 0) {
  typename Isa::Vector column[Stack][piece_columns<Word>];
#pragma GCC unroll 4
  for (int g = 0; g < Stack; ++g)
    transpose_pieces<Word>(rows, (first + g) * Isa::bytes / Word, column[g]);
#pragma GCC unroll 32
  for (int j = 0; j < piece_columns<Word>; ++j)
#pragma GCC unroll 4
    for (int g = 0; g < Stack; ++g) store(to[j] + (first + g) * Isa::bytes, column[g][j]);
}

/// Whether there is one place in the first-level cache for the lines of half a block's rows, but not
/// for those of all.
template <int Word>
constexpr bool halves_fit = isomer::tile::line_bytes / Word > isomer::tile::ways &&
                            isomer::tile::line_bytes / Word / 2 <= isomer::tile::ways;

/// Half of the line of each row that begins with column `c`, or the line of half the rows where
/// there is no room for all.
template <int Word, int Stack, bool RowsCrowd, class Rows, class Columns, class Store>
inline __attribute__((always_inline)) void transpose_half(Rows const& rows, Columns const& columns,
                                                          int c, int half, Store const& store) {
  constexpr bool by_rows = RowsCrowd && Stack > 1;
  constexpr int stack = by_rows ? Stack / 2 : Stack;
  constexpr int words = isomer::tile::line_bytes / Word / (by_rows ? 1 : 2);
  int const begin = by_rows ? c : c + half * words;
#pragma GCC unroll 4
  for (int k = begin; k < begin + words; k += piece_columns<Word>)
    transpose_stack<Word, stack>(rows.further(k * Word), columns.from(k), store,
                                 by_rows ? half * stack : 0);
}

/// Columns by whole lines of the rows, while something else is done. Returns how many.
template <int Word, int Stack, class Rows, class Columns, class Store, class Meanwhile>
inline __attribute__((always_inline)) int transpose_woven(Rows const& rows, Columns const& columns,
                                                          int count, Store const& store,
                                                          Meanwhile const& meanwhile) {
  constexpr int height = Stack * Isa::bytes / Word;
  constexpr int words = isomer::tile::line_bytes / Word;
  int c = 0;
  for (; c + words <= count; c += words)
#pragma GCC unroll 2
    for (int h = 0; h < 2; ++h) {
      meanwhile.template half_line<height>(c * Word, h);
      transpose_half<Word, Stack, Meanwhile::rows_crowd>(rows, columns, c, h, store);
    }
  if (c < count) {
    meanwhile.template half_line<height>(c * Word, 0);
    meanwhile.template half_line<height>(c * Word, 1);
  }
  return c;
}

/// All columns of a block that has a piece of columns at least.
template <int Word, int Stack, class Rows, class Columns, class Store, class Meanwhile>
inline __attribute__((always_inline)) void transpose_whole(Rows const& rows,
                                                           Columns const& columns, int count,
                                                           Store const& store,
                                                           Meanwhile const& meanwhile) {
  constexpr int step = piece_columns<Word>;
  int c = 0;
  if constexpr (Meanwhile::is_any)
    c = transpose_woven<Word, Stack>(rows, columns, count, store, meanwhile);
  for (; c + Isa::turn * step <= count; c += Isa::turn * step)
#pragma GCC unroll 2
    for (int k = c; k < c + Isa::turn * step; k += step)
      transpose_stack<Word, Stack>(rows.further(k * Word), columns.from(k), store);
  for (; c + step <= count; c += step)
    transpose_stack<Word, Stack>(rows.further(c * Word), columns.from(c), store);
  // The last columns again, so that they fill a piece: moving twice is harmless.
  if (c < count)
    transpose_stack<Word, Stack>(rows.further((count - step) * Word), columns.from(count - step),
                                 store);
}

/// Blocks whose rows, or columns, lie at unequal distances.
template <int Word, int Stack, class Store, class Meanwhile>
__attribute__((noinline)) void transpose_scattered(char const* src, char* out, Offset const* row,
                                                   Offset const* col, Block const& block,
                                                   Store const& store,
                                                   Meanwhile const& meanwhile) {
  Scattered<char const*> const rows(src, row);
  transpose_whole<Word, Stack>(rows, ScatteredColumns{out, col}, block.cols, store, meanwhile);
}

/// Blocks of as many rows as `Stack` vectors hold.
template <int Word, int Stack, class Store, class Meanwhile>
inline __attribute__((always_inline)) void transpose_full(char const* src, char* out,
                                                          Offset const* row, Offset const* col,
                                                          Block const& block, Store const& store,
                                                          Meanwhile const& meanwhile) {
  if (block.row_step == 0 || block.col_step == 0)
    return transpose_scattered<Word, Stack>(src, out, row, col, block, store, meanwhile);
  Even<Stack * Isa::bytes / Word, char const*> const rows(src + row[0], block.row_step);
  transpose_whole<Word, Stack>(rows, EvenColumns<Word>{out + col[0], block.col_step}, block.cols,
                               store, meanwhile);
}

/// Blocks with less rows than a vector has words: missing rows repeat the last one; their words are
/// not stored.
template <int Word>
__attribute__((noinline)) void transpose_short(char const* src, char* out, Offset const* row,
                                               Offset const* col, Block const& block) {
  constexpr int height = Isa::bytes / Word;
  Offset held[height];
  for (int r = 0; r < height; ++r) held[r] = row[r < block.rows ? r : block.rows - 1];
  Scattered<char const*> const rows(src, held);
  transpose_whole<Word, 1>(rows, ScatteredColumns{out, col}, block.cols,
                           StorePart{block.rows * Word}, Alone{});
}

/// Blocks that have fewer columns: a lane of columns at a time.
template <int Word, bool AllRows>
inline void transpose_lane(char const* src, char* out, Offset const* row, int rows,
                           Offset const* col, int columns) {
  constexpr int n = lane_bytes / Word;
  VectorOf<Word> v[n];
#pragma GCC unroll 16
  for (int i = 0; i < n; ++i) {
    char const* piece[lanes];
#pragma GCC unroll 4
    for (int l = 0; l < lanes; ++l) {
      int const r = l * n + i;
      piece[l] = src + row[AllRows || r < rows ? r : rows - 1];
    }
    v[i] = (VectorOf<Word>)Isa::join_part(piece, columns * Word);
  }
  if constexpr (n > 1) transpose_lanes<Word>(v);
#pragma GCC unroll 16
  for (int j = 0; j < n; ++j) {
    if (j >= columns) return;
    if constexpr (AllRows) Isa::store(out + col[j], (typename Isa::Vector)v[j]);
    else Isa::store_part(out + col[j], (typename Isa::Vector)v[j], rows * Word);
  }
}

template <int Word>
void transpose_part(char const* src, char* out, Program const& program, Block const& block) {
  constexpr int n = lane_bytes / Word;
  constexpr int height = Isa::bytes / Word;
  Offset const* const row = program.row_src + block.row;
  Offset const* const col = program.col_out + block.col;
  for (int c = 0; c < block.cols; c += n) {
    int const columns = block.cols - c < n ? block.cols - c : n;
    char const* const from = src + c * Word;
    if (block.rows == height)
      transpose_lane<Word, true>(from, out, row, height, col + c, columns);
    else
      transpose_lane<Word, false>(from, out, row, block.rows, col + c, columns);
  }
}

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
  static constexpr unsigned long long mask(int vector, int from) {
    unsigned long long bits = 0;
    for (int k = 0; k < words; ++k)
      if (source(vector, k) == from) bits |= 1ULL << k;
    return bits;
  }
  template <int... K>
  static inline __attribute__((always_inline)) VectorOf<Word> index(int vector, Sequence<K...>) {
    using T = typename VectorOfWord<Word>::word;
    return VectorOf<Word>{static_cast<T>(position(vector, K))...};
  }
};

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
      out[k] = Isa::template permute<Word>(out[k], Plan::mask(k, i), index, v[i]);
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

constexpr int most_few = Isa::most_few;

/// S stretches of `count` words that start `apart` from each other, and S times as many words that
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
  if constexpr (S <= most_few) {
    if (s != S) return rearrange<Word, Interleave, S + 1>(s, src, out, apart, count);
    rearrange_all<Word, S, Interleave>(src, out, apart, count);
  }
}

/// Blocks of a few rows that become columns side by side, or of a few columns that lie side by
/// side: records and their fields. False for others.
template <int Word>
inline bool transpose_few(char const* src, char* out, Program const& program, Block const& block) {
  Offset const* const row = program.row_src + block.row;
  Offset const* const col = program.col_out + block.col;
  if (program.few_rows) rearrange<Word, true, 2>(block.rows, src, out + col[0], row, block.cols);
  else if (program.few_columns)
    rearrange<Word, false, 2>(block.cols, src + row[0], out, col, block.rows);
  else return false;
  return true;
}

#else

constexpr int most_few = 0;

#endif

/// Blocks of so many rows that each column is a whole line of the output.
template <int Word, class Store, class Meanwhile>
__attribute__((noinline)) void transpose_lines(char const* src, char* out, Program const& program,
                                               Block const& block, Store const& store,
                                               Meanwhile const& meanwhile) {
  transpose_full<Word, isomer::tile::line_bytes / Isa::bytes>(
      src + block.src, out + block.out, program.row_src + block.row, program.col_out + block.col,
      block, store, meanwhile);
}

template <int Word>
inline void transpose_block(char const* src, char* out, Program const& program, Block const& block,
                            bool stream) {
  constexpr int height = Isa::bytes / Word;
  if (program.line_high)
    return stream ? transpose_lines<Word>(src, out, program, block, StreamAll{}, Alone{})
                  : transpose_lines<Word>(src, out, program, block, StoreAll{}, Alone{});
  src += block.src;
  out += block.out;
  Offset const* const row = program.row_src + block.row;
  Offset const* const col = program.col_out + block.col;
#ifdef ISOMER_ISA_PERMUTES
  if constexpr (Word > 1 && Word < 16)
    if (transpose_few<Word>(src, out, program, block)) return;
#endif
  if (block.cols < Isa::piece / Word)
    transpose_part<Word>(src, out, program, block);
  else if (block.rows < height)
    transpose_short<Word>(src, out, row, col, block);
  else
    transpose_full<Word, 1>(src, out, row, col, block, StoreAll{}, Alone{});
}

/// Ends that do not fill a vector are moved without masks: a masked store takes longer than two that
/// overlap (floats in rows of 529, in L2: 86 ns/KiB with masks, 77).
inline void copy_plain(char* dst, char const* src, Offset bytes) {
  if (bytes < Isa::bytes) return copy_bytes(dst, src, static_cast<int>(bytes));
  Offset const last = bytes - Isa::bytes;
  for (Offset k = 0; k < last; k += Isa::bytes) Isa::store(dst + k, Isa::load(src + k));
  Isa::store(dst + last, Isa::load(src + last));
}

inline void copy_line(char* dst, char const* src) {
#pragma GCC unroll 4
  for (int k = 0; k < isomer::tile::line_bytes; k += Isa::bytes)
    Isa::store(dst + k, Isa::load(src + k));
}

/// Whole lines to where a line starts, past the caches.
inline void stream_lines(char* dst, char const* src, Offset bytes) {
#pragma GCC unroll 4
  for (Offset k = 0; k < bytes; k += isomer::tile::line_bytes) Isa::stream_line(dst + k, src + k);
}

/// Whole lines past the caches; the ends, which other stores complete, through them.
inline void copy_stream(char* dst, char const* src, Offset bytes) {
  Offset const to_line = (64 - (reinterpret_cast<unsigned long long>(dst) & 63)) & 63;
  Offset const head = to_line < bytes ? to_line : bytes;
  copy_plain(dst, src, head);
  dst += head;
  src += head;
  bytes -= head;
  Offset const lines = bytes / isomer::tile::line_bytes * isomer::tile::line_bytes;
  stream_lines(dst, src, lines);
  copy_plain(dst + lines, src + lines, bytes - lines);
}

/// Shared runs keep their order: row r of the block is run r.
inline void copy_block(char const* src, char* out, Program const& program, Block const& block,
                       bool stream) {
  Offset const* const row = program.row_src + block.row;
  Offset const* const to = program.col_out + block.col;
  src += block.src;
  out += block.out;
  Offset const bytes = program.run_bytes;
  if (stream && program.line_high) {
    for (int r = 0; r < block.rows; ++r) stream_lines(out + to[r], src + row[r], bytes);
  } else if (bytes <= Isa::bytes) {
    for (int r = 0; r < block.rows; ++r)
      Isa::copy_part(out + to[r], src + row[r], static_cast<int>(bytes));
  } else {
    for (int r = 0; r < block.rows; ++r) copy_plain(out + to[r], src + row[r], bytes);
  }
}

struct Yes {
  static constexpr bool value = true;
};
struct No {
  static constexpr bool value = false;
};

/// A complex number as two reals: kept apart from the library types, whose inline functions could
/// be shared with other instruction sets.
template <class Real>
struct Complex {
  Real re;
  Real im;
};
template <class Real>
inline Complex<Real> operator*(Complex<Real> a, Complex<Real> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
template <class Real>
inline Complex<Real> operator+(Complex<Real> a, Complex<Real> b) {
  return {a.re + b.re, a.im + b.im};
}
template <class T>
inline T conjugated(T value) {
  return value;
}
template <class Real>
inline Complex<Real> conjugated(Complex<Real> z) {
  return {z.re, -z.im};
}

template <class T>
inline T product(T a, T b) {
  return a * b;
}
/// Unsigned short would be multiplied as int, which overflows.
inline unsigned short product(unsigned short a, unsigned short b) {
  return static_cast<unsigned short>(static_cast<unsigned>(a) * static_cast<unsigned>(b));
}
inline unsigned char product(unsigned char a, unsigned char b) {
  return static_cast<unsigned char>(static_cast<unsigned>(a) * static_cast<unsigned>(b));
}

template <class T, bool Reads, bool Conjugate>
inline void scale_loop(char* dst, long long dst_step, char const* src, long long src_step,
                       long long count, Scale const& scale) {
  T alpha;
  T beta;
  __builtin_memcpy(&alpha, scale.alpha, sizeof(T));
  __builtin_memcpy(&beta, scale.beta, sizeof(T));
  for (long long k = 0; k < count; ++k) {
    T value;
    __builtin_memcpy(&value, src + k * src_step, sizeof(T));
    value = product(alpha, Conjugate ? conjugated(value) : value);
    if constexpr (Reads) {
      T old;
      __builtin_memcpy(&old, dst + k * dst_step, sizeof(T));
      value = static_cast<T>(value + product(beta, old));
    }
    __builtin_memcpy(dst + k * dst_step, &value, sizeof(T));
  }
}

template <class T>
void scale_any(char* dst, long long dst_step, char const* src, long long src_step, long long count,
               Scale const& scale) {
  // Constant steps let the compiler vectorise the usual case.
  constexpr auto packed = static_cast<long long>(sizeof(T));
  auto const loop = [&](auto reads, auto conjugate) {
    constexpr bool r = decltype(reads)::value;
    constexpr bool c = decltype(conjugate)::value;
    if (dst_step == packed && src_step == packed)
      scale_loop<T, r, c>(dst, packed, src, packed, count, scale);
    else
      scale_loop<T, r, c>(dst, dst_step, src, src_step, count, scale);
  };
  if (scale.reads_dst) {
    if (scale.conjugate) loop(Yes{}, Yes{});
    else loop(Yes{}, No{});
  } else {
    if (scale.conjugate) loop(No{}, Yes{});
    else loop(No{}, No{});
  }
}

/// In the order of isomer::detail::Scalar. Signed integers share the unsigned loops: two's
/// complement multiplication and addition wrap alike, and unsigned overflow is defined.
void scale_run(char* dst, long long dst_step, char const* src, long long src_step,
               long long count, Scale const& scale) {
  switch (scale.scalar) {
    case 1:
    case 2:
      return scale_any<unsigned char>(dst, dst_step, src, src_step, count, scale);
    case 3:
    case 4:
      return scale_any<unsigned short>(dst, dst_step, src, src_step, count, scale);
    case 5:
    case 6:
      return scale_any<unsigned int>(dst, dst_step, src, src_step, count, scale);
    case 7:
    case 8:
      return scale_any<unsigned long long>(dst, dst_step, src, src_step, count, scale);
    case 9:
      return scale_any<float>(dst, dst_step, src, src_step, count, scale);
    case 10:
      return scale_any<double>(dst, dst_step, src, src_step, count, scale);
    case 11:
      return scale_any<long double>(dst, dst_step, src, src_step, count, scale);
    case 12:
      return scale_any<Complex<float>>(dst, dst_step, src, src_step, count, scale);
    case 13:
      return scale_any<Complex<double>>(dst, dst_step, src, src_step, count, scale);
    default:
      return;
  }
}

int scalar_bytes(int scalar) {
  constexpr int bytes[] = {0, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 16, 8, 16};
  return bytes[scalar];
}

}  // namespace

#include "tile/outflow.inl"
#include "tile/slanted.inl"
#include "tile/woven.inl"

namespace {

/// Asks for so many lines of each of some pieces, without a loop over them: with one, a line took
/// fourteen instructions, as many as it takes to transpose (doubles, AVX2).
template <int Lines>
void ask_for(char const* src, Offset const* piece, Offset const* end) {
  asm volatile("");  // GCC drops calls of a function that does nothing but fetch ahead
  for (; piece != end; ++piece) {
    char const* const from = src + *piece;
#pragma GCC unroll 8
    for (int k = 0; k < Lines; ++k) Isa::prefetch(from + isomer::tile::line_bytes * k);
  }
}

void ask_for(int lines, char const* src, Offset const* piece, Offset const* end) {
  static_assert(isomer::tile::most_lines_ahead == 8);
  switch (lines) {
    case 1: return ask_for<1>(src, piece, end);
    case 2: return ask_for<2>(src, piece, end);
    case 3: return ask_for<3>(src, piece, end);
    case 4: return ask_for<4>(src, piece, end);
    case 5: return ask_for<5>(src, piece, end);
    case 6: return ask_for<6>(src, piece, end);
    case 7: return ask_for<7>(src, piece, end);
    default: return ask_for<8>(src, piece, end);
  }
}

/// Asks for the source a constant number of pieces ahead of the work and across the ends of tiles.
class Lookahead {
 public:
  explicit Lookahead(Job const& job) : job_(job), runs_(job.prefetch_lines > 0) {
    if (!runs_) return;
    next_tile();
    if (runs_) ask(job_.prefetch_lines / ahead_->lines);
  }

  /// A tile begins, whose pieces are asked for elsewhere in its steps: as many as it has. (With some
  /// more in each tile, by rounding, the lead grew until what was asked for left the cache again.)
  void start(Program const& at_work) { due_ = at_work.ahead.pieces; }
  void step(Program const& at_work) {
    if (!runs_) return;
    int const share = due_ < at_work.ahead.per_step ? due_ : at_work.ahead.per_step;
    due_ -= share;
    ask(share);
  }

 private:
  void next_tile() {
    runs_ = job_.next(job_.ahead, &tile_);
    if (!runs_) return;
    ahead_ = &tile_.program->ahead;
    piece_ = 0;
  }

  void ask(int wanted) {
    while (runs_ && wanted > 0) {
      int const left = ahead_->pieces - piece_;
      int const count = wanted < left ? wanted : left;
      Offset const* const start = ahead_->start + piece_;
      ask_for(ahead_->lines, tile_.src, start, start + count);
      wanted -= count;
      piece_ += count;
      if (piece_ == ahead_->pieces) next_tile();
    }
  }

  Job const& job_;
  Tile tile_{};
  Ahead const* ahead_ = nullptr;
  int piece_ = 0;
  int due_ = 0;
  bool runs_;
};

template <int Word>
inline void move_blocks(Program const& program, int begin, int end, char* out, char const* src,
                        bool stream) {
  for (int k = begin; k < end; ++k) {
    if constexpr (Word == 0) copy_block(src, out, program, program.block[k], stream);
    else transpose_block<Word>(src, out, program, program.block[k], stream);
  }
}

/// Some blocks of a tile, slanted or not.
template <int Word>
inline void move_tile(Tile const& tile, int begin, int end, char* out, bool stream) {
  if constexpr (Word >= isomer::tile::least_slanted_word) {
    if (tile.program->rows > 0)
      return stream ? move_slanted<Word, ToLines>(tile, out, begin, end)
                    : move_slanted<Word, Upright>(tile, out, begin, end);
  }
  move_blocks<Word>(*tile.program, begin, end, out, tile.src, stream);
}

/// Between some blocks and the next, lines are asked for and leave the buffer.
template <int Word>
inline void move_in_steps(Tile const& tile, char* out, bool stream, Lookahead& lookahead,
                          Outflow& outflow) {
  Program const& program = *tile.program;
  outflow.spread(program.steps);
  lookahead.start(program);
  for (int k = 0; k < program.blocks;) {
    lookahead.step(program);
    int const end = k + program.step < program.blocks ? k + program.step : program.blocks;
    move_tile<Word>(tile, k, end, out, stream);
    k = end;
    outflow.step();
  }
}

template <int Word>
void run_tiles(Job const& job) {
  Tile tile;
  bool const staged = job.stage[0] != nullptr;
  Outflow outflow(job);
  Lookahead lookahead(job);
  Successor successor(job);
  for (int side = 0; job.next(job.walk, &tile); side ^= 1) {
    char* const out = staged ? job.stage[side] : tile.dst;
    Tile const* const next = successor.next();
    if (job.weaves && tile.program->line_high) weave_tile<Word>(tile, next, out, outflow);
    else move_in_steps<Word>(tile, out, job.stream && !staged, lookahead, outflow);
    if (staged) {
      outflow.finish();
      outflow.start(tile, out);
    }
  }
  outflow.finish();
}

void run_tile(Program const& program, char* dst, char const* src, int word) {
  switch (word) {
    case 0: return move_blocks<0>(program, 0, program.blocks, dst, src, false);
    case 1: return move_blocks<1>(program, 0, program.blocks, dst, src, false);
    case 2: return move_blocks<2>(program, 0, program.blocks, dst, src, false);
    case 4: return move_blocks<4>(program, 0, program.blocks, dst, src, false);
    case 8: return move_blocks<8>(program, 0, program.blocks, dst, src, false);
    default: return move_blocks<16>(program, 0, program.blocks, dst, src, false);
  }
}

void run_job(Job const& job) {
  switch (job.word) {
    case 0: run_tiles<0>(job); break;
    case 1: run_tiles<1>(job); break;
    case 2: run_tiles<2>(job); break;
    case 4: run_tiles<4>(job); break;
    case 8: run_tiles<8>(job); break;
    default: run_tiles<16>(job); break;
  }
  if (job.stream) Isa::fence();
}

void copy_runs(char* dst, char const* src, Run const* run, long long runs, bool stream) {
  for (long long k = 0; k < runs; ++k) {
    if (stream) copy_stream(dst + run[k].to, src + run[k].from, run[k].bytes);
    else copy_plain(dst + run[k].to, src + run[k].from, run[k].bytes);
  }
}

}  // namespace
