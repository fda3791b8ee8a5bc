// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The word kernels, written once over `vector_bytes<Word>`, the width of a row of the square that
// is transposed in registers, which each instruction set's file defines before it includes this.
// All names live in an anonymous namespace: every instruction set gets copies of its own.
//
// A square of n x n words, n = vector_bytes / Word, takes log2(n) stages. In vectors of 16 bytes
// a stage interleaves vector k with vector k + n/2: one instruction everywhere. In wider ones it
// exchanges blocks of s x s words across the diagonal, s = n/2 .. 1, which crosses the 16-byte
// lanes with whole lanes only:
//
//     a a b b      a a c c      a b c d
//     a a b b  ->  a a c c  ->  . . . .
//     c c d d      b b d d
//     c c d d      b b d d

namespace {

using isomer::in_place::Bytes;
using isomer::in_place::NextPair;
using isomer::in_place::Rectangle;

/// Vectors of words; one by one, because GCC takes no vector of a dependent size.
template <int Word, int Width>
struct VectorOf;
#define ISOMER_VECTOR(WORD, TYPE, WIDTH)                     \
  template <>                                                \
  struct VectorOf<WORD, WIDTH> {                             \
    using type = TYPE __attribute__((vector_size(WIDTH))); \
  };
#define ISOMER_VECTORS(WIDTH)             \
  ISOMER_VECTOR(1, unsigned char, WIDTH)  \
  ISOMER_VECTOR(2, unsigned short, WIDTH) \
  ISOMER_VECTOR(4, unsigned int, WIDTH)   \
  ISOMER_VECTOR(8, unsigned long long, WIDTH)
ISOMER_VECTORS(16)
ISOMER_VECTORS(32)
ISOMER_VECTORS(64)
#undef ISOMER_VECTORS
#undef ISOMER_VECTOR

template <int... K>
struct Sequence {};
template <int N, int... K>
struct MakeSequence : MakeSequence<N - 1, N - 1, K...> {};
template <int... K>
struct MakeSequence<0, K...> {
  using type = Sequence<K...>;
};

/// Two new vectors from two old ones: word k of the first is word first(k) of a followed by b.
template <class Choice, class Vector, int... K>
inline __attribute__((always_inline)) void exchange(Vector& a, Vector& b, Sequence<K...>) {
  Vector const first = __builtin_shufflevector(a, b, Choice::first(K)...);
  b = __builtin_shufflevector(a, b, Choice::second(K)...);
  a = first;
}

template <int N>
struct Interleave {
  static constexpr int first(int k) { return k / 2 + k % 2 * N; }
  static constexpr int second(int k) { return N / 2 + first(k); }
};

template <int N, int S>
struct AcrossDiagonal {
  static constexpr int first(int k) { return (k & S) != 0 ? N + k - S : k; }
  static constexpr int second(int k) { return (k & S) != 0 ? N + k : k + S; }
};

/// `Parts`: elements of a vector that make up a word.
template <int N, int S, int Parts, class Vector>
inline __attribute__((always_inline)) void block_stages(Vector* v) {
  using All = typename MakeSequence<N * Parts>::type;
#pragma GCC unroll 32
  for (int k = 0; k < N; ++k)
    if ((k & S) == 0) exchange<AcrossDiagonal<N * Parts, S * Parts>>(v[k], v[k + S], All{});
  if constexpr (S > 1) block_stages<N, S / 2, Parts>(v);
}

template <int N, class Vector>
inline __attribute__((always_inline)) void interleave_stages(Vector* v) {
  using All = typename MakeSequence<N>::type;
#pragma GCC unroll 8
  for (int stage = 1; stage < N; stage *= 2) {
    Vector next[N];
#pragma GCC unroll 32
    for (int k = 0; k < N / 2; ++k) {
      exchange<Interleave<N>>(v[k], v[k + N / 2], All{});
      next[2 * k] = v[k];
      next[2 * k + 1] = v[k + N / 2];
    }
#pragma GCC unroll 32
    for (int k = 0; k < N; ++k) v[k] = next[k];
  }
}

/// Of the elements in which processors move a word: they have none of 16 bytes.
constexpr int element_bytes(int word) { return word < 8 ? word : 8; }

/// A square of words in registers.
template <int Word>
struct Square {
  static constexpr int width = vector_bytes<Word>;
  static constexpr int side = width / Word;
  static constexpr int element = element_bytes(Word);
  using Vector = typename VectorOf<element, width>::type;

  Vector v[side];

