// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "records/advise/advice_on.hpp"
#include "records/advise/facts.hpp"
#include "records/advise/price.hpp"

namespace isomer::records {

/// Seconds of a call of each kernel in AoS if those that use their own records only load and store
/// whole ones, by `simd_load` on hosts and by `load_records` on GPUs, where that is faster.
std::vector<double> seconds_by_whole_records(AdviceGround const& ground, Pricer const& pricer,
                                             detail::AdviceProblem const& problem,
                                             detail::PricedArrangement const& aos);

}  // namespace isomer::records
