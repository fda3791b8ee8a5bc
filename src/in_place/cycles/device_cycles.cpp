// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/cycles/device_cycles.hpp"

#include <limits>
#include <utility>

#include "in_place/work.hpp"

namespace isomer::in_place {
namespace {

/// Slot k is chunk k: columns of `rows` slots without a gap between them.
std::optional<ChunkCycles> cycles_of(Step const& step) {
  constexpr std::int64_t most_bytes = std::numeric_limits<std::int32_t>::max() / 2;
  bool const fits = step.is_matrix() && step.rows > 1 && step.cols > 1 &&
                    step.chunk_bytes >= DeviceCycles::least_chunk_bytes &&
                    step.chunk_bytes <= most_bytes &&
                    step.batch <= max_number / step.rows / step.cols;
  if (!fits) return std::nullopt;
  SkinnyGeometry chunks{};
  chunks.by_fields = magic_of(step.cols);
  chunks.by_height = magic_of(1);
  chunks.by_panels = magic_of(step.rows);
  chunks.by_slots = magic_of(step.rows * step.cols);
  chunks.by_rest = magic_of(1);
  chunks.records = step.rows;
  chunks.element_bytes = static_cast<std::int32_t>(step.chunk_bytes);
  chunks.units = units_of(step.chunk_bytes);
  chunks.items = static_cast<std::int32_t>(step.batch);
  return chunk_cycles(chunks);
}

}  // namespace

std::optional<DeviceCycles> DeviceCycles::fit(Step const& step, Limits const& limits) {
  auto cycles = cycles_of(step);
  bool const has_room =
      cycles && choose_starts(*cycles, limits.machine, [&](ChunkCycles const& chosen) {
        return saved_bytes(chosen) <= static_cast<std::int64_t>(limits.workspace);
      });
  return has_room ? std::optional(DeviceCycles(*cycles)) : std::nullopt;
}

Estimate DeviceCycles::estimate(Step const& step, Limits const& limits) const {
  Estimate estimate;
  estimate.work = {pass_of(cycles_, limits.machine)};
  estimate.bytes_read = estimate.bytes_written = step.bytes();
  estimate.workspace = workspace();
  return priced(std::move(estimate), limits);
}

std::string DeviceCycles::describe() const {
  return "chunks of " + std::to_string(cycles_.skinny.element_bytes) + " bytes, one in " +
         std::to_string(cycles_.by_gap.divisor) + " saved";
}

}  // namespace isomer::in_place
