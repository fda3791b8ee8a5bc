// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <type_traits>

#include <Kokkos_Macros.hpp>

#include "tile/warp/magic.hpp"

namespace isomer::tile::warp {

/// Of a block that moves slices.
inline constexpr int slice_threads = 256;
/// For a word of each lane of a warp, which is loaded and stored.
inline constexpr double slice_instructions = 29;
/// Of a thread that moves units of `unit_bytes` (cmake/cuda_compile/gates.txt).
constexpr int slice_registers(int unit_bytes) { return unit_bytes < 4 ? 40 : 32; }

/// How a normal problem is cut into slices, as a kernel argument: some indices of each axis, those
/// that make the runs of both sides. All distances are in bytes.
///
/// Words of a slice have a position in input order and one in output order, which is their slot in
/// shared memory. Where a position lies is the sum of two numbers, one for position mod L and one
/// for position div L, so that a block works out two short tables for each side instead of dividing
/// for every word and axis:
///
///      position     0 .. L-1 | L .. 2L-1 | ..        offset = low[position mod L]
///      low          0 .. L-1                                  + high[position div L]
///      high         0          1           ..
///
/// L is a product of the extents of leading axes, times any part of the last one. A word that is
/// less aligned than its size moves in 2^unit_shift units, which have positions and slots of their
/// own, those of a word one after the other.
struct SliceGeometry {
  static constexpr int max_axes = 10;
  /// Axes of which the last slice has fewer indices than the others.
  static constexpr int max_cut_axes = 2;
  static constexpr int is_whole = max_cut_axes;
  static constexpr int in_entry_bytes = 16;  ///< an offset and a slot
  static constexpr int out_entry_bytes = 8;

  /// An axis of which a slice does not take all. `cut` numbers those that are cut unevenly.
  struct BlockDigit {
    Magic extent;
    std::int32_t cut;
    std::int64_t src;
    std::int64_t dst;
  };
  /// An axis within the slice: its extent, and that in the last slice along it.
  struct RunDigit {
    Magic extent[2];
    std::int32_t cut;
    std::int64_t step;
  };
  /// Of the slices that are alike: bit k of their number is set at the edge of the cut axis k.
  struct Shape {
    std::uint32_t units;  ///< of all words
    Magic by_in;          ///< divides by the units of L words
    std::uint32_t in_high;
    Magic by_out;
    std::uint32_t out_high;
    std::int32_t slot_step[max_axes];  ///< by digit of the input
  };

  BlockDigit block[max_axes];
  RunDigit in[max_axes];   ///< in input order, stepping through the source
  RunDigit out[max_axes];  ///< in output order, stepping through the destination
  Shape shape[1 << max_cut_axes];
  std::int32_t block_digits;
  std::int32_t digits;
  std::int32_t blocks;
  std::int32_t out_table;  ///< where it lies in shared memory, behind the input's
  std::int32_t words_at;   ///< where the words do
  std::int32_t unit_shift;
  std::int32_t pad_shift;  ///< a word is left out behind every 2^pad_shift slots
  std::int32_t shared_bytes;

  /// Where a block's slice begins on both sides, and which shape it has.
  struct Place {
    std::int64_t src;
    std::int64_t dst;
    std::int32_t shape;
  };
  KOKKOS_FUNCTION Place locate(int number) const {
    Place place{0, 0, 0};
    auto rest = static_cast<std::uint32_t>(number);
    for (int k = 0; k < block_digits; ++k) {
      BlockDigit const& digit = block[k];
      std::uint32_t const next = digit.extent.quotient(rest);
      std::uint32_t const index = rest - next * digit.extent.divisor;
      bool const is_edge = index + 1 == digit.extent.divisor && digit.cut != is_whole;
      place.shape |= is_edge ? 1 << digit.cut : 0;
      place.src += index * digit.src;
      place.dst += index * digit.dst;
      rest = next;
    }
    return place;
  }

  /// The place of a word in the source and in shared memory, by its position in the input.
  struct Input {
    std::int64_t src;
    std::int32_t slot;
  };
  KOKKOS_FUNCTION Input input(std::uint32_t position, int number) const {
    Input sum{0, 0};
    for (int k = 0; k < digits; ++k) {
      std::uint32_t const index = next_index(in[k], number, position);
      sum.src += index * in[k].step;
      sum.slot += static_cast<std::int32_t>(index) * shape[number].slot_step[k];
    }
    return sum;
  }

  /// The place of a word in the destination, by its position there.
  KOKKOS_FUNCTION std::int64_t output(std::uint32_t position, int number) const {
    std::int64_t sum = 0;
    for (int k = 0; k < digits; ++k) sum += next_index(out[k], number, position) * out[k].step;
    return sum;
  }

  /// 32 words a multiple of 32 slots apart are in different banks.
  KOKKOS_FUNCTION std::uint32_t padded(std::uint32_t slot) const {
    return slot + (slot >> pad_shift);
  }

 private:
  KOKKOS_FUNCTION static std::uint32_t next_index(RunDigit const& digit, int number,
                                                  std::uint32_t& rest) {
    Magic const& extent = digit.extent[number >> digit.cut & 1];
    std::uint32_t const next = extent.quotient(rest);
    std::uint32_t const index = rest - next * extent.divisor;
    rest = next;
    return index;
  }
};

// Kokkos hands smaller functors over as arguments of the kernel.
static_assert(std::is_trivially_copyable_v<SliceGeometry> && sizeof(SliceGeometry) < 3072);

}  // namespace isomer::tile::warp
