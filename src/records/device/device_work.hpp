// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cost/pass.hpp"
#include "machine/machine.hpp"
#include "records/device/panel_kernel.hpp"

/// What kernels for records do on a device, counted.
namespace isomer::records {

/// Blocks that a multiprocessor holds of such panels.
int resident_panels(PanelGeometry const& panel, detail::Machine const& gpu);

/// Blocks that share the panels out among themselves: as many as are resident, so that each has
/// several to load while it stores those before.
std::int64_t parts_of(PanelGeometry const& panel, detail::Machine const& gpu);

/// Panels of `bytes` in all, in `unit`-byte units.
detail::Pass panels_pass(PanelGeometry const& panel, double bytes, int unit,
                         detail::Machine const& gpu);
/// Pieces, each moved once, in segments.
struct PieceWarps {
  std::int64_t piece_bytes;
  int unit;   ///< that they are moved in
  int ahead;  ///< moves that a warp has under way
};
detail::Pass moves_pass(std::int64_t pieces, PieceWarps const& of, std::int64_t segments,
                        detail::Machine const& gpu);
/// Records word by word.
detail::Pass words_pass(std::int64_t records, std::int64_t bytes, std::int32_t columns,
                        detail::Machine const& gpu);

}  // namespace isomer::records
