// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "tile/host/offset.hpp"

namespace isomer::tile {

/// The bytes of a block in another order, and of the blocks behind it: each vector of the result
/// picks its bytes from some vectors of the source.
struct BytePermutation {
  static constexpr int vector_bytes = 64;
  static constexpr int max_picks = 8;  ///< of a vector: their indices stay in registers

  static constexpr unsigned char none = 0x80;

  struct alignas(vector_bytes) Pick {
    unsigned char index[vector_bytes];  ///< of the byte for each byte of the result, or `none`
    Offset from;                        ///< where the vector lies in a block
  };
  struct Result {
    Offset to;  ///< where the vector lies in a block
    int first;  ///< of its picks
    int picks;
  };

  Pick const* pick;
  Result const* result;  ///< [results]
  int results;
  Offset from_bytes;  ///< of a block
  Offset to_bytes;

  /// `to` and `from` do not overlap. Results are stored past the caches if `streams`: they are
  /// whole cache lines then.
  using Move = void (*)(BytePermutation const&, char* to, char const* from, Offset blocks,
                        bool streams);
};

}  // namespace isomer::tile
