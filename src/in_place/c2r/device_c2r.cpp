// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/c2r/device_c2r.hpp"

#include <algorithm>
#include <numeric>

#include "cost/gpu_time.hpp"
#include "in_place/device_elements.hpp"
#include "index/rounding.hpp"
#include "team/scratch.hpp"

namespace isomer::in_place {

using detail::ceil_div;
namespace {

/// Two lines: a row of a panel, where as many rows fit the cache.
constexpr std::int64_t panel_row_bytes = 256;
/// What a block of the column pass loads.
constexpr std::int64_t scratch_block_bytes = 32 << 10;
constexpr std::int64_t most_block_rows = 512;

std::int64_t vectors(std::int64_t bytes) {
  return detail::round_up(bytes, tile::warp::vector_bytes);
}

ColumnPass::RowWords row_words(std::int64_t elements, std::int64_t units, std::int64_t unit_bytes) {
  std::int64_t const bytes = elements * units * unit_bytes;
  return {magic_of(elements * units),
          magic_of(std::max<std::int64_t>(1, bytes / tile::warp::vector_bytes))};
}

bool fits(Step const& step, Direction way, detail::Machine const& gpu) {
  std::int64_t const row_bytes = (way == Direction::c2r ? step.cols : step.rows) * step.chunk_bytes;
  return step.is_matrix() && step.chunk_bytes <= max_element_bytes && step.rows > 1 &&
         step.cols > 1 && step.batch <= max_number / std::max(step.rows, step.cols) &&
         step.rows <= max_number / 2 && step.cols <= max_number / 2 &&
         tile::warp::slot_bytes(row_bytes) <= detail::max_scratch_bytes(gpu, row_threads);
}

}  // namespace

DeviceC2r::DeviceC2r(Step const& step, Direction way)
    : way_(way),
      rows_{},
      columns_{way == Direction::c2r ? C2rIndex(step.rows, step.cols)
                                     : C2rIndex(step.cols, step.rows)} {
  C2rIndex const& index = columns_.index;
  auto const element = static_cast<std::int32_t>(step.chunk_bytes);
  rows_.by_rows = magic_of(index.m());
  rows_.by_columns = magic_of(index.n());
  rows_.by_segment = magic_of(index.b());
  rows_.segments = static_cast<std::int32_t>(index.c());
  rows_.column_step = static_cast<std::int32_t>(index.m() % index.n());
  rows_.element_bytes = columns_.element_bytes = element;
  rows_.blocks = static_cast<std::int32_t>(step.batch * index.m());
}

std::size_t DeviceC2r::workspace() const {
  std::int64_t const saved = rows_.waits() ? matrices() * rows_.saved_bytes : 0;
  return static_cast<std::size_t>(flag_bytes() + std::max(saved, columns_.scratch_bytes()));
}

std::string DeviceC2r::describe() const {
  return std::to_string(columns_.index.m()) + " rows of " + std::to_string(columns_.index.n()) +
         ", gcd " + std::to_string(rows_.segments) + (passes() == 3 ? ", rotation apart" : "") +
         ", columns in panels of " +
         (gang_ ? std::to_string(gang_->width) + ", gangs of " +
                      std::to_string(gang_->blocks_of_gang()) + " blocks"
                : std::to_string(columns_.width) + ", " + std::to_string(columns_.lead) + " ahead");
}

/// Columns of the narrowest panels: a sector of each row.
std::int64_t DeviceC2r::least_width() const {
  return std::min({ceil_div(team::sector_bytes, columns_.element_bytes), columns_.index.m(),
                   columns_.index.n()});
}

/// All flags there may be, of the narrowest panels and three passes.
std::int64_t DeviceC2r::most_flag_bytes() const {
  std::int64_t const flags = 1 + rows_.blocks + 2 * (1 + 2 * panels_of(least_width()));
  return whole_lines(flags * std::int64_t{sizeof(std::uint32_t)});
}

void DeviceC2r::fit_rows(std::int64_t workspace) {
  std::int64_t const elements = (rows_.segments - 1) * std::int64_t{rows_.columns()} / 2;
  rows_.saved_bytes = whole_lines(elements * rows_.element_bytes);
  rows_.rotates = most_flag_bytes() + matrices() * rows_.saved_bytes <= workspace;
  bool const is_word = unit_of(rows_.element_bytes) == rows_.element_bytes;
  if (is_word)
    rows_.slot = tile::warp::best_slots(rows_.columns(), rows_.column_step, rows_.element_bytes);
  rows_.shared_bytes = static_cast<std::int32_t>(tile::warp::slot_bytes(rows_.row_bytes()));
}

std::int64_t DeviceC2r::panels_of(std::int64_t width) const {
  return matrices() * ceil_div(columns_.index.n(), width);
}

/// Of two panels, `width` columns wide, with the flags.
std::int64_t DeviceC2r::least_scratch(std::int64_t width) const {
  return most_flag_bytes() + 2 * vectors(columns_.index.m() * width * columns_.element_bytes);
}

/// The widest panels of which the second-level cache holds two; or, if a sector of each row is too
/// much for it, as narrow ones as that.
std::int64_t DeviceC2r::panel_width(Limits const& limits) const {
  std::int64_t const element = columns_.element_bytes;
  auto const room = static_cast<std::int64_t>(limits.workspace);
  std::int64_t const cached = std::min(room, limits.machine.l3_bytes / 2);
  std::int64_t width = std::min({std::max<std::int64_t>(1, panel_row_bytes / element),
                                 columns_.index.m(), columns_.index.n()});
  std::int64_t const narrowest = std::min(width, least_width());
  while (width > narrowest && least_scratch(width) > cached) width = std::max(narrowest, width / 2);
  return least_scratch(width) <= room ? width : 0;
}

bool DeviceC2r::fit_columns(Limits const& limits) {
  std::int64_t const m = columns_.index.m();
  std::int64_t const width = panel_width(limits);
  if (width == 0) return false;
  std::int64_t const pitch = width * columns_.element_bytes;
  std::int64_t const block_rows =
      std::clamp<std::int64_t>(scratch_block_bytes / pitch, 1, most_block_rows);
  std::int64_t const all = panels_of(width);
  columns_.by_panels = magic_of(all / matrices());
  columns_.by_blocks = magic_of(ceil_div(m, block_rows));
  columns_.block_rows = static_cast<std::int32_t>(block_rows);
  columns_.width = static_cast<std::int32_t>(width);
  columns_.panels = static_cast<std::int32_t>(std::min(all, max_number));
  std::int64_t const room = std::min(
      static_cast<std::int64_t>(limits.workspace) - most_flag_bytes(), limits.machine.l3_bytes / 2);
  columns_.lead =
      static_cast<std::int32_t>(std::clamp<std::int64_t>(room / 2 / vectors(m * pitch), 1, all));
  columns_.ring = static_cast<std::int32_t>(std::min<std::int64_t>(2 * columns_.lead, all));
  return 2 * all * columns_.blocks_of_panel() <= max_number;
}

/// Panels of four lines a row, or narrower ones of which two gangs are resident at least: two
/// blocks on each multiprocessor, so that one loads while another waits or stores. Devices of other
/// vendors, which launch no gangs, are taken to give a block no more memory than any does.
void DeviceC2r::fit_gang(detail::Machine const& gpu) {
  constexpr std::int64_t blocks_of_unit = 2;
  constexpr std::int64_t beside = 2 << 10;
  if (passes() == 3 || gpu.block_bytes <= team::any_block_bytes) return;
  std::int64_t const room = std::min(gpu.l1_bytes / blocks_of_unit, gpu.block_bytes) - beside;
  std::int64_t const together = blocks_of_unit * gpu.units;
  for (std::int64_t const row_bytes : {512, 256, 128}) {
    std::int64_t const width =
        std::min({std::max<std::int64_t>(1, row_bytes / columns_.element_bytes), columns_.index.m(),
                  columns_.index.n()});
    std::int64_t const rows = room / (width * columns_.element_bytes + 4);
    if (rows < 1) continue;
    std::int64_t const members = ceil_div(columns_.index.m(), rows);
    std::int64_t const panels = ceil_div(columns_.index.n(), width);
    if (2 * members > together || panels > max_number / matrices()) continue;
    GangPass gang{columns_.index};
    gang.by_panels = magic_of(panels);
    gang.by_gang = magic_of(members);
    gang.block_rows = static_cast<std::int32_t>(ceil_div(columns_.index.m(), members));
    gang.width = static_cast<std::int32_t>(width);
    gang.element_bytes = columns_.element_bytes;
    gang.panels = static_cast<std::int32_t>(panels * matrices());
    gang_blocks_ = static_cast<int>(members * std::min(together / members, panels * matrices()));
    gang_ = gang;
    return;
  }
}

DeviceC2r DeviceC2r::in_units_of(int bytes) const {
  DeviceC2r plan = *this;
  std::int32_t const units = rows_.element_bytes / bytes;
  if (units > 1) plan.rows_.slot = {};
  std::int64_t const last =
      columns_.index.n() - (columns_.by_panels.divisor - 1) * std::int64_t{columns_.width};
  plan.rows_.units = units;
  plan.columns_.by_element = magic_of(units);
  plan.columns_.by_words = row_words(columns_.width, units, bytes);
  plan.columns_.by_last_words = row_words(last, units, bytes);
  if (plan.gang_) {
    GangPass& gang = *plan.gang_;
    std::int64_t const rest =
        columns_.index.n() - (gang.by_panels.divisor - 1) * std::int64_t{gang.width};
    gang.by_element = plan.columns_.by_element;
    gang.by_words = row_words(gang.width, units, bytes);
    gang.by_last_words = row_words(rest, units, bytes);
  }
  return plan;
}

std::optional<std::size_t> DeviceC2r::least_workspace(Step const& step, Direction way,
                                                      detail::Machine const& gpu) {
  if (!fits(step, way, gpu)) return std::nullopt;
  DeviceC2r const plan(step, way);
  return static_cast<std::size_t>(plan.least_scratch(plan.least_width()));
}

std::optional<DeviceC2r> DeviceC2r::fit(Step const& step, Direction way, Limits const& limits) {
  if (!fits(step, way, limits.machine)) return std::nullopt;
  DeviceC2r plan(step, way);
  plan.fit_rows(static_cast<std::int64_t>(limits.workspace));
  if (!plan.fit_columns(limits)) return std::nullopt;
  plan.fit_gang(limits.machine);
  return plan;
}

}  // namespace isomer::in_place
