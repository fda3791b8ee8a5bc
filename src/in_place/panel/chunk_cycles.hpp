// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>

#include "cost/pass.hpp"
#include "in_place/panel/device_chunks.hpp"
#include "machine/machine.hpp"

/// Planning of chunks along cycles.
namespace isomer::in_place {

/// The cycles of a geometry, without starts.
ChunkCycles chunk_cycles(SkinnyGeometry const& geometry);

/// Chooses the starts: enough of them for the warps of the card, or as few as has_room(cycles) asks
/// for. False where it has none for a single one.
bool choose_starts(ChunkCycles& cycles, detail::Machine const& gpu,
                   std::function<bool(ChunkCycles const&)> const& has_room);
/// A single start.
void choose_one_start(ChunkCycles& cycles);

/// The chunks that are saved.
std::int64_t saved_bytes(ChunkCycles const& cycles);

/// The same cycles for data that are less aligned than their elements.
ChunkCycles in_units_of(int bytes, ChunkCycles const& cycles);

detail::Pass pass_of(ChunkCycles const& cycles, detail::Machine const& gpu);

}  // namespace isomer::in_place
