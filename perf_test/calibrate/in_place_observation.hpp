// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cost/features.hpp"
#include "cost/in_place_features.hpp"

namespace isomer::perf {

/// One decomposition of one step in place, timed.
struct InPlaceObservation {
  int problem = 0;                ///< decompositions of the same step have the same number
  std::size_t decomposition = 0;  ///< its place in detail::decomposition_names
  detail::Reach reach = detail::Reach::memory;
  int threads = 1;
  double seconds = 0;
  double copy_seconds = 0;  ///< of the same bytes, in turn
  detail::InPlaceFeatures features{};
  std::string what;  ///< the step, for whoever looks into the figures
};

/// As those of Observation: lines under a line of names.
std::string in_place_csv_head();
std::string csv_line(InPlaceObservation const& seen);
std::vector<InPlaceObservation> read_in_place_csv(std::string const& text);

}  // namespace isomer::perf
