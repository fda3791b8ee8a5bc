// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <ostream>

#include "options.hpp"

namespace isomer::perf {

/// Runs the chosen suites on a GPU that is not there: a line for each case and one for all. Whether
/// nothing was wrong. Throws UsageError where the GPU is unknown, or a suite has cases that are not
/// permutations.
bool emulate_suites(Options const& options, std::ostream& out);

}  // namespace isomer::perf
