// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "machine/machine.hpp"
#include "records/device/panel_kernel.hpp"
#include "records/device/table.hpp"
#include "records/device/word_kernel.hpp"
#include "records/move/panel_layout.hpp"

/// What the kernels for records of a device are given.
namespace isomer::records {

/// Both sides of a change in panels that fit a block's shared memory.
struct DevicePanels {
  std::int64_t height;
  PanelLayout src;
  PanelLayout dst;
};

/// Panels of that height, or none where a block has no room for them.
std::optional<DevicePanels> device_panels(RecordProblem const& problem, std::int64_t height,
                                          detail::Machine const& gpu);

/// Of a panel that leaves a multiprocessor room for several blocks, and each block several records
/// a lane: seven floats are copied at 0.90 of a copy with 8 KiB and at 0.75 with 16, 32 floats at
/// 0.57 and 0.82 (H200, 2026-11-27).
std::int64_t device_panel_bytes(RecordProblem const& problem);

/// `panels` of them in `parts`, with their lists in the table. Stores are strips of the
/// destination's segments, or its pieces if those have `piece_bytes`.
PanelGeometry panel_geometry(DevicePanels const& of, std::int64_t panels, std::int64_t parts,
                             std::int64_t piece_bytes, TableBytes& table);

/// A list of the words of records, between two memories. A side that is packed has them as a panel
/// does, one behind the other.
struct FarSide {
  RecordLayout const* layout;
  PanelLayout const* packed = nullptr;
};
struct FarColumns {
  std::int64_t list = 0;  ///< in the table
  std::int32_t count = 0;
};
FarColumns add_far_columns(FarSide const& src, FarSide const& dst,
                           std::vector<std::int32_t> const& leaf_bytes, TableBytes& table);

/// What the segments of both sides begin on and consist of: 1, 2, 4, 8, or 16 bytes.
int unit_of_panels(DevicePanels const& of);

}  // namespace isomer::records
