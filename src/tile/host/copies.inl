// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What keeps its order: contiguous bytes, through the caches or past them.
// For any `Isa` (tile/host/kernels.inl).

#include "tile/host/job.hpp"
#include "tile/host/partial.inl"

namespace {

using isomer::tile::Block;
using isomer::tile::Offset;
using isomer::tile::Tables;
using isomer::tile::Run;

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
inline void copy_block(char const* src, char* out, Tables const& tables, Block const& block,
                       bool stream) {
  Offset const* const row = tables.row_src + block.row;
  Offset const* const to = tables.col_out + block.col;
  src += block.src;
  out += block.out;
  Offset const bytes = tables.run_bytes;
  if (stream && tables.line_high) {
    for (int r = 0; r < block.rows; ++r) stream_lines(out + to[r], src + row[r], bytes);
  } else if (bytes <= Isa::bytes) {
    for (int r = 0; r < block.rows; ++r)
      Isa::copy_part(out + to[r], src + row[r], static_cast<int>(bytes));
  } else {
    for (int r = 0; r < block.rows; ++r) copy_plain(out + to[r], src + row[r], bytes);
  }
}

void copy_runs(char* dst, char const* src, Run const* run, long long runs, bool stream) {
  for (long long k = 0; k < runs; ++k) {
    if (stream) copy_stream(dst + run[k].to, src + run[k].from, run[k].bytes);
    else copy_plain(dst + run[k].to, src + run[k].from, run[k].bytes);
  }
}

}  // namespace
