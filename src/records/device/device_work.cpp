// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/device/device_work.hpp"

#include <algorithm>

#include "cost/gpu_time.hpp"
#include "cost/real.hpp"
#include "in_place/warp_instructions.hpp"
#include "in_place/work.hpp"
#include "records/device/piece_kernels.hpp"

namespace isomer::records {

using detail::Kernel;
using detail::Pass;
using detail::real;
using detail::Residency;

namespace {

/// Of a thread at most (cmake/cuda_compile/gates.txt).
constexpr int panel_registers = 56;
constexpr int segment_registers = 40;
/// Of a warp for a word of each lane, for a unit that comes and goes, and for a move.
constexpr double word_instructions = 9;
constexpr double unit_instructions = 20;
constexpr double move_instructions = 60;

}  // namespace

int resident_panels(PanelGeometry const& panel, detail::Machine const& gpu) {
  return std::max(
      1, detail::resident_blocks(gpu, record_panel_threads, panel_registers, panel.shared_bytes()));
}

std::int64_t parts_of(PanelGeometry const& panel, detail::Machine const& gpu) {
  constexpr std::int64_t panels_each = 2;
  std::int64_t const together = std::int64_t{resident_panels(panel, gpu)} * gpu.units;
  return std::clamp<std::int64_t>(panel.panels / panels_each, 1, together);
}

Pass panels_pass(PanelGeometry const& panel, double bytes, int unit, detail::Machine const& gpu) {
  Pass pass{Kernel::panel_rows, Residency::memory, real(gpu.units), {}};
  std::int64_t const held = detail::blocks_of_unit(gpu, record_panel_threads, panel_registers,
                                                   panel.shared_bytes(), panel.parts());
  double const words = real(panel.panels) * panel.columns * (real(panel.height) / team::warp_lanes);
  pass.work.bytes = bytes;
  pass.work.launches = 1;
  pass.work.instructions =
      words * word_instructions + in_place::loop_instructions(bytes, unit, unit_instructions);
  pass.in_flight = held * panel.src.bytes;
  return pass;
}

Pass moves_pass(std::int64_t pieces, PieceWarps const& of, std::int64_t segments,
                detail::Machine const& gpu) {
  Pass pass{Kernel::pieces, Residency::memory, real(gpu.units), {}};
  constexpr int warps = piece_threads / team::warp_lanes;
  auto const shared = static_cast<int>(
      bytes_under_way(of.ahead, static_cast<std::int32_t>(of.piece_bytes), of.unit));
  std::int64_t const held = detail::blocks_of_unit(gpu, piece_threads, segment_registers, shared,
                                                   (segments + warps - 1) / warps);
  pass.work.bytes = real(pieces) * real(of.piece_bytes);
  pass.work.launches = 2;
  pass.work.lines_partial = in_place::partial_lines(gpu, 2 * real(pieces));
  pass.work.instructions =
      in_place::loop_instructions(pass.work.bytes, of.unit, unit_instructions) +
      real(pieces) * move_instructions;
  pass.in_flight = held * warps * of.ahead * of.piece_bytes;
  return pass;
}

Pass words_pass(std::int64_t records, std::int64_t bytes, std::int32_t columns,
                detail::Machine const& gpu) {
  constexpr double instructions = 40;
  Pass pass{Kernel::cycles, Residency::memory, real(gpu.units), {}};
  std::int64_t const word =
      std::max<std::int64_t>(1, bytes / std::max<std::int64_t>(1, records) / std::max(1, columns));
  pass.work.bytes = real(bytes);
  pass.work.launches = 1;
  pass.work.instructions = real(records) * columns / team::warp_lanes * instructions;
  pass.in_flight = std::min(detail::threads_of_unit, records / gpu.units + 1) * word;
  return pass;
}

}  // namespace isomer::records