  inline __attribute__((always_inline)) void load(char const* from, Bytes stride) {
#pragma GCC unroll 32
    for (int k = 0; k < side; ++k) __builtin_memcpy(&v[k], from + k * stride, width);
  }
  inline __attribute__((always_inline)) void store(char* to, Bytes stride) const {
#pragma GCC unroll 32
    for (int k = 0; k < side; ++k) __builtin_memcpy(to + k * stride, &v[k], width);
  }
  inline __attribute__((always_inline)) void transpose() {
    if constexpr (side == 1) return;
    else if constexpr (width == 16) interleave_stages<side>(v);
    else block_stages<side, side / 2, Word / element>(v);
  }
};

/// As many words as fill a cache line, squared. Each row is read and written once: where rows share
/// a set of the cache, parts of one would meet none of the others again. (8192 x 8192 bytes:
/// 0.4 to 0.6 of copy, 0.2 in parts of 16 bytes.)
template <int Word>
struct LineSquare {
  static constexpr int width = 64;
  static constexpr int side = width / Word;

  char read[side * width];
  char written[side * width];

  inline __attribute__((always_inline)) void load(char const* from, Bytes stride) {
    for (int k = 0; k < side; ++k) __builtin_memcpy(read + k * width, from + k * stride, width);
  }
  inline __attribute__((always_inline)) void store(char* to, Bytes stride) const {
    for (int k = 0; k < side; ++k) __builtin_memcpy(to + k * stride, written + k * width, width);
  }
  inline void transpose() {
    constexpr int n = Square<Word>::side;
    for (int r = 0; r < side; r += n)
      for (int c = 0; c < side; c += n) {
        Square<Word> square;
        square.load(read + r * width + c * Word, width);
        square.transpose();
        square.store(written + c * width + r * Word, width);
      }
  }
};

template <int Word>
struct OneWord {
  static constexpr int width = Word;
  static constexpr int side = 1;

  char bytes[Word];

  inline void load(char const* from, Bytes) { __builtin_memcpy(bytes, from, Word); }
  inline void store(char* to, Bytes) const { __builtin_memcpy(to, bytes, Word); }
  inline void transpose() {}
};

template <int Word>
inline void move_word(char* to, char const* from) {
  __builtin_memcpy(to, from, Word);
}

/// Everything that only prefetches is always inline: GCC takes a function without other effects for
/// one without any and drops the call.
#define ISOMER_ASK inline __attribute__((always_inline))

constexpr Bytes line = 64;

/// Into the second level of the cache: two tiles and the two before them are more than the first
/// holds. (Measured: 12 to 17 GB/s where prefetching for writing gave 9 to 12.)
ISOMER_ASK void prefetch(char const* p) { __builtin_prefetch(p, 0, 2); }

template <int Word>
inline void transpose_words(char* out, Bytes out_stride, Rectangle in, Bytes ahead) {
  for (Bytes r = 0; r < in.rows; ++r) {
    char const* const row = in.at + r * in.stride;
    if (ahead != 0)
      for (Bytes k = 0; k < in.cols * Word; k += line) prefetch(row + k + ahead);
    for (Bytes c = 0; c < in.cols; ++c)
      move_word<Word>(out + c * out_stride + r * Word, row + c * Word);
  }
}

template <int Word>
void transpose(char* out, Bytes out_stride, Rectangle in, Bytes ahead) {
  constexpr Bytes n = Square<Word>::side;
  if (in.rows < n || in.cols < n) {
    transpose_words<Word>(out, out_stride, in, ahead);
    return;
  }
  // What is left of the last square is done by one that overlaps the one before: moving a word
  // twice is harmless here.
  // Strips of 64 columns: so many rows of the result are being written at a time.
  constexpr Bytes strip = 64;
  for (Bytes c0 = 0; c0 < in.cols; c0 += strip) {
    Bytes const c1 = c0 + strip < in.cols ? c0 + strip : in.cols;
    for (Bytes r = 0; r < in.rows; r += n) {
      if (r + n > in.rows) r = in.rows - n;
      for (Bytes c = c0; c < c1; c += n) {
        if (c + n > in.cols) c = in.cols - n;
        char const* const from = in.at + r * in.stride + c * Word;
        if (ahead != 0 && c * Word % line == 0)
          for (Bytes k = 0; k < n; ++k) prefetch(from + k * in.stride + ahead);
        Square<Word> square;
        square.load(from, in.stride);
        square.transpose();
        square.store(out + c * out_stride + r * Word, out_stride);
      }
    }
  }
}

/// The lines of a tile, row by row. Each is asked for by its last byte: where rows start within a
/// line, the one it starts in has come with the tile before.
struct LinesOfRows {
  char const* row;
  Bytes stride;
  Bytes rows;
  Bytes bytes;
  Bytes at = 0;

  ISOMER_ASK void ask(Bytes lines) {
    for (; lines > 0 && rows > 0; --lines) {
      prefetch(row + at + line - 1);
      at += line;
      if (at < bytes) continue;
      at = 0;
      row += stride;
      --rows;
    }
  }
};

/// Asks for the pair to come, a share for each square of this one, which has the same shape.
template <int Word, class Square>
class Ahead {
 public:
  Ahead(Rectangle const& tile, NextPair const& next)
      : next_(next),
        stride_(tile.stride),
        a_{next.a, tile.stride, tile.rows, tile.cols * Word},
        b_{next.b, tile.stride, tile.cols, tile.rows * Word} {}

