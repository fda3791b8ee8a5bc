// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schema/proposals.hpp"

#include <algorithm>

#include "cost/residency.hpp"
#include "problem/normalize.hpp"
#include "problem/order.hpp"
#include "schema/device_plan.hpp"
#include "tile/host/job.hpp"
#include "tiling/gathered_vectors.hpp"
#include "tiling/shapes.hpp"
#include "tiling/skewed.hpp"
#include "tiling/tile_roles.hpp"

namespace isomer::detail {
namespace {

/// Shared runs from this size on can be moved one by one, and up to that size be gathered as well.
constexpr std::int64_t large_run_bytes = 256;
constexpr std::int64_t gathered_run_bytes = 8 << 10;

/// Of tiles from which is gathered: small enough for their source to stay in the second-level
/// cache.
constexpr std::int64_t gathered_tile_bytes = 64 << 10;

/// Of a side of the slices for which the axes of both sides are compared: blocks of these fill
/// lines and vectors.
constexpr std::int64_t host_slice_bytes = 512;

/// Runs that are moved one by one.
Candidate whole_runs(NormalProblem const& normal, Setting const& setting, Schema schema) {
  Candidate candidate;
  candidate.schema = schema;
  candidate.tiling.slice = whole_slice(normal);
  candidate.tiling.mode.streams = residency_of(normal, setting) == Residency::memory;
  candidate.is_default = true;
  return candidate;
}

/// Tiles of one shape; without a buffer where there is no room for it, but what is scaled or cast
/// needs it.
void add_shape(NormalProblem const& normal, Setting const& setting, Schema schema,
               Shape const& shape, std::vector<Candidate>& list) {
  Tiling tiling = make_tiling(normal, shape, setting.machine, residency_of(normal, setting));
  if (setting.workspace_limit < workspace_of(normal, tiling, setting.threads())) {
    if (normal.keeps_elements()) return;
    tiling = direct_tiling(tiling.slice, Walk::along_input);
  }
  auto const is_same = [&](Candidate const& other) {
    Tiling as_it_stores = other.tiling;
    as_it_stores.mode.streams = tiling.mode.streams;
    return as_it_stores == tiling;
  };
  if (std::any_of(list.begin(), list.end(), is_same)) return;
  list.push_back({schema, tiling, list.empty()});
}

/// Whether a skewed tile takes less than one that is staged. With vectors of half a line words of 4
/// bytes do not. With those of a line it has to be rotated, not gathered, and to have long rows,
/// some of which is prefetched in vain (random tensors of floats on a Zen 4: rows of 64 to 516
/// bytes 0.85 to 0.97 of what is staged, of 4 KiB 1.1 to 1.28).
bool is_skewed_fast(NormalProblem const& normal, Slice const& slice, tile::Isa const& isa) {
  if (isa.vector_bytes < tile::line_bytes) return normal.element_bytes >= 8;
  constexpr std::int64_t least_row_bytes = 2 << 10;
  TileRoles const roles = skewed_roles(normal, slice, output_run(normal, slice));
  return is_rotated(normal, roles) && roles.columns * normal.element_bytes >= least_row_bytes;
}

/// Skewed tiles, where they can be and pay: nothing is staged, and so nothing scaled or cast.
void add_skewed(NormalProblem const& normal, Setting const& setting, std::vector<Candidate>& list) {
  if (normal.keeps_elements() || normal.dst_offset % normal.element_bytes != 0) return;
  constexpr std::int64_t tiles_of_thread = 8;
  auto const slice = skewed_slice(normal, normal.bytes / (tiles_of_thread * setting.threads()));
  if (!slice || !is_skewed_fast(normal, *slice, setting.machine.isa)) return;
  Tiling tiling{*slice, Walk::along_output, 1, {}};
  tiling.mode.skewed = tiling.mode.streams = true;
  list.push_back({Schema::orthogonal_distinct, tiling, list.empty()});
}

/// Tiles from which is gathered.
Tiling gathering_tiling(NormalProblem const& normal, Setting const& setting, bool is_staged) {
  Residency const residency = residency_of(normal, setting);
  Shape shape = shapes_to_try(normal, setting.machine, residency).front();
  shape.size.cap_bytes = gathered_tile_bytes;
  shape.reads = Reads::prefetched;
  shape.is_staged |= is_staged;
  return make_tiling(normal, shape, setting.machine, residency);
}

/// Tiles whose words are gathered one by one, so that a word of the output costs the same whatever
/// the axes around it.
void add_indirect(NormalProblem const& normal, Setting const& setting,
                  std::vector<Candidate>& list) {
  Tiling tiling =
      gathering_tiling(normal, setting, residency_of(normal, setting) == Residency::memory);
  tiling.mode.indirect = true;
  if (workspace_of(normal, tiling, setting.threads()) <= setting.workspace_limit)
    list.push_back({Schema::orthogonal_arbitrary, tiling, list.empty()});
}

/// Whether a tile's blocks fill vectors on either side, or the runs that it copies are so long that
/// gathering them would take more: in the caches, where each instruction counts, 16 bytes.
bool fills_vectors(NormalProblem const& normal, Slice const& slice, tile::Isa const& isa,
                   Residency residency) {
  std::int64_t const word = normal.element_bytes;
  if (normal.has_same_fastest())
    return !has_short_runs(normal) ||
           (residency == Residency::cache && axis_at(normal, 0).extent * word >= 16);
  TileRoles const roles = tile_roles(normal, slice, output_run(normal, slice).axes, isa);
  return roles.rows * word >= isa.vector_bytes && roles.columns * word >= tile::line_bytes / 2;
}

/// Tiles whose vectors are gathered from a few of the source, where axes are too short for blocks:
/// straight to the destination where they are lines of it.
void add_gathered(NormalProblem const& normal, Setting const& setting, Schema schema,
                  std::vector<Candidate>& list) {
  // Of less the places and the patterns are what counts (100 bytes: 60 ns instead of 30).
  constexpr std::int64_t least_bytes = 1 << 10;
  if (normal.bytes < least_bytes) return;
  tile::Isa const& isa = setting.machine.isa;
  Residency const residency = residency_of(normal, setting);
  Tiling tiling = gathering_tiling(normal, setting, false);
  if (fills_vectors(normal, tiling.slice, isa, residency)) return;
  GatheredRun const run = gathered_run(normal, tiling.slice, isa);
  if (run.axes == 0) return;
  tiling.mode.gathered = true;
  tiling.mode.staged =
      normal.keeps_elements() || (residency == Residency::memory && !fills_lines(normal, run, isa));
  if (workspace_of(normal, tiling, setting.threads()) <= setting.workspace_limit)
    list.push_back({schema, tiling, true});
}

void add_tiled(NormalProblem const& normal, Setting const& setting, Schema schema,
               std::vector<Candidate>& list) {
  Residency const residency = residency_of(normal, setting);
  bool const may_skew = residency == Residency::memory && !rows_start_on_lines(normal);
  if (may_skew && schema == Schema::orthogonal_distinct) add_skewed(normal, setting, list);
  for (Shape const& shape : shapes_to_try(normal, setting.machine, residency)) {
    add_shape(normal, setting, schema, shape, list);
    // Through the caches tiles differ little.
    if (!list.empty() && !list.back().tiling.mode.streams) return;
  }
}

/// Words one by one; the slice is what they are priced as.
Candidate word_by_word(NormalProblem const& normal) {
  Candidate candidate;
  candidate.schema = Schema::strided;
  candidate.tiling.slice = grow_slice(normal, {256, 256, 16 << 10});
  return candidate;
}

/// Shared runs are moved one by one, or gathered into longer ones: both where they are neither
/// short nor long.
void add_shared_runs(NormalProblem const& normal, Setting const& setting,
                     std::vector<Candidate>& list) {
  std::int64_t const run = axis_at(normal, 0).extent * normal.element_bytes;
  if (run < gathered_run_bytes) {
    add_tiled(normal, setting, Schema::fvi_match_small, list);
    add_gathered(normal, setting, Schema::fvi_match_small, list);
  }
  if (run >= large_run_bytes) list.push_back(whole_runs(normal, setting, Schema::fvi_match_large));
}

/// What the shape calls for, and what may do better there.
void add_host_candidates(NormalProblem const& normal, Setting const& setting,
                         std::vector<Candidate>& list) {
  Schema const shape = taxonomy(normal, host_slice_bytes / normal.element_bytes);
  if (shape == Schema::strided) return;
  if (shape == Schema::copy) return list.push_back(whole_runs(normal, setting, shape));
  if (normal.has_same_fastest()) return add_shared_runs(normal, setting, list);
  add_tiled(normal, setting, Schema::orthogonal_distinct, list);
  add_gathered(normal, setting, Schema::orthogonal_distinct, list);
  if (shape == Schema::orthogonal_arbitrary) add_indirect(normal, setting, list);
}

}  // namespace

std::vector<Candidate> propose(NormalProblem const& normal, Setting const& setting) {
  std::vector<Candidate> list;
  if (setting.machine.is_host()) {
    add_host_candidates(normal, setting, list);
    list.push_back(word_by_word(normal));
    return list;
  }
  list = device_candidates(normal);
  if (list.back().schema != Schema::strided) list.push_back(device_slices(normal, Schema::strided));
  return list;
}

}  // namespace isomer::detail
