// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "cost/pass.hpp"

namespace isomer::perf {

/// One way to move one problem, out of place or in place, timed.
struct Observation {
  int problem = 0;     ///< ways to move the same problem have the same number; in order of time
  std::string method;  ///< name of the schema or decomposition
  int threads = 1;     ///< of the execution space
  double seconds = 0;
  double copy_seconds = 0;  ///< of the same bytes, in turn
  std::vector<detail::Pass> passes{};
  std::string what{};  ///< the problem and how it is cut, for whoever looks into the figures

  detail::Residency residency() const { return passes.front().residency; }
  bool is_in_place() const { return passes.front().kernel >= detail::Kernel::swap; }
};

/// Observations as text, a line each under a first line, so that several runs can add to one file.
/// Reading stops with an std::runtime_error at a line that is none.
std::string observations_head();
std::string line_of(Observation const& seen);
std::vector<Observation> read_observations(std::string const& text);

}  // namespace isomer::perf
