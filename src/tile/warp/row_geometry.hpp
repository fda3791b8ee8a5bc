// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include <Kokkos_Macros.hpp>

#include "tile/warp/magic.hpp"

namespace isomer::tile::warp {

/// How the runs that both sides of a normal problem share are cut into pieces, as a kernel
/// argument. All distances are in bytes.
///
/// A piece is taken by `group` threads, each of which has up to four vectors of 16 bytes under way:
/// long runs are cut into pieces for a whole block, of short ones a block takes several.
struct RowGeometry {
  static constexpr int max_axes = 10;
  static constexpr int threads = 256;
  static constexpr int vector_bytes = 16;
  static constexpr int vectors = 4;  ///< of a thread at a time
  static constexpr int max_piece_bytes = threads * vectors * vector_bytes;

  struct Digit {
    Magic extent;
    std::int64_t src;
    std::int64_t dst;
  };

  Digit digit[max_axes];  ///< of the number of a piece: first the pieces of a run, then the runs
  std::int32_t digits;
  std::int32_t piece_bytes;
  std::int32_t last_bytes;  ///< of the last piece of each run
  std::int32_t group;       ///< a power of two
  std::int32_t pieces;
  std::int32_t blocks;
  std::int32_t alignment;  ///< the largest power of two that divides all distances, 16 at most

  /// Where a piece begins on both sides, and what it has.
  struct Place {
    std::int64_t src;
    std::int64_t dst;
    std::int32_t bytes;
  };
  KOKKOS_FUNCTION Place locate(int number) const {
    Place place{0, 0, piece_bytes};
    auto rest = static_cast<std::uint32_t>(number);
    for (int k = 0; k < digits; ++k) {
      std::uint32_t const next = digit[k].extent.quotient(rest);
      std::uint32_t const index = rest - next * digit[k].extent.divisor;
      if (k == 0 && index + 1 == digit[k].extent.divisor) place.bytes = last_bytes;
      place.src += index * digit[k].src;
      place.dst += index * digit[k].dst;
      rest = next;
    }
    return place;
  }
};

static_assert(std::is_trivially_copyable_v<RowGeometry> && sizeof(RowGeometry) < 1024);

}  // namespace isomer::tile::warp
