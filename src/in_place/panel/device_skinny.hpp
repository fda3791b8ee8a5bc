// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "in_place/clear_flags.hpp"
#include "in_place/decomposition.hpp"
#include "in_place/device_elements.hpp"
#include "in_place/panel/device_chunks.hpp"
#include "in_place/panel/device_panels.hpp"
#include "in_place/step.hpp"
#include "tile/warp/with_word.hpp"

namespace isomer::in_place {

/// Records to columns, or columns to records, on a device, in two passes for any number of records:
/// panels through shared memory, then their chunks along cycles.
class DeviceSkinny {
 public:
  /// Nothing where a panel of chunks of 256 bytes does not fit shared memory, there are not two
  /// panels, or the workspace has no room for what is saved.
  static std::optional<DeviceSkinny> fit(Step const& step, Limits const& limits);
  /// The workspace of the plan with the fewest starts.
  static std::optional<std::size_t> least_workspace(Step const& step, Limits const& limits);

  std::size_t workspace() const;
  Estimate estimate(Step const& step, Limits const& limits) const;
  std::string describe() const;
  SkinnyGeometry const& geometry() const { return cycles_.skinny; }
  ChunkCycles const& cycles() const { return cycles_; }
  SkinnyWay way() const { return way_; }

  /// Calls launch(label, blocks, shared_bytes, kernel) for all kernels, in order. The workspace
  /// begins at a multiple of workspace_alignment.
  template <class Launch>
  void run(Launch const& launch, std::byte* data, std::byte* workspace) const {
    tile::warp::with_word<1, 16>(unit_at(data, geometry().element_bytes), [&]<int U>() {
      in_units_of(U).template run_in_units<U>(launch, data, workspace);
    });
  }

 private:
  template <int U, class Launch>
  void run_in_units(Launch const& launch, std::byte* data, std::byte* workspace) const {
    std::byte* const strip = workspace;
    std::byte* const other = workspace + strip_bytes();
    constexpr auto columns = SkinnyWay::to_columns;
    constexpr auto records = SkinnyWay::to_records;
    if (way_ == columns) {
      move_strip<U, columns, StripStep::save>(launch, data, strip);
      move_panels<U, columns>(launch, data, other);
      move_chunks<U, columns>(launch, data, other);
      move_strip<U, columns, StripStep::place>(launch, data, strip);
    } else {
      move_strip<U, records, StripStep::save>(launch, data, strip);
      move_chunks<U, records>(launch, data, other);
      move_panels<U, records>(launch, data, other);
      move_strip<U, records, StripStep::place>(launch, data, strip);
    }
  }

  DeviceSkinny(Step const& step, std::int64_t height);
  bool fits(std::int64_t prime, std::int64_t workspace);
  /// The same plan, for data that are less aligned than their elements.
  DeviceSkinny in_units_of(int bytes) const;
  std::int64_t strip_bytes() const;
  std::int64_t flag_bytes() const;
  std::int64_t saved_bytes() const { return cycles_.starts() * geometry().chunk_bytes(); }

  template <int U, SkinnyWay way, StripStep step, class Launch>
  void move_strip(Launch const& launch, std::byte* data, std::byte* saved) const {
    using Kernel = StripKernel<U, way, step>;
    int const blocks = (geometry().strip_elements() + Kernel::threads - 1) / Kernel::threads;
    if (blocks == 0) return;
    launch(step == StripStep::save ? "isomer::in_place::skinny::save_strip"
                                   : "isomer::in_place::skinny::place_strip",
           geometry().items * blocks, 0,
           Kernel{geometry(), tile::warp::Magic(static_cast<std::uint32_t>(blocks)), data, saved});
  }

  template <int U, SkinnyWay way, class Launch>
  void move_panels(Launch const& launch, std::byte* data, std::byte* workspace) const {
    PanelsKernel<U, way> const kernel{geometry(), data,
                                      reinterpret_cast<std::uint32_t*>(workspace)};
    clear_flags(launch, kernel.flags, kernel.flag_count());
    launch("isomer::in_place::skinny::panels", geometry().items * geometry().panels(),
           kernel.shared_bytes(geometry()), kernel);
  }

  template <int U, SkinnyWay way, class Launch>
  void move_chunks(Launch const& launch, std::byte* data, std::byte* saved) const {
    constexpr int warps_of_block = chunk_threads / team::warp_lanes;
    int const blocks = (cycles_.warps + warps_of_block - 1) / warps_of_block;
    launch("isomer::in_place::skinny::save_starts", blocks, 0,
           SaveStartsKernel<U>{cycles_, data, saved});
    launch("isomer::in_place::skinny::segments", blocks, 0,
           SegmentsKernel<U, way>{cycles_, data, saved});
    UncutCyclesKernel<U, way> const uncut{cycles_, data};
    launch("isomer::in_place::skinny::uncut_cycles", uncut.blocks(), 0, uncut);
  }

  SkinnyWay way_;
  ChunkCycles cycles_;
};

}  // namespace isomer::in_place
