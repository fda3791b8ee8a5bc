// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <vector>

namespace isomer::perf {

/// Medians that were taken by turns once more: the first ones choose the best, which makes it look
/// better than it is.
struct Confirmation {
  double advised = 0;
  double best = 0;
  double best_again = 0;  ///< the same, as another contender: what noise makes of it
  double aos = 0;

  double noise() const;
  /// advised/best - 1; 0 if the difference is no larger than that of the best with itself.
  double regret() const;
  /// advised/AoS - 1, where advice made it slower by more than that difference; else 0.
  double loss() const;
};

std::size_t index_of_least(std::vector<double> const& seconds);
/// 1 if none of them is less than what is advised takes.
int rank_of(std::vector<double> const& seconds, double advised);

/// The seconds of `calls` calls and the change to the arrangement before them.
std::vector<double> charged(std::vector<double> const& seconds, std::vector<double> const& change,
                            double calls);
/// How much longer that is than the least; 0 within `noise`.
double regret_of(std::vector<double> const& seconds, double advised, double noise);

}  // namespace isomer::perf
