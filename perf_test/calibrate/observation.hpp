// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cost/features.hpp"

namespace isomer::perf {

/// One candidate of one problem, timed.
struct Observation {
  int problem = 0;  ///< candidates of the same problem have the same number
  detail::Schema schema = detail::Schema::copy;
  detail::Reach reach = detail::Reach::memory;
  int threads = 1;    ///< of the execution space
  int in_effect = 1;  ///< of these, with work: what the coefficients depend on
  double seconds = 0;
  double copy_seconds = 0;  ///< of the same bytes, in turn
  detail::Features features{};
  std::string what;  ///< the problem and its slices, for whoever looks into the figures
};

/// Observations as lines of comma-separated values under a line of names, so that several runs can
/// add to one file. Reading stops with an std::runtime_error at a line that is none.
std::string csv_head();
std::string csv_line(Observation const& seen);
std::vector<Observation> read_csv(std::string const& text);

}  // namespace isomer::perf
