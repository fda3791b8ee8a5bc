// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What is gathered, for tiles of which blocks would be a few words: runs of the output whose words
// come one by one, each from its own place (TTLG's orthogonal-arbitrary kernel), and vectors with
// words of a few vectors of the source. Where the fastest axes of both sides are short, 16 words
// that lie side by side in the output lie in four to eight vectors of the source; two at a time
// are put together by a permutation of both. What is worked out of a vector serves all places
// that differ in the other axes only.
// For any `Isa` (tile/host/kernels.inl).

#include "tile/host/job.hpp"
#include "tile/host/lanes.inl"
#include "tile/host/partial.inl"
#include "tile/host/transpose.inl"

namespace {

using isomer::tile::Block;
using isomer::tile::Offset;
using isomer::tile::Tables;
using isomer::tile::VectorGather;

/// Bytes of a word as they are loaded and stored.
template <int Word>
inline __attribute__((always_inline)) void load_store(char* d, char const* s) {
  __builtin_memcpy(d, s, Word);
}

/// Four words at a time: their loads do not wait for each other's stores.
template <int Word>
__attribute__((noinline)) void gather_run(char* out, char const* src, Offset const* place,
                                          int words) {
  constexpr int turn = 4;
  int k = 0;
  for (; k + turn <= words; k += turn) {
    char word[turn][Word];
#pragma GCC unroll 4
    for (int j = 0; j < turn; ++j) load_store<Word>(word[j], src + place[k + j]);
#pragma GCC unroll 4
    for (int j = 0; j < turn; ++j) load_store<Word>(out + (k + j) * Word, word[j]);
  }
  for (; k < words; ++k) load_store<Word>(out + k * Word, src + place[k]);
}

#ifdef ISOMER_ISA_PERMUTES

struct StoreLane {
  void operator()(char* d, typename Isa::Lane v) const { Isa::store_lane(d, v); }
};
struct StoreFirst {
  int bytes;
  void operator()(char* d, typename Isa::Lane v) const { Isa::store_first(d, v, bytes); }
};

/// A vector of the output at `count` places.
template <int Word, int Pairs, class Store>
__attribute__((noinline)) void gather_vectors(VectorGather const& vector, char* out,
                                              char const* src, Offset const* to,
                                              Offset const* from, int count, Store const& store) {
  auto const index = Isa::load(vector.index);
  Offset source[2 * Pairs];
  typename Isa::Mask is_from[Pairs];
#pragma GCC unroll 8
  for (int p = 0; p < Pairs; ++p) {
    source[2 * p] = vector.source[2 * p];
    source[2 * p + 1] = vector.source[2 * p + 1];
    is_from[p] = Isa::template mask<Word>(vector.from[p]);
  }
  for (int k = 0; k < count; ++k) {
    char const* const s = src + from[k];
    auto const pair = [&](int p) {
      return Isa::template permute_pair<Word>(index, Isa::load(s + source[2 * p]),
                                              Isa::load(s + source[2 * p + 1]));
    };
    auto all = pair(0);
#pragma GCC unroll 8
    for (int p = 1; p < Pairs; ++p) all = Isa::template choose<Word>(is_from[p], all, pair(p));
    store(out + to[k], all);
  }
}

/// The same of bytes, of which there are permutations within 16 only: the bytes that each source
/// has, and zeros elsewhere.
template <int Pairs, class Store>
__attribute__((noinline)) void gather_lanes(VectorGather const& lane, char* out, char const* src,
                                            Offset const* to, Offset const* from, int count,
                                            Store const& store) {
  constexpr int sources = 2 * Pairs;
  typename Isa::Lane index[sources];
  Offset source[sources];
#pragma GCC unroll 8
  for (int i = 0; i < sources; ++i) {
    index[i] = Isa::load_lane(lane.index + i * lane_bytes);
    source[i] = lane.source[i];
  }
  for (int k = 0; k < count; ++k) {
    char const* const s = src + from[k];
    auto all = Isa::shuffle(index[0], s + source[0]);
#pragma GCC unroll 8
    for (int i = 1; i < sources; ++i) all = Isa::either(all, Isa::shuffle(index[i], s + source[i]));
    store(out + to[k], all);
  }
}

template <int Word, int Pairs>
inline void gather_places(VectorGather const& vector, char* out, char const* src,
                          Offset const* to, Offset const* from, int count, bool stream) {
  if constexpr (Pairs <= isomer::tile::most_gathered_pairs) {
    if (vector.pairs != Pairs)
      return gather_places<Word, Pairs + 1>(vector, out, src, to, from, count, stream);
    auto const gather = [&](auto const& store) {
      if constexpr (Word == 1) gather_lanes<Pairs>(vector, out, src, to, from, count, store);
      else gather_vectors<Word, Pairs>(vector, out, src, to, from, count, store);
    };
    if constexpr (Word == 1) {
      if (vector.bytes < lane_bytes) gather(StoreFirst{vector.bytes});
      else gather(StoreLane{});
    } else {
      if (vector.bytes < Isa::bytes) gather(StorePart{vector.bytes});
      else if (stream) gather(StreamAll{});
      else gather(StoreAll{});
    }
  }
}

/// A block that is a vector at some places. False for others.
template <int Word>
inline bool gather_vector_block(char const* src, char* out, Tables const& tables,
                                Block const& block, bool stream) {
  if (tables.gathers == nullptr) return false;
  VectorGather const& vector = tables.gathers[block.col];
  gather_places<Word, 1>(vector, out + vector.out, src, tables.col_out + block.row,
                         tables.row_src + block.row, block.rows, stream);
  return true;
}

#endif

/// Not inlined: it would make others longer that are called for each block.
template <int Word>
__attribute__((noinline)) void gather_block(char const* src, char* out, Tables const& tables,
                                            Block const& block, [[maybe_unused]] bool stream) {
#ifdef ISOMER_ISA_PERMUTES
  if constexpr (Word < 16)
    if (gather_vector_block<Word>(src, out, tables, block, stream)) return;
#endif
  gather_run<Word>(out + block.out, src + block.src, tables.row_src + block.row, block.rows);
}

}  // namespace
