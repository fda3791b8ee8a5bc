// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "model/cost.hpp"

#include <algorithm>
#include <cmath>

#include "model/machine.hpp"
#include "problem/normalize.hpp"

namespace isomer::detail {
namespace {

/// Time of a tiled move in units of the copy of the same bytes. A run that starts anywhere touches
/// one line more than it fills, on the input and, costlier, on the output; and a tile works best
/// with about 64 rows (measured on TTC57: 0.87 of copy in f32, against 0.76 with 32 rows).
double tiled_over_copy(Problem const& normal, Slice const& slice) {
  auto const in = static_cast<double>(input_run_bytes(normal, slice));
  auto const out = static_cast<double>(output_run_bytes(normal, slice));
  double const rows = out / normal.element_bytes;
  return 1.0 + 12.0 / in + 32.0 / out + 0.04 * std::abs(std::log2(rows / 64));
}

}  // namespace

double predicted_seconds(Problem const& normal, Candidate const& candidate,
                         Setting const& setting) {
  auto const bytes = static_cast<double>(volume_bytes(normal));
  double const bandwidth = 2 * bytes > static_cast<double>(caches().l3_bytes) / 2 ? 45e9 : 90e9;
  double const threads = std::max(1, setting.threads);
  double const copy = 2 * bytes / bandwidth * (threads > 1 ? 1.0 : 1.4) + 1e-7;
  switch (candidate.schema) {
    case Schema::copy:
    case Schema::fvi_match_large: return copy;
    case Schema::strided: return copy * 8;
    default: break;
  }
  return copy * tiled_over_copy(normal, candidate.slice);
}

}  // namespace isomer::detail
