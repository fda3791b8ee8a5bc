// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/c2r/c2r_on_device.hpp"

#include <algorithm>
#include <utility>

#include "cost/gpu_time.hpp"
#include "cost/real.hpp"
#include "in_place/work.hpp"

namespace isomer::in_place {

using detail::Pass;
using detail::real;

namespace {

/// A block that is alone on its multiprocessor loads for half of its time.
Pass row_pass(RowPass const& rows, Step const& step, detail::Machine const& gpu) {
  Pass pass{detail::Kernel::row_shuffle, detail::Residency::memory, real(gpu.units), {}};
  pass.work.bytes = real(step.bytes());
  pass.work.launches = 2;
  std::int64_t const resident =
      blocks_of_unit(gpu, row_threads, row_registers, rows.shared_bytes, rows.blocks);
  pass.in_flight = resident > 1 ? resident * rows.row_bytes() : rows.row_bytes() / 2;
  return pass;
}

/// Half of the blocks load from memory, the others from the scratch. Runs of a panel's rows begin
/// anywhere, so that narrow ones move up to three quarters of a sector more on either side.
Pass column_pass(DeviceC2r const& plan, Step const& step, detail::Machine const& gpu) {
  ColumnPass const& columns = plan.columns();
  Pass pass{detail::Kernel::column_shuffle, detail::Residency::memory, real(gpu.units), {}};
  double const bytes = real(step.bytes());
  bool const is_cached = columns.scratch_bytes() <= gpu.l3_bytes;
  pass.work.bytes = is_cached ? bytes : 2 * bytes;
  pass.work.launches = 1;
  pass.work.buffered_bytes = 4 * bytes;
  bool const is_whole = columns.row_bytes() % team::sector_bytes == 0 &&
                        columns.scratch_pitch() % team::sector_bytes == 0;
  if (!is_whole && columns.scratch_pitch() < gpu.line_bytes)
    pass.work.lines_partial = partial_lines(gpu, 2 * bytes / real(columns.scratch_pitch()));
  std::int64_t const resident =
      resident_blocks(gpu, column_threads, column_registers, columns.shared_bytes());
  std::int64_t const blocks = std::int64_t{columns.lead} * columns.blocks_of_panel();
  pass.in_flight =
      std::min(resident * columns.shared_bytes() / 2, blocks * columns.shared_bytes() / gpu.units);
  return pass;
}

}  // namespace

Estimate estimate_of(DeviceC2r const& plan, Step const& step, Limits const& limits) {
  Estimate estimate;
  estimate.work.push_back(row_pass(plan.rows(), step, limits.machine));
  for (int pass = 1; pass < plan.passes(); ++pass)
    estimate.work.push_back(column_pass(plan, step, limits.machine));
  estimate.passes = plan.passes();
  estimate.bytes_read = estimate.bytes_written = plan.passes() * step.bytes();
  estimate.workspace = plan.workspace();
  return priced(std::move(estimate), limits);
}

}  // namespace isomer::in_place
