// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "records/move/panel_layout.hpp"
#include "records/move/regroup_steps.hpp"

/// What may be stored past the caches as it is made: whole cache lines, by vectors of a line.
namespace isomer::records {

/// Whether the segments of each panel begin and end with lines, where the first one does.
bool has_whole_lines(PanelLayout const& panel);

/// Whether kernels of such vectors store whole lines only, but for scratch, in panels of `height`
/// records. Parts of pieces begin and end with multiples of `unit` records.
bool stores_lines(MatrixStep const& matrix, std::int64_t height, std::int64_t vector_bytes);
bool stores_lines(PieceStep const& step, std::int64_t unit, std::int64_t height);

}  // namespace isomer::records
