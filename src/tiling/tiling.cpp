// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tiling/tiling.hpp"

#include <algorithm>

#include "problem/normalize.hpp"
#include "problem/order.hpp"
#include "tile/host/job.hpp"
#include "tiling/shapes.hpp"
#include "tiling/tile_roles.hpp"

namespace isomer::detail {
namespace {

/// Slices are no smaller, or what was staged is loaded before it has left the store queue, which
/// passes on only words as they were stored (23 x 5 x 31 x 47 x 205 floats by axes 1 0 3 4 2: tiles
/// of 1.4 KB get to 0.19 of copy, of 8 KB 0.39).
constexpr std::int64_t least_slice_bytes = 8 << 10;

/// Hardware has to see so much of a block's rows to follow them (Zen 3, floats, 57 tensors: up to
/// 640 bytes prefetching lines is 1.05 to 1.3 times as fast, from 896 on 0.8 to 0.95).
constexpr std::int64_t followed_row_bytes = 768;

/// Whether the blocks of every tile have whole lines of the output, and so can leave the registers
/// past the caches: without a buffer between there is half the work in the core (doubles 96 x 12 x
/// 75 x 608 reversed, copy at 70 GB/s: 31 GB/s staged, 45 so).
bool fills_lines(NormalProblem const& normal, Slice const& slice) {
  int const k = normal.out_order[0];
  auto const is_whole = [&](std::int64_t words) {
    return words * normal.element_bytes % tile::line_bytes == 0;
  };
  return rows_start_on_lines(normal) && is_whole(axis_at(normal, k).extent) &&
         is_whole(slice.extent[static_cast<std::size_t>(k)]) &&
         slice.extent[0] * normal.element_bytes >= tile::line_bytes;
}

/// Bytes of each of its rows that a block reads.
std::int64_t block_row_bytes(NormalProblem const& normal, Slice const& slice,
                             Machine const& machine) {
  int const run_axes = output_run(normal, slice).axes;
  return tile_roles(normal, slice, run_axes, machine.isa).columns * normal.element_bytes;
}

/// Hardware cannot follow the source through a buffer, where reading takes turns with what leaves
/// the buffer, nor rows that end before it has seen them.
Reads possible_reads(NormalProblem const& normal, Tiling const& tiling, Machine const& machine,
                     Reads wanted) {
  if (wanted != Reads::followed) return wanted;
  if (tiling.mode.staged) return Reads::pipelined;
  bool const is_shared = normal.has_same_fastest();
  bool const is_seen =
      is_shared || block_row_bytes(normal, tiling.slice, machine) >= followed_row_bytes;
  return is_seen ? Reads::followed : Reads::prefetched;
}

/// The distance of the prefetched source: along the input more than the tile that comes next, or
/// hardware that follows the rows fetches it a second time (transposition of 6416 x 8208 floats on
/// one thread: 97 ns/KiB just below, 52 just above); not so far that it leaves the cache again.
int prefetch_lines(NormalProblem const& normal, Tiling const& tiling) {
  std::int64_t const least = tiling.mode.staged ? 512 : 1024;
  constexpr std::int64_t most = 4096;
  std::int64_t const lines = slice_bytes(normal, tiling.slice) / tile::line_bytes;
  bool const reads_on = tiling.walk == Walk::along_input || tiling.group > 1;
  std::int64_t const tiles = reads_on ? 2 : 1;
  return static_cast<int>(std::clamp(tiles * lines, least, most));
}

/// In bytes of the source, which buffers hold; where elements are cast to shorter ones, runs of the
/// output are as long as wished for nevertheless.
SliceSize in_source_bytes(NormalProblem const& normal, SliceSize size) {
  size.least_bytes = least_slice_bytes;
  size.out_bytes *= std::max(1, normal.element_bytes / normal.dst_element_bytes());
  return size;
}

}  // namespace

Tiling make_tiling(NormalProblem const& normal, Shape const& wanted, Machine const& machine,
                   Residency residency) {
  bool const cached = residency == Residency::cache;
  bool const scaled = normal.keeps_elements();
  SliceSize size = in_source_bytes(normal, wanted.size);
  Slice const slice = grow_slice(normal, size);
  if (cached && !scaled) return direct_tiling(slice, Walk::as_output);
  Tiling tiling{slice, wanted.walk, wanted.group, {}};
  tiling.mode.staged = scaled || wanted.is_staged || !fills_lines(normal, slice);
  tiling.mode.streams = !cached;
  Reads const reads = possible_reads(normal, tiling, machine, wanted.reads);
  if (cached || reads == Reads::followed) return tiling;
  tiling.mode.prefetch_lines = prefetch_lines(normal, tiling);
  tiling.mode.pipelined = tiling.mode.staged && reads == Reads::pipelined;
  return tiling;
}

Tiling direct_tiling(Slice const& slice, Walk walk) { return {slice, walk, 1, {}}; }

namespace {

/// What the runs of a tile take in a buffer: those of 128 B, 256 B, .. are a line apart.
std::size_t buffer_bytes(std::size_t runs, std::size_t run_bytes) {
  return runs * (run_bytes + (run_bytes % 128 == 0 ? tile::line_bytes : 0));
}

}  // namespace

std::size_t workspace_of(NormalProblem const& normal, Tiling const& tiling, int threads) {
  if (!tiling.mode.staged) return 0;
  SliceRun const run = output_run(normal, tiling.slice);
  std::int64_t const run_bytes = run.words * normal.element_bytes;
  auto const runs = static_cast<std::size_t>(slice_bytes(normal, tiling.slice) / run_bytes);
  std::size_t buffer = buffer_bytes(runs, static_cast<std::size_t>(run_bytes));
  // Those of the last tile along a run may be shorter, and a line apart where the others are not.
  if (run.cut >= 0) {
    std::int64_t const extent = tiling.slice.extent[static_cast<std::size_t>(run.cut)];
    std::int64_t const rest = axis_at(normal, run.cut).extent % extent;
    if (rest > 0)
      buffer =
          std::max(buffer, buffer_bytes(runs, static_cast<std::size_t>(run_bytes / extent * rest)));
  }
  // Two buffers a thread, and a line carried over for each run that has one.
  bool const carries = tiling.walk == Walk::along_output &&
                       run.words * normal.dst_element_bytes() >= tile::line_bytes;
  std::size_t const carried =
      carries ? runs * tile::line_bytes * static_cast<std::size_t>(tiling.group) : 0;
  return static_cast<std::size_t>(threads) * (2 * buffer + 5 * tile::line_bytes + carried);
}

}  // namespace isomer::detail
