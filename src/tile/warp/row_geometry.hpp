// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include <Kokkos_Macros.hpp>

#include "team/team.hpp"
#include "tile/warp/magic.hpp"
#include "tile/warp/run.hpp"

namespace isomer::tile::warp {

/// How the runs that both sides of a normal problem share are cut into pieces, as a kernel
/// argument. All distances are in bytes.
///
/// A block has 16 KiB of pieces in shared memory, each in a slot of at most 4 KiB. A warp takes a
/// piece, or several short ones: lanes side by side have vectors side by side.
struct RowGeometry {
  static constexpr int max_axes = 10;
  static constexpr int threads = 128;
  static constexpr int max_of_block = 128;
  static constexpr int max_slot_bytes = 4 << 10;
  static constexpr int max_bytes = 16 << 10;  ///< of all slots

  struct Digit {
    Magic extent;
    std::int64_t src;
    std::int64_t dst;
  };

  Digit digit[max_axes];  ///< of the number of a piece: first the pieces of a run, then the runs
  std::int32_t digits;
  std::int32_t piece_bytes;
  std::int32_t last_bytes;   ///< of the last piece of each run
  std::int32_t lanes_shift;  ///< log2 of the lanes that share a piece
  std::int32_t of_block;     ///< pieces that a block takes
  std::int32_t pieces;
  std::int32_t blocks;
  std::int32_t alignment;  ///< the largest power of two that divides all distances, 16 at most

  KOKKOS_FUNCTION static constexpr std::int32_t up_to_sectors(std::int32_t bytes) {
    return (bytes + team::sector_bytes - 1) / team::sector_bytes * team::sector_bytes;
  }
  /// Where pieces of a block lie in shared memory, behind the table of them: where they begin, and
  /// how many bytes they have.
  KOKKOS_FUNCTION static std::int32_t place_at(std::int32_t k) { return k * 16; }
  KOKKOS_FUNCTION std::int32_t bytes_at(std::int32_t k) const { return of_block * 16 + k * 4; }
  KOKKOS_FUNCTION std::int32_t piece_at(std::int32_t k) const {
    return up_to_sectors(of_block * 20) + k * slot_bytes();
  }
  /// A piece begins as far behind a sector as in the source: a vector that lies across two sectors
  /// of shared memory would be fetched twice, at 0.95 of the rate.
  KOKKOS_FUNCTION std::int32_t slot_bytes() const {
    return up_to_sectors(piece_bytes + team::sector_bytes - 1);
  }
  KOKKOS_FUNCTION std::int32_t shared_bytes() const { return piece_at(of_block); }

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
