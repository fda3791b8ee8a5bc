// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "model/candidates.hpp"

#include <algorithm>

#include "model/cost.hpp"
#include "model/features.hpp"
#include "model/shapes.hpp"
#include "problem/normalize.hpp"
#include "problem/order.hpp"
#include "schema/device_slices.hpp"
#include "schema/slanted.hpp"
#include "schema/tile_roles.hpp"
#include "tile/job.hpp"

namespace isomer::detail {
namespace {

/// The usual shape gives way to one that promises to be so much faster: the model errs by a tenth
/// (chosen plans, in the geometric mean over 57 aligned tensors of floats: 0.66 of copy by the
/// model alone, 0.70 without it, 0.73 with both; over 20 misaligned ones 0.83, 0.91, 0.90).
constexpr double overruled_by = 1.15;

/// Slices are no smaller, or what was staged is asked for before it has left the store queue, which
/// passes on only words as they were stored (23 x 5 x 31 x 47 x 205 floats by axes 1 0 3 4 2: tiles
/// of 1.4 KB reach 0.19 of copy, of 8 KB 0.39).
constexpr std::int64_t least_slice_bytes = 8 << 10;

/// Shared runs from this size on can be moved one by one, and up to that size be gathered as well.
constexpr std::int64_t large_run_bytes = 256;
constexpr std::int64_t gathered_run_bytes = 8 << 10;
/// But with vectors of half a line shorter ones than this are slower than tiles whose runs are
/// whole lines: hardware follows the source of these (Zen 3, runs of 320 and 640 bytes 62 and 67
/// ns/KiB, one by one 90). The model has seen too few to know.
constexpr std::int64_t large_run_half_lines = 1 << 10;

/// Hardware has to see so much of a block's rows to follow them (Zen 3, floats, 57 tensors: up to
/// 640 bytes asking for lines is 1.05 to 1.3 times as fast, from 896 on 0.8 to 0.95).
constexpr std::int64_t followed_row_bytes = 768;

/// Runs that are moved one by one.
Candidate whole_runs(Problem const& normal, Setting const& setting, Schema schema) {
  Candidate candidate;
  candidate.schema = schema;
  for (int k = 0; k < normal.rank; ++k)
    candidate.slice.extent[static_cast<std::size_t>(k)] = axis_at(normal, k).extent;
  candidate.streams = reach_of(normal, setting) == Reach::memory;
  candidate.is_usual = true;
  return candidate;
}

/// Whether the blocks of every tile have whole lines of the output, and so can leave the registers
/// past the caches: without a buffer between there is half the work in the core (doubles 96 x 12 x
/// 75 x 608 reversed, copy at 70 GB/s: 31 GB/s staged, 45 so).
bool fills_lines(Problem const& normal, Slice const& slice) {
  int const k = output_order(normal)[0];
  auto const is_whole = [&](std::int64_t words) {
    return words * normal.element_bytes % tile::line_bytes == 0;
  };
  return rows_start_on_lines(normal) && is_whole(axis_at(normal, k).extent) &&
         is_whole(slice.extent[static_cast<std::size_t>(k)]) &&
         slice.extent[0] * normal.element_bytes >= tile::line_bytes;
}

/// Bytes of each of its rows that a block reads.
std::int64_t block_row_bytes(Problem const& normal, Slice const& slice) {
  auto const order = output_order(normal);
  int const run_axes = output_run(normal, slice, order).axes;
  return tile_roles(normal, slice, order, run_axes, tile::kernels()).columns * normal.element_bytes;
}

/// Hardware cannot follow the source through a buffer, where reading takes turns with what leaves
/// the buffer, nor rows that end before it has seen them.
Reads possible_reads(Problem const& normal, Candidate const& candidate, Reads wanted) {
  if (wanted != Reads::followed) return wanted;
  if (candidate.staged) return Reads::woven;
  bool const is_seen = candidate.schema == Schema::fvi_match_small ||
                       block_row_bytes(normal, candidate.slice) >= followed_row_bytes;
  return is_seen ? Reads::followed : Reads::asked_for;
}

/// How far ahead the source is asked for: along the input more than the tile that comes next, or
/// hardware that follows the rows fetches it a second time (transposition of 6416 x 8208 floats on
/// one thread: 97 ns/KiB just below, 52 just above); not so far that it leaves the cache again.
int prefetch_lines(Problem const& normal, Candidate const& candidate) {
  std::int64_t const least = candidate.staged ? 512 : 1024;
  constexpr std::int64_t most = 4096;
  std::int64_t const lines = slice_bytes(normal, candidate.slice) / tile::line_bytes;
  bool const reads_on = candidate.walk == Walk::along_input || candidate.band > 1;
  std::int64_t const tiles = reads_on ? 2 : 1;
  return static_cast<int>(std::clamp(tiles * lines, least, most));
}

/// Tiles that go straight to the destination, for what stays in the caches or has no room to stage.
Candidate direct(Candidate candidate, Walk walk) {
  candidate.staged = false;
  candidate.streams = false;
  candidate.woven = false;
  candidate.prefetch_lines = 0;
  candidate.walk = walk;
  candidate.band = 1;
  return candidate;
}

void add_tiled(Problem const& normal, Setting const& setting, Schema schema, Shape const& shape,
               std::vector<Candidate>& list) {
  bool const cached = reach_of(normal, setting) == Reach::cache;
  bool const scaled = normal.scalar != Scalar::none;
  Candidate candidate;
  candidate.schema = schema;
  SliceSize size = shape.size;
  size.least_bytes = least_slice_bytes;
  candidate.slice = grow_slice(normal, size);
  candidate.walk = shape.walk;
  candidate.band = shape.band;
  candidate.is_usual = list.empty();
  candidate.staged = scaled || cached || shape.is_staged || !fills_lines(normal, candidate.slice);
  candidate.streams = !cached;
  Reads const reads = possible_reads(normal, candidate, shape.reads);
  bool const asks = !cached && reads != Reads::followed;
  candidate.prefetch_lines = asks ? prefetch_lines(normal, candidate) : 0;
  candidate.woven = asks && candidate.staged && reads == Reads::woven;
  if (schema == Schema::orthogonal_distinct && runs_share_an_axis(normal, candidate.slice))
    candidate.schema = Schema::orthogonal_arbitrary;
  bool const has_room = setting.workspace_limit >= workspace_of(normal, candidate, setting.threads);
  if (!scaled && (cached || !has_room))
    candidate = direct(candidate, cached ? Walk::as_output : Walk::along_input);
  auto const is_same = [&](Candidate const& other) {
    return other.slice == candidate.slice && other.walk == candidate.walk &&
           other.band == candidate.band && other.staged == candidate.staged &&
           other.prefetch_lines == candidate.prefetch_lines && other.woven == candidate.woven;
  };
  if ((has_room || !scaled) && std::none_of(list.begin(), list.end(), is_same))
    list.push_back(candidate);
}

/// Slanted tiles, where they can be and pay: nothing is staged, and so nothing scaled.
void add_slanted(Problem const& normal, Setting const& setting, std::vector<Candidate>& list) {
  if (normal.scalar != Scalar::none || normal.dst_offset % normal.element_bytes != 0) return;
  constexpr std::int64_t tiles_of_thread = 8;
  auto const slice =
      slanted_slice(normal, volume_bytes(normal) / (tiles_of_thread * setting.threads));
  if (!slice) return;
  Candidate candidate;
  candidate.schema = runs_share_an_axis(normal, *slice) ? Schema::orthogonal_arbitrary
                                                        : Schema::orthogonal_distinct;
  candidate.slice = *slice;
  candidate.walk = Walk::along_output;
  candidate.slanted = candidate.streams = true;
  candidate.is_usual = list.empty();
  list.push_back(candidate);
}

void add_tiled(Problem const& normal, Setting const& setting, Schema schema,
               std::vector<Candidate>& list) {
  bool const may_slant = reach_of(normal, setting) == Reach::memory && vectors_are_half_lines() &&
                         !rows_start_on_lines(normal);
  if (may_slant && schema == Schema::orthogonal_distinct) add_slanted(normal, setting, list);
  for (Shape const& shape : shapes_to_try(normal, setting)) {
    add_tiled(normal, setting, schema, shape, list);
    // Through the caches tiles differ little.
    if (!list.empty() && !list.back().streams) return;
  }
}

/// What is slower than all tiles; where the model thinks otherwise it errs. Words one by one are
/// (3 x 5592405 doubles: 0.26 of copy, tiles 0.8; 16 x 16: 3.6 times slower), but of some words a
/// tile is mostly empty.
bool is_last_resort(Problem const& normal, Candidate const& candidate) {
  if (candidate.schema == Schema::strided) return volume_bytes(normal) >= tile::line_bytes;
  return candidate.schema == Schema::fvi_match_large && vectors_are_half_lines() &&
         rows_start_on_lines(normal) &&
         axis_at(normal, 0).extent * normal.element_bytes < large_run_half_lines;
}

void add_device(Problem const& normal, Schema schema, std::vector<Candidate>& list) {
  Candidate candidate;
  candidate.schema = schema;
  candidate.slice = grow_slice(normal, {256, 256, device_slice_bytes});
  list.push_back(candidate);
}

}  // namespace

double ranked_seconds(Candidate const& candidate) {
  return candidate.is_usual ? candidate.seconds / overruled_by : candidate.seconds;
}

std::vector<Candidate> candidates(Problem const& normal, Setting const& setting) {
  std::vector<Candidate> list;
  if (!setting.is_host) {
    add_device(normal, taxonomy(normal, 32), list);
  } else if (is_admissible(Schema::copy, normal)) {
    list.push_back(whole_runs(normal, setting, Schema::copy));
  } else if (is_admissible(Schema::fvi_match_large, normal)) {
    std::int64_t const run = axis_at(normal, 0).extent * normal.element_bytes;
    if (run < gathered_run_bytes) add_tiled(normal, setting, Schema::fvi_match_small, list);
    if (run >= large_run_bytes)
      list.push_back(whole_runs(normal, setting, Schema::fvi_match_large));
  } else if (is_admissible(Schema::orthogonal_distinct, normal)) {
    add_tiled(normal, setting, Schema::orthogonal_distinct, list);
  }
  Candidate strided;
  strided.schema = Schema::strided;
  strided.slice = grow_slice(normal, {256, 256, device_slice_bytes});
  list.push_back(strided);
  double slowest = 0;
  for (Candidate& candidate : list) {
    candidate.seconds = predicted_seconds(normal, candidate, setting);
    if (is_last_resort(normal, candidate)) candidate.seconds = std::max(candidate.seconds, slowest);
    slowest = std::max(slowest, candidate.seconds);
  }
  std::stable_sort(list.begin(), list.end(), [](Candidate const& a, Candidate const& b) {
    return ranked_seconds(a) < ranked_seconds(b);
  });
  return list;
}

std::size_t workspace_of(Problem const& normal, Candidate const& candidate, int threads) {
  if (!candidate.staged) return 0;
  auto const bytes = static_cast<std::size_t>(slice_bytes(normal, candidate.slice));
  auto const run = static_cast<std::size_t>(output_run_bytes(normal, candidate.slice));
  // Two buffers a thread, in which runs of 128 B, 256 B, .. are a line apart, and a line carried
  // over for each run that has one.
  std::size_t const lines = bytes / run * tile::line_bytes;
  std::size_t const padding = run % 128 == 0 ? lines : 0;
  bool const carries = candidate.walk == Walk::along_output && run >= tile::line_bytes;
  std::size_t const carried = carries ? lines * static_cast<std::size_t>(candidate.band) : 0;
  return static_cast<std::size_t>(threads) *
         (2 * (bytes + padding + 2 * tile::line_bytes) + carried + tile::line_bytes);
}

}  // namespace isomer::detail
