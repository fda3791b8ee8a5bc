// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "index_pattern.hpp"
#include "options.hpp"

namespace isomer::perf {

/// What a figure means nothing without: commit, Kokkos, CPU, threads, seed, pages. For the JSON.
std::vector<std::pair<std::string, std::string>> context(Exec const& exec, Options const& options);

/// The same in two or three lines, each starting with `#`.
std::string context_text(Exec const& exec, Options const& options);
/// The same in one line, for a plot.
std::string caption(Exec const& exec, Options const& options);

}  // namespace isomer::perf