  ISOMER_ASK void ask(Bytes r, Bytes c) {
    constexpr Bytes lines = Square::side * Square::width / line;
    if (next_.a == nullptr) return;
    if (next_.row_by_row) {
      a_.ask(lines);
      b_.ask(lines);
      return;
    }
    if (c * Word % line == 0) ask_each(next_.a + r * stride_ + c * Word + line - 1);
    if (r * Word % line == 0) ask_each(next_.b + c * stride_ + r * Word + line - 1);
    if (r == 0) ask_each(next_.b + c * stride_);
  }

 private:
  ISOMER_ASK void ask_each(char const* from) const {
    for (int k = 0; k < Square::side; ++k) prefetch(from + k * stride_);
  }

  NextPair next_;
  Bytes stride_;
  LinesOfRows a_;
  LinesOfRows b_;
};

#undef ISOMER_ASK

/// A part of a tile. On the diagonal, what lies on or above it.
struct Part {
  Bytes first_row, last_row;
  Bytes first_col, last_col;
};

/// Exchanges squares as large as possible, and what they leave in smaller ones.
template <int Word, class Square, class... Smaller, class Ask>
inline void swap_part(Rectangle const& a, char* b, Part const& part, Ask&& ask) {
  constexpr Bytes n = Square::side;
  bool const diagonal = a.at == b;
  Bytes const rows = part.first_row + (part.last_row - part.first_row) / n * n;
  Bytes const cols = part.first_col + (part.last_col - part.first_col) / n * n;
  for (Bytes r = part.first_row; r < rows; r += n)
    for (Bytes c = diagonal && part.first_col < r ? r : part.first_col; c < cols; c += n) {
      char* const in_a = a.at + r * a.stride + c * Word;
      char* const in_b = b + c * a.stride + r * Word;
      ask(r, c);
      Square left;
      left.load(in_a, a.stride);
      left.transpose();
      if (in_a == in_b) {
        left.store(in_b, a.stride);
        continue;
      }
      Square right;
      right.load(in_b, a.stride);
      right.transpose();
      left.store(in_b, a.stride);
      right.store(in_a, a.stride);
    }
  if constexpr (sizeof...(Smaller) > 0) {
    auto const nothing = [](Bytes, Bytes) {};
    swap_part<Word, Smaller...>(a, b, {part.first_row, rows, cols, part.last_col}, nothing);
    swap_part<Word, Smaller...>(a, b, {rows, part.last_row, part.first_col, part.last_col},
                                nothing);
  }
}

template <int Word, class Square, class... Smaller>
inline void swap_in(Rectangle const& a, char* b, NextPair const& next) {
  Ahead<Word, Square> ahead(a, next);
  swap_part<Word, Square, Smaller...>(a, b, {0, a.rows, 0, a.cols},
                                      [&](Bytes r, Bytes c) { ahead.ask(r, c); });
}

template <int Word>
void swap(Rectangle a, char* b, NextPair next) {
  if constexpr (Square<Word>::width == line) {
    swap_in<Word, Square<Word>, OneWord<Word>>(a, b, next);
  } else {
    // Squares that are exchanged through a buffer ask for eight lines or more at a time, which had
    // better be of one row. (AVX2, Zen 3: 0.66 of copy column by column and 0.79 row by row over 13
    // sizes, on small pages too; floats 0.60, 0.71; bytes alike.)
    next.row_by_row = true;
    swap_in<Word, LineSquare<Word>, Square<Word>, OneWord<Word>>(a, b, next);
  }
}

void copy(char* to, char const* from, Bytes bytes) {
  using Vector = VectorOf<8, vector_bytes<8>>::type;
  constexpr int vectors = static_cast<int>(line / sizeof(Vector));
  Bytes done = 0;
  for (; done + line <= bytes; done += line) {
    Vector v[vectors];
#pragma GCC unroll 4
    for (int k = 0; k < vectors; ++k)
      __builtin_memcpy(&v[k], from + done + k * static_cast<Bytes>(sizeof(Vector)), sizeof(Vector));
#pragma GCC unroll 4
    for (int k = 0; k < vectors; ++k)
      __builtin_memcpy(to + done + k * static_cast<Bytes>(sizeof(Vector)), &v[k], sizeof(Vector));
    asm volatile("" ::: "memory");  // else the compiler sees a memcpy and calls it
  }
  __builtin_memcpy(to + done, from + done, static_cast<unsigned long>(bytes - done));
}

constexpr isomer::in_place::WordKernels kernels_for(char const* name) {
  return {name,
          {Square<1>::side, Square<2>::side, Square<4>::side, Square<8>::side, Square<16>::side},
          {transpose<1>, transpose<2>, transpose<4>, transpose<8>, transpose<16>},
          {swap<1>, swap<2>, swap<4>, swap<8>, swap<16>},
          copy};
}

}  // namespace
