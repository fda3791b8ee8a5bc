// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/c2r/c2r_on_device.hpp"

#include <algorithm>
#include <utility>

#include "cost/gpu_time.hpp"
#include "cost/real.hpp"
#include "in_place/device_elements.hpp"
#include "in_place/warp_instructions.hpp"
#include "in_place/work.hpp"

namespace isomer::in_place {

using detail::Pass;
using detail::real;

namespace {

/// Of the traffic of a scratch that the second-level cache holds, what reaches memory
/// (doc/measured/2026-11-26_h100.md).
constexpr double of_scratch_in_memory = 0.5;

/// A block that is alone on its multiprocessor loads for half of its time.
Pass row_pass(RowPass const& rows, Step const& step, detail::Machine const& gpu) {
  Pass pass{detail::Kernel::row_shuffle, detail::Residency::memory, real(gpu.units), {}};
  pass.work.bytes = real(step.bytes());
  pass.work.launches = 2;
  std::int64_t const resident =
      blocks_of_unit(gpu, row_threads, row_registers, rows.shared_bytes, rows.blocks);
  pass.in_flight = resident > 1 ? resident * rows.row_bytes() : rows.row_bytes() / 2;
  double const unit = real(unit_of(rows.element_bytes));
  pass.work.instructions =
      loop_instructions(pass.work.bytes, unit, segment_unit_instructions) +
      loop_instructions(pass.work.bytes, tile::warp::vector_bytes, row_vector_instructions) +
      instructions_beside(rows.blocks, row_threads);
  return pass;
}

double column_instructions(DeviceC2r const& plan, double bytes) {
  ColumnPass const& columns = plan.columns();
  constexpr double vector = tile::warp::vector_bytes;
  double const unit = real(unit_of(columns.element_bytes));
  bool const is_of_vectors = columns.panel_row_bytes() % tile::warp::vector_bytes == 0;
  bool const has_vectors = is_of_vectors && columns.row_bytes() % tile::warp::vector_bytes == 0;
  return loop_instructions(bytes, unit, diagonal_instructions) +
         loop_instructions(bytes, vector, run_instructions) +
         loop_instructions(bytes, is_of_vectors ? vector : unit, table_instructions) +
         loop_instructions(bytes, has_vectors ? vector : unit, panel_row_instructions) +
         instructions_beside(columns.blocks(), column_threads);
}

/// Half of the blocks load from memory, the others from the scratch. An H100 writes most of the
/// scratch to memory all the same, though its second-level cache has room for twice as much. Runs
/// of a panel's rows begin anywhere: narrow ones move up to three quarters of a sector more on a
/// side.
Pass column_pass(DeviceC2r const& plan, Step const& step, detail::Machine const& gpu) {
  ColumnPass const& columns = plan.columns();
  Pass pass{detail::Kernel::column_shuffle, detail::Residency::memory, real(gpu.units), {}};
  double const bytes = real(step.bytes());
  bool const is_cached = columns.scratch_bytes() <= gpu.l3_bytes;
  pass.work.bytes = (is_cached ? 1 + of_scratch_in_memory : 2) * bytes;
  pass.work.launches = 1;
  pass.work.buffered_bytes = 4 * bytes;
  pass.work.instructions = column_instructions(plan, bytes);
  bool const is_whole = columns.row_bytes() % team::sector_bytes == 0 &&
                        columns.panel_row_bytes() % team::sector_bytes == 0;
  if (!is_whole && columns.panel_row_bytes() < gpu.line_bytes)
    pass.work.lines_partial = partial_lines(gpu, 2 * bytes / real(columns.panel_row_bytes()));
  std::int64_t const resident =
      resident_blocks(gpu, column_threads, column_registers, columns.shared_bytes());
  std::int64_t const blocks = std::int64_t{columns.lead} * columns.blocks_of_panel();
  pass.in_flight =
      std::min(resident * columns.shared_bytes() / 2, blocks * columns.shared_bytes() / gpu.units);
  return pass;
}

/// Of its time, a block of a gang has its rows of a panel on their way; else it waits for the
/// others or stores (0.66 of a copy on an H200: doc/measured/2026-11-27_h200.md).
constexpr double of_time_loading = 0.15;

Pass gang_pass(GangPass const& gang, Step const& step, detail::Machine const& gpu) {
  Pass pass{detail::Kernel::column_shuffle, detail::Residency::memory, real(gpu.units), {}};
  pass.work.bytes = real(step.bytes());
  pass.work.launches = 1;
  double const unit = real(unit_of(gang.element_bytes));
  bool const is_of_vectors = gang.panel_row_bytes() % tile::warp::vector_bytes == 0 &&
                             gang.row_bytes() % tile::warp::vector_bytes == 0;
  double const of_rows = is_of_vectors ? tile::warp::vector_bytes : unit;
  pass.work.instructions = loop_instructions(pass.work.bytes, unit, diagonal_instructions) +
                           loop_instructions(pass.work.bytes, of_rows, table_instructions);
  pass.in_flight = static_cast<std::int64_t>(of_time_loading * gang.shared_bytes());
  return pass;
}

Pass shuffle_pass(DeviceC2r const& plan, Step const& step, detail::Machine const& gpu) {
  return plan.gang() ? gang_pass(*plan.gang(), step, gpu) : column_pass(plan, step, gpu);
}

}  // namespace

Estimate estimate_of(DeviceC2r const& plan, Step const& step, Limits const& limits) {
  Estimate estimate;
  estimate.work.push_back(row_pass(plan.rows(), step, limits.machine));
  estimate.work.push_back(shuffle_pass(plan, step, limits.machine));
  if (plan.passes() == 3) estimate.work.push_back(column_pass(plan, step, limits.machine));
  estimate.passes = plan.passes();
  estimate.bytes_read = estimate.bytes_written = plan.passes() * step.bytes();
  estimate.workspace = plan.workspace();
  return priced(std::move(estimate), limits);
}

}  // namespace isomer::in_place
