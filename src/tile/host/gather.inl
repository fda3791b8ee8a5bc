// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Runs of the output whose words come from anywhere: a table has the place of each in the source,
// the same for all runs of a tile. It serves tiles in which the axes of both runs are mixed, of
// which blocks would be a few words (TTLG's orthogonal-arbitrary kernel).
// For any `Isa` (tile/host/kernels.inl).

#include "tile/host/job.hpp"
#include "tile/host/lanes.inl"
#include "tile/host/partial.inl"

namespace {

using isomer::tile::Block;
using isomer::tile::Offset;
using isomer::tile::Tables;

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

template <int Word>
inline void gather_block(char const* src, char* out, Tables const& tables, Block const& block) {
  gather_run<Word>(out + block.out, src + block.src, tables.row_src + block.row, block.rows);
}

}  // namespace
