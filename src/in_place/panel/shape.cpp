// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/panel/shape.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "in_place/panel/work.hpp"
#include "in_place/work.hpp"
#include "index/rounding.hpp"
namespace isomer::in_place {

using detail::Machine;

namespace {

/// Scattered pieces of 1.5 to 2 KB move at the full speed of the memory: 40 GB/s a thread, 20 with
/// 512 bytes (Zen 4). Longer ones only push the window of a panel out of the cache.
constexpr std::int64_t piece_target = 1600;
constexpr std::int64_t max_piece_bytes = 2400;
/// A row of a group that is read: two lines, so that each line of a row is touched by few groups.
constexpr std::int64_t group_bytes_read = 128;
/// The same where vectors are half a line: lines side by side in each of 200 rows make a Zen 3
/// prefetch behind them in vain (1.44 of a copy for reading alone; 0.84 a line at a time).
constexpr std::int64_t group_bytes_read_in_halves = 64;
/// One that is written: four, because the lines that two groups share are written twice (3074 x
/// 6195 doubles, whose rows begin anywhere in a line, on one thread: 11.8 ms, 14.6 with two lines).
constexpr std::int64_t group_bytes_written = 256;
constexpr int max_columns = 64;
/// Elements longer than this are moved better one by one.
constexpr std::int64_t max_word_bytes = 512;
/// Slots are numbered in 31 bits; the last bit marks starts.
constexpr std::int64_t max_slots = std::int64_t{1} << 31;
/// Starts for each worker: as few as share out evenly what segments of random lengths take, as many
/// as leave few cycles uncut (with the fewest, 28 % of 2787206 x 17 doubles were, and cost as much
/// as all others).
constexpr std::int64_t min_starts = 128;
constexpr std::int64_t max_starts = 512;

/// See PanelShape::affinity_of. Moving random pieces within blocks of 32 KiB runs at 0.85 of copy,
/// of 128 KiB at 0.91. But slots wait for a piece of their affinity for as long as a block, and the
/// panels of records are shorter than that: they would have left the cache.
constexpr std::int64_t max_block_bytes = 128 << 10;
constexpr std::int64_t min_block_bytes = 32 << 10;
/// Affinity blocks of each kind in a worker's part of the matrix: with fewer, what it defers for
/// them is no longer little.
constexpr std::int64_t min_blocks_each = 8;

/// Parts for each worker: with more than one, faster workers take more of them. But each part
/// defers pieces: no more than one of this many.
constexpr int max_parts_each = 4;
constexpr std::int64_t min_pieces_for_deferred = 24;

std::size_t lines(std::int64_t bytes) {
  return detail::round_up(static_cast<std::size_t>(bytes), 64);
}

std::int64_t group_bytes(bool backward, Machine const& machine) {
  if (backward) return group_bytes_written;
  return machine.has_half_line_vectors() ? group_bytes_read_in_halves : group_bytes_read;
}

/// Passes over the memory in units of a copy: panels (less where they are read a line at a time),
/// pieces, how much longer the busiest worker has than the average one, the strip, whose short
/// pieces are slow, and the deferred pieces, which go into the workspace and out again.
double copies(PanelShape const& shape, Machine const& machine) {
  auto const piece = static_cast<double>(shape.piece_bytes());
  auto const rounds = (shape.panels + shape.workers - 1) / shape.workers;
  double const busiest =
      static_cast<double>(rounds * shape.workers) / static_cast<double>(shape.panels);
  double const window = std::max(0.0, piece - piece_target) / piece_target;
  double const deferred =
      static_cast<double>(shape.max_deferred() * shape.parts) / static_cast<double>(shape.slots());
  double const pass = !shape.backward && machine.has_half_line_vectors() ? 0.85 : 1.1;
  return pass * busiest + 0.8 + 500 / piece + 0.5 * window + deferred +
         5 * static_cast<double>(shape.rest) / static_cast<double>(shape.rows);
}

/// A step from front to back or the other way round, not yet cut; nothing for what is not worth
/// cutting.
std::optional<PanelShape> uncut(Step const& step, Limits const& limits, bool backward) {
  if (step.rows < 2 || step.cols < 2 || step.chunk_bytes > max_word_bytes) return std::nullopt;
  PanelShape shape;
  shape.rows = backward ? step.cols : step.rows;
  shape.middle = step.middle;
  shape.inner = backward ? step.rows : step.cols;
  shape.cols = shape.middle * shape.inner;
  shape.by_middle = FastDiv(shape.middle);
  shape.by_inner = FastDiv(shape.inner);
  shape.word = step.chunk_bytes;
  shape.backward = backward;
  shape.group = static_cast<int>(std::bit_floor(static_cast<std::uint64_t>(std::clamp<std::int64_t>(
      group_bytes(backward, limits.machine) / shape.word, 8, max_columns))));
  shape.workers = shape.parts = std::max(limits.threads(), 1);
  return shape;
}

/// Heights are multiples of a vector of words, whatever the instruction set.
std::int64_t height_unit(PanelShape const& shape) {
  return std::max<std::int64_t>(1, 64 / shape.word);
}

void cut(PanelShape& shape, std::int64_t height) {
  shape.height = height;
  shape.panels = shape.rows / height;
  shape.rest = shape.rows - shape.panels * height;
  shape.by_panels = FastDiv(shape.panels);
  std::int64_t const block_bytes =
      std::clamp(shape.panel_elements() * shape.word, min_block_bytes, max_block_bytes);
  std::int64_t const per_block = std::max<std::int64_t>(1, block_bytes / shape.piece_bytes());
  if (shape.panels > per_block) {
    std::int64_t const blocks = shape.panels / per_block;
    shape.block_slots = (shape.panels + blocks - 1) / blocks;
    shape.block_rows = 1;
  } else {
    shape.block_slots = std::max<std::int64_t>(1, shape.panels);
    shape.block_rows = std::max<std::int64_t>(1, block_bytes / (shape.rows * shape.word));
  }
  std::int64_t const blocks_each =
      shape.slots() / (shape.block_rows * shape.block_slots * shape.workers);
  shape.affinities = std::min(shape.workers, PanelShape::max_affinities);
  if (blocks_each < min_blocks_each * shape.affinities) shape.affinities = 1;
  shape.by_block_rows = FastDiv(shape.block_rows);
  shape.by_block_slots = FastDiv(shape.block_slots);
  std::int64_t const slots = shape.slots();
  std::int64_t const wanted =
      std::clamp(slots / 128, min_starts * shape.workers, max_starts * shape.workers);
  std::int64_t const starts = std::clamp<std::int64_t>(slots / 32, 1, wanted);
  shape.every = (slots + starts - 1) / starts;
  shape.starts = (slots + shape.every - 1) / shape.every;
}

template <class Visit>
void for_each_height(PanelShape shape, Visit const& visit) {
  std::int64_t const unit = height_unit(shape);
  std::int64_t const highest = std::min(shape.rows, std::max(unit, max_piece_bytes / shape.word));
  for (std::int64_t height = unit; height <= highest; height += unit) {
    cut(shape, height);
    if (shape.slots() < max_slots) visit(shape);
  }
}

/// Visits the cuts of a step; those of one with more columns than rows from front to back and the
/// other way round.
template <class Visit>
void for_each_cut(Step const& step, Limits const& limits, Visit const& visit) {
  if (step.rows < step.cols)
    if (auto const shape = uncut(step, limits, true)) for_each_height(*shape, visit);
  if (auto const shape = uncut(step, limits, false)) for_each_height(*shape, visit);
}

/// As many parts as there is room for, and as keep the deferred pieces few.
PanelShape in_parts(PanelShape shape, Limits const& limits) {
  for (PanelShape finer = shape; finer.parts < max_parts_each * shape.workers; shape = finer) {
    finer.parts *= 2;
    bool const defers_few =
        finer.max_deferred() * finer.parts * min_pieces_for_deferred <= finer.slots();
    if (finer.parts > finer.panels || !defers_few) break;
    if (PanelWorkspace(finer).bytes > limits.workspace) break;
  }
  return shape;
}

}  // namespace

std::int64_t PanelShape::first_slot_from(std::int64_t address) const {
  std::int64_t row = address / rows;
  std::int64_t col = (address - row * rows + height - 1) / height;
  if (col >= panels) {
    ++row;
    col = 0;
  }
  return row * panels + col;
}

std::int64_t PanelShape::max_deferred_without_affinity() const {
  std::int64_t const most = detail::ceil_div(panels, parts) * cols;
  return std::min({most, cols + 2, 2 * height + group + 3});
}

std::int64_t PanelShape::max_deferred() const {
  std::int64_t const most = detail::ceil_div(panels, parts) * cols;
  std::int64_t const for_affinity = affinities == 1 ? 0 : 2 * affinities * block_rows * block_slots;
  return std::min(most, max_deferred_without_affinity() + for_affinity);
}

std::int64_t PanelShape::order_numbers() const {
  return affinities * (groups() + 1) + 2 * (cols + max_deferred()) + (cols + 3) / 4;
}

std::int64_t PanelShape::start(std::int64_t k) const {
  // Scattered, because cycles follow arithmetic patterns that even spacing may miss.
  auto const low = k * every;
  auto const range = static_cast<std::uint64_t>(std::min(every, slots() - low));
  auto const random = static_cast<std::uint32_t>(static_cast<std::uint64_t>(k) * 2654435761U);
  return low + static_cast<std::int64_t>(random * range >> 32);
}

PanelWorkspace::PanelWorkspace(PanelShape const& shape) {
  std::int64_t const slots = shape.slots();
  auto const workers = static_cast<std::size_t>(shape.workers);
  auto const parts = static_cast<std::size_t>(shape.parts);
  std::size_t at = 0;
  auto take = [&](std::size_t size) {
    std::size_t const begin = at;
    at += size;
    return begin;
  };
  table = take(lines(slots * 4));
  inverse = take(shape.backward ? lines(slots * 4) : 0);
  deferred_stride = lines(std::max<std::int64_t>(shape.max_deferred(), 1) * shape.piece_bytes());
  deferred = take(deferred_stride * parts);
  deferred_list_stride = lines(std::max<std::int64_t>(shape.max_deferred(), 1) * 4);
  deferred_list = take(deferred_list_stride * parts);
  saved = take(lines(shape.starts * shape.piece_bytes()));
  strip = take(lines(shape.rest * shape.cols * shape.word));
  moved_stride = lines((slots + 7) / 8);
  moved = take(moved_stride * workers);
  counts_stride = lines(shape.order_numbers() * 4);
  counts = take(counts_stride * workers);
  deferred_count = take(64 * parts);
  next = take(lines(64 * (1 + shape.affinities)));
  bytes = at;
}

std::optional<PanelShape> panel_shape(Step const& step, Limits const& limits) {
  std::optional<PanelShape> best;
  double least = 0;
  for_each_cut(step, limits, [&](PanelShape const& shape) {
    double const cost = copies(shape, limits.machine);
    if (best && cost >= least) return;
    if (PanelWorkspace(shape).bytes > limits.workspace) return;
    best = shape;
    least = cost;
  });
  if (best) best = in_parts(*best, limits);
  return best;
}

std::optional<PanelShape> panel_shape_of_height(Step const& step, Limits const& limits,
                                                bool backward, std::int64_t height) {
  auto shape = uncut(step, limits, backward);
  if (!shape || height < 1 || height > shape->rows || height % height_unit(*shape) != 0)
    return std::nullopt;
  cut(*shape, height);
  return shape;
}

std::optional<std::size_t> least_panel_workspace(Step const& step, Limits const& limits) {
  std::optional<std::size_t> least;
  for_each_cut(step, limits, [&](PanelShape const& shape) {
    std::size_t const bytes = PanelWorkspace(shape).bytes;
    if (!least || bytes < *least) least = bytes;
  });
  return least;
}

Estimate panel_estimate(Step const& step, PanelShape const& shape, Limits const& limits) {
  Estimate estimate;
  estimate.work = panel_passes(step, shape, limits);
  estimate.passes = 2;
  // Every element once in the panels and once in its piece, but for the strip, which goes through
  // the workspace.
  estimate.bytes_read = step.bytes() + step.batch * shape.slots() * shape.piece_bytes();
  estimate.bytes_written = estimate.bytes_read;
  estimate.workspace = PanelWorkspace(shape).bytes;
  return priced(std::move(estimate), limits);
}

}  // namespace isomer::in_place
