// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "model/cost.hpp"

#include <algorithm>

#include "model/machine.hpp"
#include "problem/normalize.hpp"

namespace isomer::detail {
namespace {

/// Share of copy speed that runs of so many bytes reach: a line is moved as a whole, and a run that
/// starts anywhere touches one more line than it fills.
double run_efficiency(double run_bytes) { return run_bytes / (run_bytes + 48.0); }

}  // namespace

double predicted_seconds(Problem const& normal, Candidate const& candidate,
                         Setting const& setting) {
  auto const bytes = static_cast<double>(volume_bytes(normal));
  double const bandwidth = 2 * bytes > static_cast<double>(caches().l3_bytes) / 2 ? 45e9 : 90e9;
  double const threads = std::max(1, setting.threads);
  double const copy = 2 * bytes / bandwidth * (threads > 1 ? 1.0 : 1.4) + 1e-7;
  switch (candidate.schema) {
    case Schema::copy: return copy;
    case Schema::strided: return copy * 8;
    default: break;
  }
  double const in = run_efficiency(static_cast<double>(input_run_bytes(normal, candidate.slice)));
  double const out = run_efficiency(static_cast<double>(output_run_bytes(normal, candidate.slice)));
  return copy * 0.5 * (1 / in + 1 / out);
}

}  // namespace isomer::detail
