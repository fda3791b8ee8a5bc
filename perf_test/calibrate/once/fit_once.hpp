// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "calibrate/once/once_observation.hpp"

namespace isomer::perf {

/// `start` with the two rows fitted to what was seen, where that is enough; numbers that no plan
/// had stay. Planning errs relative to its own time, the first execution relative to all of it.
detail::OnceRates fit_once(detail::OnceRates const& start,
                           std::vector<OnceObservation> const& seen);

/// Errors of planning, and of the first execution as far as it is more than the next one, on the
/// four fifths that were fitted to and on the others; empty if nothing was seen.
std::string once_report(detail::OnceRates const& rates, std::vector<OnceObservation> const& train,
                        std::vector<OnceObservation> const& test);

}  // namespace isomer::perf
