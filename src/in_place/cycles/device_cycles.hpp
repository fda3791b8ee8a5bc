// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "in_place/decomposition.hpp"
#include "in_place/device_elements.hpp"
#include "in_place/panel/chunk_cycles.hpp"
#include "in_place/side_by_side.hpp"
#include "in_place/step.hpp"
#include "tile/warp/with_word.hpp"

namespace isomer::in_place {

/// A matrix of long chunks on a device, in one pass: the chunks are slots, and follow the cycles of
/// the transposition to their places, a slice of a chunk by a warp.
class DeviceCycles {
 public:
  /// Shorter chunks are less than a sector.
  static constexpr std::int64_t least_chunk_bytes = 32;

  static std::optional<DeviceCycles> fit(Step const& step, Limits const& limits);

  std::size_t workspace() const { return static_cast<std::size_t>(saved_bytes(cycles_)); }
  ChunkCycles const& cycles() const { return cycles_; }
  Estimate estimate(Step const& step, Limits const& limits) const;
  std::string describe() const;

  /// Calls launch(label, blocks, shared_bytes, kernel) for all kernels, in order.
  template <class Launch>
  void run(Launch const& launch, std::byte* data, std::byte* workspace) const {
    tile::warp::with_word<1, 16>(unit_at(data, cycles_.skinny.element_bytes), [&]<int U>() {
      constexpr auto way = SkinnyWay::to_columns;
      ChunkCycles const cycles = in_units_of(U, cycles_);
      SaveStartsKernel<U> const save{cycles, data, workspace};
      SegmentsKernel<U, way> const segments{cycles, data, workspace};
      UncutCyclesKernel<U, way> const uncut{cycles, data};
      launch("isomer::in_place::cycles::save_starts", save.blocks(), 0, save);
      launch_both(launch, "isomer::in_place::cycles::chunks", uncut, segments,
                  segments.shared_bytes);
    });
  }

 private:
  explicit DeviceCycles(ChunkCycles const& cycles) : cycles_(cycles) {}

  ChunkCycles cycles_;
};

}  // namespace isomer::in_place
