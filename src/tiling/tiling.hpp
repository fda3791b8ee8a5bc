// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "machine/machine.hpp"
#include "tiling/slice.hpp"

namespace isomer::detail {

/// Where the arrays are when a move begins.
enum class Residency : std::uint8_t {
  memory,
  cache  ///< both arrays fit into the caches
};

/// How a tile is moved: the one encoding that pricing, tables and kernels read.
struct TileMode {
  bool staged = false;     ///< tiles are collected in a buffer and leave in long runs
  bool skewed = false;     ///< tiles are cut where lines of the output begin (tile/host/skewed.inl)
  bool indirect = false;   ///< words are gathered one by one, each from its own place (gather.inl)
  bool gathered = false;   ///< vectors are, each from a few of the source (gathered_vectors.hpp)
  bool streams = false;    ///< stores go past the caches
  bool pipelined = false;  ///< blocks prefetch the source themselves, where they can (pipeline.inl)
  int prefetch_lines = 0;  ///< distance of the prefetched source; 0 leaves reading to hardware

  /// Words or vectors are gathered.
  bool gathers() const { return indirect || gathered; }

  friend bool operator==(TileMode const&, TileMode const&) = default;
};

/// How a normal problem is cut into tiles, in which order these are walked, and how each is moved.
struct Tiling {
  Slice slice;
  Walk walk = Walk::along_input;
  std::int64_t group = 1;  ///< tiles walked along the input before the next along the output
  TileMode mode;

  friend bool operator==(Tiling const&, Tiling const&) = default;
};

struct Shape;

/// The tiling that a shape leads to on a machine. What is scaled or cast, and what does not leave
/// the registers in whole lines, is staged; unscaled arrays in the caches are not.
Tiling make_tiling(NormalProblem const& normal, Shape const& wanted, Machine const& machine,
                   Residency residency);

/// Tiles that go straight to the destination, through the caches and without a buffer.
Tiling direct_tiling(Slice const& slice, Walk walk);

/// Whether tiles copy the runs that both sides share.
inline bool copies_runs(NormalProblem const& normal, TileMode const& mode) {
  return normal.has_same_fastest() && !mode.gathered;
}

/// Whether both sides share runs that are shorter than a vector.
inline bool has_short_runs(NormalProblem const& normal) {
  constexpr std::int64_t long_bytes = 32;
  return normal.has_same_fastest() && normal.axis[0].extent * normal.element_bytes < long_bytes;
}

/// Bytes of the buffers of all threads together; 0 without staging.
std::size_t workspace_of(NormalProblem const& normal, Tiling const& tiling, int threads);

}  // namespace isomer::detail
