// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schema/passes.hpp"

#include <algorithm>
#include <cstdint>

#include "cost/count_runs.hpp"
#include "cost/count_tiles.hpp"
#include "cost/real.hpp"
#include "cost/residency.hpp"
#include "problem/normal_problem.hpp"
#include "team/launch.hpp"

namespace isomer::detail {
namespace {

/// A call on the calling thread, in units of a launch that wakes others.
constexpr double inline_call = 1.0 / 64;

/// Runs that are copied in tiles. In memory short ones are bound by what is done for each, as words
/// in blocks are, of which the rates for long ones know nothing.
bool are_long_runs(NormalProblem const& normal, Candidate const& candidate, Residency residency) {
  return copies_runs(normal, candidate.tiling.mode) &&
         (residency == Residency::cache || !has_short_runs(normal));
}

Kernel kernel_of(NormalProblem const& normal, Candidate const& candidate, Residency residency) {
  if (moves_runs(candidate.schema)) return Kernel::copy;
  if (candidate.schema == Schema::strided) return Kernel::strided;
  if (are_long_runs(normal, candidate, residency)) return Kernel::tile_runs;
  if (candidate.tiling.mode.skewed) return Kernel::tile_skewed;
  if (candidate.tiling.mode.indirect) return Kernel::tile_gather;
  return candidate.tiling.mode.staged ? Kernel::tile_staged : Kernel::tile_direct;
}

Work count(Kernel kernel, NormalProblem const& normal, Tiling const& tiling,
           Machine const& machine) {
  switch (kernel) {
    case Kernel::copy: return count_runs(normal);
    case Kernel::strided: return count_words(normal, machine);
    default: return count_tiles(normal, tiling, machine);
  }
}

/// Pieces that threads share out among each other.
std::int64_t pieces_of(NormalProblem const& normal, Candidate const& candidate) {
  return moves_tiles(candidate.schema) ? tile_count(normal, candidate.tiling.slice)
                                       : normal.bytes / bytes_per_thread;
}

}  // namespace

int threads_in_effect(NormalProblem const& normal, Candidate const& candidate,
                      Setting const& setting) {
  std::int64_t const wanted = normal.bytes / bytes_per_thread;
  std::int64_t const most =
      std::min({std::int64_t{setting.threads()}, wanted, pieces_of(normal, candidate)});
  return static_cast<int>(std::max<std::int64_t>(1, most));
}

std::vector<Pass> passes_of(NormalProblem const& normal, Candidate const& candidate,
                            Setting const& setting) {
  Residency const residency = residency_of(normal, setting);
  Kernel const kernel = kernel_of(normal, candidate, residency);
  int const threads = threads_in_effect(normal, candidate, setting);
  std::int64_t const bytes = normal.mean_bytes();
  Work work = count(kernel, normal, candidate.tiling, setting.machine);
  work.launches = bytes < launch_bytes ? inline_call : 1;
  if (normal.keeps_elements()) work.scaled_words = real(normal.elements());
  // What the first-level cache does not hold comes from the second.
  if (residency == Residency::cache)
    work.buffered_bytes +=
        std::max(0.0, real(bytes) - threads * real(setting.machine.l1_bytes) / 2);
  return {{kernel, residency, static_cast<double>(threads), work}};
}

}  // namespace isomer::detail
