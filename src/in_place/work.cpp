// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/work.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "cost/gpu_time.hpp"
#include "cost/rates.hpp"
#include "cost/real.hpp"
#include "team/team.hpp"

namespace isomer::in_place {

using detail::real;

namespace {

/// A word of a size that no register has is moved in parts: its instructions, in times of a word of
/// a register.
constexpr double odd_word = 25;

bool is_register_word(std::int64_t bytes) {
  return bytes <= 16 && std::has_single_bit(static_cast<std::uint64_t>(bytes));
}

}  // namespace

detail::Residency residency_of(std::int64_t bytes, Limits const& limits) {
  return bytes <= limits.machine.l2_bytes * limits.threads() ? detail::Residency::cache
                                                             : detail::Residency::memory;
}

Matrices matrices_of(Step const& step) {
  return {step.batch, step.item_bytes(), step.chunk_bytes, step.cols * step.chunk_bytes,
          step.rows * step.chunk_bytes};
}

Matrices matrices_of(BlockStep const& step) {
  auto const& axes = step.block;
  std::int64_t const whole = axes.bytes();
  if (axes.rank() < 2) return {step.batch, whole, whole, whole, whole};
  auto const last = axes.extent.size() - 1;
  // Axes whose order stays are fused, so a last axis that stays the last is a chunk.
  bool const has_chunk = axes.target[last] == static_cast<int>(last);
  auto const place = static_cast<int>(has_chunk ? last - 1 : last);
  auto const chunk = axes.element_bytes * (has_chunk ? axes.extent[last] : 1);
  auto const to_last = std::find(axes.target.begin(), axes.target.end(), place);
  auto const row = axes.extent[static_cast<std::size_t>(place)];
  auto const column =
      axes.extent[static_cast<std::size_t>(std::distance(axes.target.begin(), to_last))];
  return {step.batch, whole, chunk, row * chunk, column * chunk};
}

double beyond(std::int64_t bytes, std::int64_t cache) {
  return std::max(0.0, 1.0 - real(cache) / real(bytes));
}

double lines_from_memory(double bytes, std::int64_t array_bytes, detail::Machine const& machine) {
  return bytes * beyond(array_bytes, machine.l3_bytes) / real(machine.line_bytes);
}

detail::Work count_matrices(Matrices const& matrices, detail::Machine const& machine) {
  double const line = real(machine.line_bytes);
  double const bytes = real(matrices.bytes());
  /// 1 where a row is no multiple of a line, and 1 where it is one of a page.
  auto const misaligned = [&](std::int64_t row) { return row % machine.line_bytes != 0 ? 1 : 0; };
  auto const strided = [&](std::int64_t row) { return row % machine.page_bytes == 0 ? 1 : 0; };
  double const words = bytes / std::min(real(matrices.chunk), line);
  bool const is_odd = matrices.chunk < machine.line_bytes && !is_register_word(matrices.chunk);
  detail::Work work;
  work.bytes = bytes;
  work.lines_read = lines_from_memory(bytes, matrices.bytes(), machine);
  work.runs_read = bytes / real(matrices.row);
  work.runs_written = bytes / real(matrices.column);
  work.lines_partial = bytes / line * (misaligned(matrices.row) + misaligned(matrices.column));
  work.conflict_lines = bytes / line * (strided(matrices.row) + strided(matrices.column));
  work.instructions = is_odd ? odd_word * words : words;
  work.buffered_bytes = bytes * beyond(matrices.item_bytes, machine.l2_bytes / 2);
  return work;
}

double partial_lines(detail::Machine const& gpu, double runs) {
  constexpr double partial_sector = 24;
  return runs * partial_sector / real(gpu.line_bytes);
}

detail::Pass scattered_pass(detail::Machine const& gpu, std::int64_t bytes, std::int64_t piece,
                            std::int64_t at_work) {
  constexpr std::int64_t word = 8;            ///< that a thread has under way
  constexpr double piece_instructions = 100;  ///< about: its place takes 64-bit divisions
  detail::Pass pass{detail::Kernel::cycles, detail::Residency::memory, real(gpu.units), {}};
  pass.work.bytes = real(bytes);
  pass.work.launches = 1;
  pass.work.lines_partial = partial_lines(gpu, 2 * real(bytes) / real(piece));
  pass.work.instructions = real(bytes) / real(piece) / team::warp_lanes * piece_instructions;
  std::int64_t const threads = std::min(detail::threads_of_unit, at_work / gpu.units + 1);
  pass.in_flight = threads * std::min(word, piece);
  return pass;
}

Estimate priced(Estimate estimate, Limits const& limits) {
  if (limits.machine.is_host()) {
    estimate.seconds = detail::seconds(*limits.rates, estimate.work);
    return estimate;
  }
  for (detail::Pass const& pass : estimate.work)
    estimate.seconds += detail::gpu_seconds(limits.machine, pass);
  return estimate;
}

}  // namespace isomer::in_place
