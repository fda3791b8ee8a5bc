// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "row.hpp"

namespace isomer::perf {

/// Horizontal bars of of_copy, one per case, a panel per suite and type; where others did the same
/// job, theirs are thin bars below ours. `caption` says machine, threads and commit.
std::string bar_plot(std::vector<Row> const& rows, std::string const& caption);

/// How many cases reach which of_copy; a panel per suite and type, the median marked.
std::string histogram_plot(std::vector<Row> const& rows, std::string const& caption);

/// A square per case of rank 2 at (rows, columns), coloured by of_copy. Rows whose name does not
/// end in `MxN` are left out.
std::string heat_map(std::vector<Row> const& rows, std::string const& caption);

/// The predicted and the actual time of every case whose plan predicted one, sorted by the actual
/// time: a model is as good as the two lines are parallel. The case that the model would have
/// chosen is marked. A panel per suite and type.
std::string model_plot(std::vector<Row> const& rows, std::string const& caption);

}  // namespace isomer::perf
