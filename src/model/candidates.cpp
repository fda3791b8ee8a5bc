// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "model/candidates.hpp"

#include <algorithm>
#include <array>

#include "model/cost.hpp"
#include "model/machine.hpp"
#include "problem/normalize.hpp"
#include "problem/order.hpp"
#include "schema/device_slices.hpp"
#include "schema/tile_programs.hpp"
#include "tile/job.hpp"

namespace isomer::detail {
namespace {

/// Slices tried on the host: a few cache lines of each source row, and output runs long enough for
/// the memory to take them as one. Narrow tiles keep the staging buffers in the L1 cache; walking
/// them along the input lets hardware prefetch the rows on.
constexpr std::array<SliceSize, 5> host_sizes{{{256, 256, 64 << 10},
                                               {256, 512, 64 << 10},
                                               {512, 256, 64 << 10},
                                               {256, 1024, 128 << 10},
                                               {1024, 256, 128 << 10}}};

/// Runs from this size on are moved one by one.
constexpr std::int64_t large_run_bytes = 256;

Slice whole(Problem const& normal) {
  Slice slice;
  for (int k = 0; k < normal.rank; ++k)
    slice.extent[static_cast<std::size_t>(k)] = axis_at(normal, k).extent;
  return slice;
}

/// How far ahead the source is asked for, in blocks of a vector's rows and one line's columns:
/// eight lines of each of 64 rows, which is where the measured speed levels off.
int prefetch_blocks_for(Problem const& normal) {
  constexpr int lines_ahead = 512;
  int const rows = tile::kernels().vector_bytes / static_cast<int>(normal.element_bytes);
  return std::max(1, lines_ahead / std::max(1, rows));
}

void add_tiled(Problem const& normal, Setting const& setting, Schema schema,
               std::vector<Candidate>& list) {
  bool const cached = 2 * volume_bytes(normal) < caches().l2_bytes * setting.threads;
  for (SliceSize const& size : host_sizes) {
    Candidate candidate;
    candidate.schema = schema;
    candidate.slice = grow_slice(normal, size);
    candidate.staged = !cached || normal.scalar != Scalar::none;
    candidate.streams = !cached;
    candidate.prefetch_blocks = cached ? 0 : prefetch_blocks_for(normal);
    if (schema == Schema::orthogonal_distinct && runs_share_an_axis(normal, candidate.slice))
      candidate.schema = Schema::orthogonal_arbitrary;
    list.push_back(candidate);
    if (cached && normal.scalar == Scalar::none) return;
    if (setting.workspace_limit < workspace_of(normal, candidate, setting.threads)) {
      list.pop_back();
      if (normal.scalar != Scalar::none) continue;
      candidate.staged = false;
      candidate.streams = false;
      list.push_back(candidate);
    }
  }
}

void add_device(Problem const& normal, Schema schema, std::vector<Candidate>& list) {
  Candidate candidate;
  candidate.schema = schema;
  candidate.slice = grow_slice(normal, {256, 256, device_slice_bytes});
  list.push_back(candidate);
}

}  // namespace

std::vector<Candidate> candidates(Problem const& normal, Setting const& setting) {
  std::vector<Candidate> list;
  if (!setting.is_host) {
    add_device(normal, taxonomy(normal, 32), list);
  } else if (is_admissible(Schema::copy, normal)) {
    Candidate copy;
    copy.schema = Schema::copy;
    copy.slice = whole(normal);
    copy.streams = 2 * volume_bytes(normal) >= caches().l2_bytes * setting.threads;
    list.push_back(copy);
  } else if (is_admissible(Schema::fvi_match_large, normal)) {
    std::int64_t const run = axis_at(normal, 0).extent * normal.element_bytes;
    if (run >= large_run_bytes) {
      Candidate runs;
      runs.schema = Schema::fvi_match_large;
      runs.slice = whole(normal);
      runs.streams = 2 * volume_bytes(normal) >= caches().l2_bytes * setting.threads;
      list.push_back(runs);
    } else {
      add_tiled(normal, setting, Schema::fvi_match_small, list);
    }
  } else if (is_admissible(Schema::orthogonal_distinct, normal)) {
    add_tiled(normal, setting, Schema::orthogonal_distinct, list);
  }
  Candidate strided;
  strided.schema = Schema::strided;
  strided.slice = grow_slice(normal, {256, 256, device_slice_bytes});
  list.push_back(strided);
  for (Candidate& candidate : list)
    candidate.seconds = predicted_seconds(normal, candidate, setting);
  std::stable_sort(list.begin(), list.end(),
                   [](Candidate const& a, Candidate const& b) { return a.seconds < b.seconds; });
  return list;
}

std::size_t workspace_of(Problem const& normal, Candidate const& candidate, int threads) {
  if (!candidate.staged) return 0;
  // Two buffers a thread, each a tile, its padding and alignment.
  auto const buffer = static_cast<std::size_t>(slice_bytes(normal, candidate.slice));
  std::size_t const staged = 2 * (buffer + buffer / 4 + 2 * tile::line_bytes);
  // A line is carried over for each run, which is a line at least.
  std::size_t const carried = candidate.walk == Walk::along_output ? buffer + tile::line_bytes : 0;
  return static_cast<std::size_t>(threads) * (staged + carried);
}

}  // namespace isomer::detail
