// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "machine/host_kernels.hpp"

namespace isomer::in_place {

/// out(c, r) = in(r, c) for chunks of any size; strides in bytes. `out` and `in` do not overlap.
inline void transpose_chunks(std::int64_t chunk, std::byte* out, std::int64_t out_stride,
                             std::byte const* in, std::int64_t in_stride, std::int64_t rows,
                             std::int64_t cols) {
  if (int const word = tile::word_log2(chunk); word >= 0) {
    auto* const from = reinterpret_cast<char*>(const_cast<std::byte*>(in));  // only read
    tile::kernels().squares.transpose[word](reinterpret_cast<char*>(out), out_stride,
                                            {from, in_stride, rows, cols}, 0);
    return;
  }
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = 0; c < cols; ++c)
      std::memcpy(out + c * out_stride + r * chunk, in + r * in_stride + c * chunk,
                  static_cast<std::size_t>(chunk));
}

}  // namespace isomer::in_place
