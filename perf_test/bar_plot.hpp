// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "row.hpp"

namespace isomer::perf {

/// Horizontal bars of of_copy, one per case, a panel per suite and type; where others did the same
/// job, theirs are thin bars below ours. `caption` says machine, threads and commit.
std::string bar_plot(std::vector<Row> const& rows, std::string const& caption);

}  // namespace isomer::perf
