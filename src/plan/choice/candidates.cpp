// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/choice/candidates.hpp"

#include <algorithm>

#include "cost/rates.hpp"
#include "problem/normalize.hpp"
#include "problem/order.hpp"
#include "schema/device_audit.hpp"
#include "schema/passes.hpp"
#include "schema/proposals.hpp"
#include "tile/host/job.hpp"
#include "tiling/shapes.hpp"

namespace isomer::detail {
namespace {

/// The default shape gives way to one that is expected to be this much faster: the model errs by a
/// tenth (chosen plans, in the geometric mean over 57 aligned tensors of floats: 0.66 of copy by
/// the model alone, 0.70 without it, 0.73 with both; over 20 misaligned ones 0.83, 0.91, 0.90).
constexpr double overruled_by = 1.15;

/// What is slower than all tiles; where the model thinks otherwise it errs. Words one by one are
/// (3 x 5592405 doubles: 0.26 of copy, tiles 0.8; 16 x 16: 3.6 times slower), but of some words a
/// tile is mostly empty. Gathers are measured for arrays in memory only.
bool is_last_resort(NormalProblem const& normal, Candidate const& candidate,
                    Machine const& machine) {
  if (!machine.is_host()) return candidate.schema == Schema::strided;
  if (candidate.schema == Schema::strided) return normal.bytes >= tile::line_bytes;
  if (candidate.tiling.mode.indirect) return !candidate.tiling.mode.streams;
  return candidate.schema == Schema::fvi_match_large && machine.has_half_line_vectors() &&
         rows_start_on_lines(normal) &&
         axis_at(normal, 0).extent * normal.element_bytes < large_run_half_lines;
}

double price_of(std::vector<Pass> const& passes, Setting const& setting) {
  // Nothing takes less than a call.
  constexpr double least = 1e-8;
  return std::max(least, seconds(*setting.rates, passes));
}

void price_on_host(Candidate& candidate, NormalProblem const& normal, Setting const& setting) {
  candidate.passes = passes_of(normal, candidate, setting);
  candidate.seconds = price_of(candidate.passes, setting);
}

void price(std::vector<Candidate>& list, NormalProblem const& normal, Setting const& setting) {
  double slowest = 0;
  for (Candidate& candidate : list) {
    if (setting.machine.is_host()) price_on_host(candidate, normal, setting);
    else price_on_gpu(candidate, normal, setting.machine);
    if (is_last_resort(normal, candidate, setting.machine))
      candidate.seconds = std::max(candidate.seconds, slowest);
    slowest = std::max(slowest, candidate.seconds);
  }
}

}  // namespace

double predicted_seconds(NormalProblem const& normal, Candidate const& candidate,
                         Setting const& setting) {
  return price_of(passes_of(normal, candidate, setting), setting);
}

double ranked_seconds(Candidate const& candidate) {
  return candidate.is_default ? candidate.seconds / overruled_by : candidate.seconds;
}

std::vector<Candidate> candidates(NormalProblem const& normal, Setting const& setting) {
  std::vector<Candidate> list = propose(normal, setting);
  price(list, normal, setting);
  std::stable_sort(list.begin(), list.end(), [](Candidate const& a, Candidate const& b) {
    return ranked_seconds(a) < ranked_seconds(b);
  });
  return list;
}

}  // namespace isomer::detail
