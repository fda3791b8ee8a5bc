// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "cost/rates.hpp"
#include "records/advise/loops/loop_work.hpp"

namespace isomer::perf {

/// A kernel on records in one arrangement, timed.
struct LoopObservation {
  int program = 0;  ///< the same for all arrangements of a kernel and its records
  double seconds = 0;
  records::LoopWork work{};
  std::string what{};  ///< for whoever looks into the figures
};

/// `start` with what the observations tell of the rows of loops over records. Of computing and
/// moving the longer counts; which that is, is found anew with each fit.
detail::Rates fit_loops(detail::Rates const& start, std::vector<LoopObservation> const& train,
                        int threads);

/// By what factor the predicted ratio of the times of two arrangements is off, less one, in the
/// median: of the one that is predicted to be the fastest for a kernel, and each that is predicted
/// to take up to a quarter more. Where the choice is between those, it is as sure as that.
double ratio_error(detail::Rates const& rates, std::vector<LoopObservation> const& all);

/// Errors of the predictions, and what choosing the arrangement with the least one costs.
std::string loops_report(detail::Rates const& rates, std::vector<LoopObservation> const& all);

}  // namespace isomer::perf
