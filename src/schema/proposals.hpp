// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include "cost/candidate.hpp"
#include "cost/setting.hpp"
#include "problem/normal_problem.hpp"

namespace isomer::detail {

/// Shared runs are moved one by one without tiles only from this size on with half-line vectors:
/// shorter ones are slower than tiles whose runs are whole lines, for hardware follows the source
/// of these (Zen 3, runs of 320 and 640 bytes 62 and 67 ns/KiB, one by one 90). The model has seen
/// too few to know.
inline constexpr std::int64_t large_run_half_lines = 1 << 10;

/// All ways worth considering to move a normal problem, not yet priced. Never empty: `strided` is
/// the last of them.
std::vector<Candidate> propose(NormalProblem const& normal, Setting const& setting);

}  // namespace isomer::detail
