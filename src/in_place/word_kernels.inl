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

template <int N, int S, class Vector>
inline __attribute__((always_inline)) void block_stages(Vector* v) {
  using All = typename MakeSequence<N>::type;
#pragma GCC unroll 32
  for (int k = 0; k < N; ++k)
    if ((k & S) == 0) exchange<AcrossDiagonal<N, S>>(v[k], v[k + S], All{});
  if constexpr (S > 1) block_stages<N, S / 2>(v);
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

/// A square of words in registers.
template <int Word>
struct Square {
  static constexpr int width = vector_bytes<Word>;
  static constexpr int side = width / Word;
  using Vector = typename VectorOf<Word, width>::type;

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
    if constexpr (width == 16) interleave_stages<side>(v);
    else block_stages<side, side / 2>(v);
  }
};

template <int Word>
struct OneWord {
  char bytes[Word];
};

template <int Word>
inline void move_word(char* to, char const* from) {
  __builtin_memcpy(to, from, Word);
}

template <int Word>
inline void transpose_words(char* out, Bytes out_stride, Rectangle in) {
  for (Bytes r = 0; r < in.rows; ++r)
    for (Bytes c = 0; c < in.cols; ++c)
      move_word<Word>(out + c * out_stride + r * Word, in.at + r * in.stride + c * Word);
}

template <int Word>
void transpose(char* out, Bytes out_stride, Rectangle in) {
  if constexpr (Word == 16) {
    transpose_words<Word>(out, out_stride, in);
  } else {
    constexpr Bytes n = Square<Word>::side;
    if (in.rows < n || in.cols < n) {
      transpose_words<Word>(out, out_stride, in);
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
          Square<Word> square;
          square.load(in.at + r * in.stride + c * Word, in.stride);
          square.transpose();
          square.store(out + c * out_stride + r * Word, out_stride);
        }
      }
    }
  }
}

template <int Word>
inline void swap_words(char* a, char* b) {
  OneWord<Word> held_a;
  OneWord<Word> held_b;
  __builtin_memcpy(&held_a, a, Word);
  __builtin_memcpy(&held_b, b, Word);
  __builtin_memcpy(a, &held_b, Word);
  __builtin_memcpy(b, &held_a, Word);
}

/// Rows [r0, r1) and columns [c0, c1) of the rectangle, word by word; on the diagonal only what is
/// above it.
template <int Word>
inline void swap_rest(Rectangle a, char* b, Bytes r0, Bytes r1, Bytes c0, Bytes c1) {
  bool const diagonal = a.at == b;
  for (Bytes r = r0; r < r1; ++r)
    for (Bytes c = diagonal && c0 <= r ? r + 1 : c0; c < c1; ++c)
      swap_words<Word>(a.at + r * a.stride + c * Word, b + c * a.stride + r * Word);
}

/// Into the second level of the cache: two tiles and the two before them are more than the first
/// holds. (Measured: 12 to 17 GB/s where prefetching for writing gave 9 to 12.)
template <int Word>
inline void prefetch_rows(char const* from, Bytes stride) {
  for (int k = 0; k < Square<Word>::side; ++k) __builtin_prefetch(from + k * stride, 0, 2);
}

template <int Word>
void swap(Rectangle a, char* b, NextPair next) {
  if constexpr (Word == 16) {
    (void)next;
    swap_rest<Word>(a, b, 0, a.rows, 0, a.cols);
  } else {
    constexpr Bytes n = Square<Word>::side;
    bool const diagonal = a.at == b;
    Bytes const rows = a.rows / n * n;
    Bytes const cols = a.cols / n * n;
    for (Bytes r = 0; r < rows; r += n)
      for (Bytes c = diagonal ? r : 0; c < cols; c += n) {
        Bytes const in_a = r * a.stride + c * Word;
        Bytes const in_b = c * a.stride + r * Word;
        if (next.a != nullptr) {
          prefetch_rows<Word>(next.a + in_a, a.stride);
          prefetch_rows<Word>(next.b + in_b, a.stride);
        }
        Square<Word> left;
        left.load(a.at + in_a, a.stride);
        left.transpose();
        if (diagonal && r == c) {
          left.store(b + in_b, a.stride);
          continue;
        }
        Square<Word> right;
        right.load(b + in_b, a.stride);
        right.transpose();
        left.store(b + in_b, a.stride);
        right.store(a.at + in_a, a.stride);
      }
    swap_rest<Word>(a, b, 0, rows, cols, a.cols);
    swap_rest<Word>(a, b, rows, a.rows, 0, a.cols);
  }
}

void copy(char* to, char const* from, Bytes bytes, Bytes ahead) {
  using Vector = VectorOf<8, vector_bytes<8>>::type;
  constexpr Bytes line = 64;
  constexpr int vectors = static_cast<int>(line / sizeof(Vector));
  Bytes done = 0;
  for (; done + line <= bytes; done += line) {
    if (ahead != 0) __builtin_prefetch(to + done + ahead);
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
          {transpose<1>, transpose<2>, transpose<4>, transpose<8>, transpose<16>},
          {swap<1>, swap<2>, swap<4>, swap<8>, swap<16>},
          copy};
}

}  // namespace
