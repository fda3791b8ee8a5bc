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
#include "in_place/side_by_side.hpp"
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
  /// The strip, the flags of the panels and the chunks of the starts lie one behind the other in
  /// the workspace.
  template <int U, class Launch>
  void run_in_units(Launch const& launch, std::byte* data, std::byte* workspace) const {
    if (way_ == SkinnyWay::to_columns) run_to_columns<U>(launch, data, workspace);
    else run_to_records<U>(launch, data, workspace);
  }

  template <int U, class Launch>
  void run_to_columns(Launch const& launch, std::byte* data, std::byte* workspace) const {
    constexpr auto way = SkinnyWay::to_columns;
    Kernels<U, way> const kernels(*this, data, workspace);
    launch_both(launch, "isomer::in_place::skinny::save_strip", kernels.clear, kernels.save_strip);
    launch("isomer::in_place::skinny::panels", panel_blocks(), panel_shared_bytes(),
           kernels.panels);
    launch_both(launch, "isomer::in_place::skinny::save_starts", kernels.place_strip,
                kernels.save_starts);
    launch_both(launch, "isomer::in_place::skinny::cycles", kernels.uncut_cycles, kernels.segments,
                kernels.segments.shared_bytes);
  }

  template <int U, class Launch>
  void run_to_records(Launch const& launch, std::byte* data, std::byte* workspace) const {
    constexpr auto way = SkinnyWay::to_records;
    Kernels<U, way> const kernels(*this, data, workspace);
    launch_both(launch, "isomer::in_place::skinny::save_strip", kernels.clear, kernels.save_strip);
    launch("isomer::in_place::skinny::save_starts", kernels.save_starts.blocks(), 0,
           kernels.save_starts);
    launch_both(launch, "isomer::in_place::skinny::cycles", kernels.uncut_cycles, kernels.segments,
                kernels.segments.shared_bytes);
    launch("isomer::in_place::skinny::panels", panel_blocks(), panel_shared_bytes(),
           kernels.panels);
    if (kernels.place_strip.blocks() > 0)
      launch("isomer::in_place::skinny::place_strip", kernels.place_strip.blocks(), 0,
             kernels.place_strip);
  }

  template <int U, SkinnyWay way>
  struct Kernels {
    Kernels(DeviceSkinny const& plan, std::byte* data, std::byte* workspace)
        : panels{plan.geometry(), data,
                 reinterpret_cast<std::uint32_t*>(workspace + plan.strip_bytes())},
          clear{panels.flags, panels.flag_count()},
          save_strip{plan.geometry(), plan.by_strip_blocks(), data, workspace},
          place_strip{plan.geometry(), plan.by_strip_blocks(), data, workspace},
          save_starts{plan.cycles_, data, workspace + plan.strip_bytes() + plan.flag_bytes()},
          segments{plan.cycles_, data, save_starts.saved},
          uncut_cycles{plan.cycles_, data} {}

    PanelsKernel<U, way> panels;
    ClearFlags clear;
    StripKernel<U, way, StripStep::save> save_strip;
    StripKernel<U, way, StripStep::place> place_strip;
    SaveStartsKernel<U> save_starts;
    SegmentsKernel<U, way> segments;
    UncutCyclesKernel<U, way> uncut_cycles;
  };

  DeviceSkinny(Step const& step, std::int64_t height);
  /// The same plan, for data that are less aligned than their elements.
  DeviceSkinny in_units_of(int bytes) const;
  std::int64_t strip_bytes() const;
  std::int64_t flag_bytes() const;
  std::int64_t fixed_bytes() const { return strip_bytes() + flag_bytes(); }

  int panel_blocks() const { return geometry().items * geometry().panels(); }
  int panel_shared_bytes() const {
    return PanelsKernel<1, SkinnyWay::to_columns>::shared_bytes(geometry());
  }
  /// Blocks that move the strip of an item.
  tile::warp::Magic by_strip_blocks() const;

  SkinnyWay way_;
  ChunkCycles cycles_;
};

}  // namespace isomer::in_place
