// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Elements of one type as those of another: a staged tile from buffer to buffer, and runs straight
// from the source to the destination. For any `Isa` (tile/host/kernels.inl).

#include "tile/host/copies.inl"
#include "tile/host/job.hpp"
#include "tile/host/scale.inl"

namespace {

using isomer::tile::Cast;
using isomer::tile::Offset;
using isomer::tile::Run;
using isomer::tile::Scale;
using isomer::tile::Tables;

/// Words to where they are `to_step` bytes apart from where they are `from_step` apart.
template <int Word>
inline void spread(char* to, long long to_step, char const* from, long long from_step,
                   long long count) {
  for (long long k = 0; k < count; ++k)
    __builtin_memcpy(to + k * to_step, from + k * from_step, Word);
}
inline void spread(char* to, long long to_step, char const* from, long long from_step,
                   long long count, int word) {
  switch (word) {
    case 1: return spread<1>(to, to_step, from, from_step, count);
    case 2: return spread<2>(to, to_step, from, from_step, count);
    case 4: return spread<4>(to, to_step, from, from_step, count);
    case 8: return spread<8>(to, to_step, from, from_step, count);
    default: return spread<16>(to, to_step, from, from_step, count);
  }
}

/// Elements of which a first-level cache holds the source, the result and where that goes.
constexpr long long cast_batch = 512;

/// Up to where a line of the destination starts, if that is between two elements.
inline long long first_batch(char const* dst, int bytes) {
  auto const start = static_cast<long long>(reinterpret_cast<unsigned long long>(dst) %
                                            isomer::tile::line_bytes);
  return start % bytes == 0 ? cast_batch - start / bytes : cast_batch;
}

void cast_run(char* dst, long long dst_step, char const* src, long long src_step, long long count,
              Cast const& cast, Scale const* scale, bool stream) {
  alignas(64) char gathered[cast_batch * 16];
  alignas(64) char results[cast_batch * 16];
  bool const reads_side_by_side = src_step == cast.from_bytes;
  bool const writes_side_by_side = dst_step == cast.to_bytes;
  long long batch = writes_side_by_side ? first_batch(dst, cast.to_bytes) : cast_batch;
  while (count > 0) {
    if (batch > count) batch = count;
    if (!reads_side_by_side)
      spread(gathered, cast.from_bytes, src, src_step, batch, cast.from_bytes);
    char const* const from = reads_side_by_side ? src : gathered;
    if (writes_side_by_side && scale == nullptr && !stream) {
      cast.row(dst, from, batch);
    } else {
      cast.row(results, from, batch);
      if (scale != nullptr) scale_run(dst, dst_step, results, cast.to_bytes, batch, *scale);
      else if (writes_side_by_side) copy_stream(dst, results, batch * cast.to_bytes);
      else spread(dst, dst_step, results, cast.to_bytes, batch, cast.to_bytes);
    }
    dst += batch * dst_step;
    src += batch * src_step;
    count -= batch;
    batch = cast_batch;
  }
}

}  // namespace
