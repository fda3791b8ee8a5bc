// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/slice.hpp"

#include <algorithm>

#include "index/rounding.hpp"
#include "problem/normalize.hpp"
#include "problem/order.hpp"
#include "tile/host/job.hpp"

namespace isomer::detail {
namespace {

/// How much of an axis to take so that a run of `run` words becomes `wanted`: a multiple of `unit`,
/// and not so much that the last block is a sliver.
std::int64_t block_of(std::int64_t extent, std::int64_t run, std::int64_t wanted, std::int64_t unit,
                      std::int64_t most) {
  std::int64_t block = round_up(std::max<std::int64_t>(1, ceil_div(wanted, run)), unit);
  // Twice as long rather than in two: what continues behind is then contiguous.
  if (extent <= 2 * block && extent <= most) return extent;
  if (block >= extent) return extent;
  std::int64_t const blocks = ceil_div(extent, block);
  std::int64_t const even = round_up(ceil_div(extent, blocks), unit);
  return std::min(even, extent);
}

/// The same, no more than `most`. The first axis of a run is taken in whole cache lines, if these
/// are not more either.
std::int64_t block_within(std::int64_t extent, std::int64_t run, std::int64_t wanted,
                          std::int64_t line_words, std::int64_t most) {
  std::int64_t const unit = run == 1 ? line_words : 1;
  std::int64_t const block = block_of(extent, run, wanted, unit, most);
  if (block <= most) return block;
  // Rounding up was too much.
  std::int64_t const lines = most / unit * unit;
  if (lines > 0) return block_of(extent, run, lines, unit, most);
  return block_of(extent, run, most, 1, most);
}

/// Takes axes in `order`, in lines of words of `line_word` bytes, until their run has `wanted`
/// words or the slice `cap` words.
void grow(NormalProblem const& normal, std::array<int, max_axes> const& order,
          std::int64_t line_word, std::int64_t wanted, std::int64_t cap, Slice& slice) {
  std::int64_t const line_words = std::max<std::int64_t>(1, tile::line_bytes / line_word);
  std::int64_t volume = slice_bytes(normal, slice) / normal.element_bytes;
  std::int64_t run = 1;
  for (int k = 0; k < normal.rank && run < wanted && volume < cap; ++k) {
    int const axis = order[static_cast<std::size_t>(k)];
    std::int64_t& taken = slice.extent[static_cast<std::size_t>(axis)];
    std::int64_t const extent = axis_at(normal, axis).extent;
    if (taken < extent) {
      std::int64_t const others = volume / taken;
      std::int64_t const room = std::max<std::int64_t>(1, cap / others);
      std::int64_t const want = std::min(wanted, run * room);
      std::int64_t const block = std::max(taken, block_within(extent, run, want, line_words, room));
      volume = others * block;
      taken = block;
    }
    run *= taken;
    if (taken < extent) return;
  }
}

SliceRun run_along(NormalProblem const& normal, Slice const& slice,
                   std::array<int, max_axes> const& order, std::int64_t Axis::*stride) {
  SliceRun run;
  while (run.axes < normal.rank && run.cut < 0) {
    int const k = order[static_cast<std::size_t>(run.axes)];
    Axis const& axis = axis_at(normal, k);
    if (axis.*stride != run.words) break;
    std::int64_t const taken = slice.extent[static_cast<std::size_t>(k)];
    run.words *= taken;
    run.mask |= std::uint64_t{1} << static_cast<unsigned>(k);
    run.last = k;
    ++run.axes;
    if (taken < axis.extent) run.cut = k;
  }
  return run;
}

std::array<int, max_axes> input_order(NormalProblem const& normal) {
  std::array<int, max_axes> order{};
  for (int k = 0; k < normal.rank; ++k) order[static_cast<std::size_t>(k)] = k;
  return order;
}

}  // namespace

Slice grow_slice(NormalProblem const& normal, SliceSize const& size) {
  Slice slice;
  std::fill_n(slice.extent.begin(), normal.rank, 1);
  std::int64_t const word = normal.element_bytes;
  // Rows of blocks in the buffer and runs of the output: whole lines of both.
  std::int64_t const out_word = std::min(word, std::int64_t{normal.dst_element_bytes()});
  std::int64_t const cap = std::max<std::int64_t>(1, size.cap_bytes / word);
  std::int64_t const least = std::min({size.least_bytes, size.cap_bytes / 2, normal.bytes});
  // A slice of less than half the cap has an axis that takes twice as much.
  for (std::int64_t scale = 1;; scale *= 2) {
    grow(normal, normal.out_order, out_word, scale * size.out_bytes / word, cap, slice);
    grow(normal, input_order(normal), word, scale * size.in_bytes / word, cap, slice);
    if (slice_bytes(normal, slice) >= least) return slice;
  }
}

std::int64_t slice_bytes(NormalProblem const& normal, Slice const& slice) {
  std::int64_t bytes = normal.element_bytes;
  for (int k = 0; k < normal.rank; ++k) bytes *= slice.extent[static_cast<std::size_t>(k)];
  return bytes;
}

Slice whole_slice(NormalProblem const& normal) {
  Slice slice;
  for (int k = 0; k < normal.rank; ++k)
    slice.extent[static_cast<std::size_t>(k)] = axis_at(normal, k).extent;
  return slice;
}

std::int64_t span_words(NormalProblem const& normal, Slice const& slice,
                        std::int64_t Axis::*stride) {
  std::int64_t words = 1;
  for (int k = 0; k < normal.rank; ++k)
    words += (slice.extent[static_cast<std::size_t>(k)] - 1) * axis_at(normal, k).*stride;
  return words;
}

SliceRun input_run(NormalProblem const& normal, Slice const& slice) {
  return run_along(normal, slice, input_order(normal), &Axis::src_stride);
}

SliceRun output_run(NormalProblem const& normal, Slice const& slice) {
  return run_along(normal, slice, normal.out_order, &Axis::dst_stride);
}

std::int64_t input_run_bytes(NormalProblem const& normal, Slice const& slice) {
  return normal.element_bytes * input_run(normal, slice).words;
}

std::int64_t output_run_bytes(NormalProblem const& normal, Slice const& slice) {
  return normal.dst_element_bytes() * output_run(normal, slice).words;
}

std::int64_t tile_count(NormalProblem const& normal, Slice const& slice) {
  std::int64_t tiles = 1;
  for (int k = 0; k < normal.rank; ++k)
    tiles *= ceil_div(axis_at(normal, k).extent, slice.extent[static_cast<std::size_t>(k)]);
  return tiles;
}

bool rows_are_lines_apart(NormalProblem const& normal) {
  return normal.dst_pitch_alignment % tile::line_bytes == 0;
}

bool runs_share_an_axis(NormalProblem const& normal, Slice const& slice) {
  std::uint64_t const shared = input_run(normal, slice).mask & output_run(normal, slice).mask;
  for (int k = 0; k < normal.rank; ++k)
    if ((shared >> static_cast<unsigned>(k) & 1U) != 0 &&
        slice.extent[static_cast<std::size_t>(k)] > 1)
      return true;
  return false;
}

}  // namespace isomer::detail
