// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "buffers.hpp"
#include "case.hpp"
#include "options.hpp"
#include "row.hpp"

namespace isomer::perf {

/// Prepares, times and verifies one case. Never throws: what went wrong stands in the row.
Row measure(Case const& chosen, Exec const& exec, Buffers& buffers, Options const& options);

}  // namespace isomer::perf
