// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/panel/device_skinny.hpp"

#include <algorithm>
#include <utility>

#include "cost/gpu_time.hpp"
#include "cost/real.hpp"
#include "in_place/device_elements.hpp"
#include "in_place/panel/chunk_cycles.hpp"
#include "in_place/warp_instructions.hpp"
#include "in_place/work.hpp"

namespace isomer::in_place {

using detail::real;

namespace {

/// Of a panel: four blocks then share a multiprocessor.
constexpr std::int64_t panel_bytes = 46 << 10;
constexpr std::int64_t least_chunk_bytes = 256;
struct Sides {
  std::int64_t fields;
  std::int64_t records;
};
Sides sides_of(Step const& step) {
  return {std::min(step.rows, step.cols), std::max(step.rows, step.cols)};
}

/// Records of a panel: as many as fit, in multiples of a warp's lanes where that leaves several.
/// Less than two panels are none.
std::int64_t height_for(Step const& step, detail::Machine const& machine) {
  auto const [fields, records] = sides_of(step);
  std::int64_t const room =
      std::min(panel_bytes, detail::max_scratch_bytes(machine, panel_threads));
  std::int64_t const widest =
      room /
      (std::int64_t{PanelsKernel<8, SkinnyWay::to_columns>::pitch_of(static_cast<int>(fields))} *
       step.chunk_bytes);
  std::int64_t height = std::min(widest, records / 2);
  if (height >= team::warp_lanes) height -= height % team::warp_lanes;
  bool const is_long = height * step.chunk_bytes >= least_chunk_bytes || height == records / 2;
  return is_long ? height : 0;
}

bool may_do(Step const& step) {
  if (!step.is_matrix() || step.chunk_bytes > max_element_bytes || step.rows < 2 || step.cols < 2)
    return false;
  auto const [fields, records] = sides_of(step);
  return fields <= 1 << 12 && records >= 4 && records <= max_number &&
         step.batch <= max_number / records / fields;
}

}  // namespace

DeviceSkinny::DeviceSkinny(Step const& step, std::int64_t height)
    : way_(step.rows > step.cols ? SkinnyWay::to_columns : SkinnyWay::to_records), cycles_{} {
  auto const [fields, records] = sides_of(step);
  std::int64_t const panels = records / height;
  SkinnyGeometry skinny{};
  skinny.by_fields = magic_of(fields);
  skinny.by_height = magic_of(height);
  skinny.by_panels = magic_of(panels);
  skinny.by_slots = magic_of(panels * fields);
  skinny.records = records;
  skinny.rest = static_cast<std::int32_t>(records % height);
  skinny.by_rest = magic_of(std::max(skinny.rest, 1));
  skinny.element_bytes = static_cast<std::int32_t>(step.chunk_bytes);
  skinny.items = static_cast<std::int32_t>(step.batch);
  cycles_ = chunk_cycles(skinny);
}

std::int64_t DeviceSkinny::strip_bytes() const {
  return whole_lines(std::int64_t{geometry().items} * geometry().strip_elements() *
                     geometry().element_bytes);
}

std::int64_t DeviceSkinny::flag_bytes() const {
  return whole_lines((1 + std::int64_t{geometry().items} * geometry().panels()) *
                     std::int64_t{sizeof(std::uint32_t)});
}

tile::warp::Magic DeviceSkinny::by_strip_blocks() const {
  constexpr int threads = StripKernel<1, SkinnyWay::to_columns, StripStep::save>::threads;
  return magic_of(std::max((geometry().strip_elements() + threads - 1) / threads, 1));
}

std::size_t DeviceSkinny::workspace() const {
  return static_cast<std::size_t>(fixed_bytes() + saved_bytes(cycles_));
}

DeviceSkinny DeviceSkinny::in_units_of(int bytes) const {
  DeviceSkinny plan = *this;
  plan.cycles_ = in_place::in_units_of(bytes, cycles_);
  return plan;
}

std::optional<DeviceSkinny> DeviceSkinny::fit(Step const& step, Limits const& limits) {
  if (!may_do(step)) return std::nullopt;
  std::int64_t const height = height_for(step, limits.machine);
  if (height == 0) return std::nullopt;
  DeviceSkinny plan(step, height);
  bool const fits = choose_starts(plan.cycles_, limits.machine, [&](ChunkCycles const& cycles) {
    return plan.fixed_bytes() + saved_bytes(cycles) <= static_cast<std::int64_t>(limits.workspace);
  });
  return fits ? std::optional(plan) : std::nullopt;
}

std::optional<std::size_t> DeviceSkinny::least_workspace(Step const& step, Limits const& limits) {
  if (!may_do(step)) return std::nullopt;
  std::int64_t const height = height_for(step, limits.machine);
  if (height == 0) return std::nullopt;
  DeviceSkinny plan(step, height);
  choose_one_start(plan.cycles_);
  return plan.workspace();
}

Estimate DeviceSkinny::estimate(Step const& step, Limits const& limits) const {
  detail::Machine const& gpu = limits.machine;
  SkinnyGeometry const& skinny = geometry();
  double const bytes = real(step.bytes());
  detail::Pass panels{detail::Kernel::panel_rows, detail::Residency::memory, real(gpu.units), {}};
  panels.work.bytes = bytes;
  panels.work.launches = 2;
  panels.work.lines_partial = partial_lines(gpu, bytes / real(skinny.chunk_bytes()));
  int const shared = PanelsKernel<8, SkinnyWay::to_columns>::shared_bytes(skinny);
  std::int64_t const blocks = std::int64_t{skinny.items} * skinny.panels();
  std::int64_t const resident = blocks_of_unit(gpu, panel_threads, panel_registers, shared, blocks);
  panels.work.instructions =
      loop_instructions(bytes, real(unit_of(skinny.element_bytes)), panel_instructions) +
      instructions_beside(real(blocks), panel_threads);
  panels.in_flight = resident * skinny.panel_elements() * skinny.element_bytes;

  detail::Pass chunks = pass_of(cycles_, gpu);
  chunks.work.launches = way_ == SkinnyWay::to_columns || skinny.rest == 0 ? 2 : 3;

  Estimate estimate;
  estimate.work = {panels, chunks};
  estimate.passes = 2;
  estimate.bytes_read = estimate.bytes_written = 2 * step.bytes();
  estimate.workspace = workspace();
  return priced(std::move(estimate), limits);
}

std::string DeviceSkinny::describe() const {
  return std::to_string(geometry().fields()) + " fields of " + std::to_string(geometry().records) +
         " records, panels of " + std::to_string(geometry().height()) + ", one chunk in " +
         std::to_string(cycles_.by_gap.divisor) + " saved";
}

}  // namespace isomer::in_place
