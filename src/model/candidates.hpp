// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <vector>

#include <isomer/detail/problem.hpp>

#include "model/setting.hpp"
#include "schema/candidate.hpp"

namespace isomer::detail {

/// What candidates are put in order by: the seconds expected, but the usual shape of tiles gives
/// way only to one that promises to be faster by more than the model errs.
double ranked_seconds(Candidate const& candidate);

/// All ways worth considering to move a normal problem, cheapest first by the model. Never empty:
/// `strided` is always there.
std::vector<Candidate> candidates(Problem const& normal, Setting const& setting);

/// What staging costs in memory, all threads together; 0 for candidates without.
std::size_t workspace_of(Problem const& normal, Candidate const& candidate, int threads);

}  // namespace isomer::detail
