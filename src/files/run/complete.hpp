// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "files/run/runner.hpp"
#include "files/run/work.hpp"

namespace isomer::files {

/// From work that has begun, or was taken up again, to a whole file. Errors say that `recover` goes
/// on.
Outcome complete(Work& work, RunOptions const& options);

}  // namespace isomer::files
