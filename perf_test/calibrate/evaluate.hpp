// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "calibrate/observation.hpp"

/// How good a model is.
namespace isomer::perf {

/// Four fifths of the problems, drawn at random, to fit with; the others to see how well it went.
struct Split {
  std::vector<Observation> train;
  std::vector<Observation> test;
};
Split split(std::vector<Observation> const& all, std::uint64_t seed);

/// Those for which `wanted` holds.
std::vector<Observation> where(std::vector<Observation> const& all,
                               std::function<bool(Observation const&)> const& wanted);
Split where(Split const& parts, std::function<bool(Observation const&)> const& wanted);

using Predict = std::function<double(Observation const&)>;

/// |predicted / actual - 1| of some observations.
struct Errors {
  std::size_t count = 0;
  double median = 0;
  double ninety = 0;  ///< the 90th percentile
};
Errors errors_of(std::vector<Observation> const& all, Predict const& predict);

/// How often the candidate with the smallest prediction took at most 1.05 times the least time of
/// its problem, over problems with more than one candidate.
struct Choices {
  std::size_t good = 0;
  std::size_t all = 0;
};
Choices choices_of(std::vector<Observation> const& all, Predict const& predict);

/// ` 12.3 %  45.6 %`: median and 90th percentile.
std::string errors_text(Errors const& errors);

/// What the lines of a report say of all observations together.
std::string evaluation_text(Split const& parts, Predict const& predict);

}  // namespace isomer::perf
