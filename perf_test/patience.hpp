// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "case.hpp"
#include "index_pattern.hpp"
#include "interleave.hpp"
#include "options.hpp"

namespace isomer::perf {

/// How long a case is measured, by the scale and `--repeat`.
Patience patience_for(Case const& chosen, Options const& options);

/// The steady clock, and a fence of `exec`.
Stopwatch stopwatch_for(Exec const& exec);

}  // namespace isomer::perf
