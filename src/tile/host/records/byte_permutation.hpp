// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tile/host/offset.hpp"

namespace isomer::tile {

/// The bytes of a block in another order, and of the blocks behind it: each vector of the result
/// picks its bytes from some windows of the source, as large as one instruction permutes.
struct BytePermutation {
  static constexpr int line_bytes = 64;
  static constexpr int max_windows = 2;  ///< of a pick
  static constexpr int max_picks = 8;    ///< of a vector: their indices stay in registers

  static constexpr unsigned char none = 0x80;

  struct alignas(line_bytes) Pick {
    /// For each byte of the result the byte of its window, or `none`.
    unsigned char index[line_bytes];
    /// Where windows lie in a block, for as many bytes of the result each.
    Offset from[max_windows];
  };
  struct Result {
    Offset to;  ///< where the vector lies in a block
    int first;  ///< of its picks
    int picks;
  };

  /// Whether a window is a whole vector.
  static constexpr bool has_whole_windows(int window_bytes) { return window_bytes == line_bytes; }
  /// Bytes of the vectors of the result.
  static constexpr int vector_bytes(int window_bytes) {
    return has_whole_windows(window_bytes) ? line_bytes : max_windows * window_bytes;
  }

  Pick const* pick;
  Result const* result;  ///< [results]
  int results;
  Offset from_bytes;  ///< of a block
  Offset to_bytes;

  using Move = void (*)(BytePermutation const&, char* to, char const* from, Offset blocks,
                        bool streams);
};

/// What permutes bytes on a processor.
struct BytePermuter {
  int window_bytes;  ///< 0 where there is none
  /// `to` and `from` do not overlap. Results are stored past the caches if `streams`: blocks are
  /// whole cache lines then.
  BytePermutation::Move move;
};

}  // namespace isomer::tile
