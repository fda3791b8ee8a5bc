// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "files/run/runner.hpp"
#include "files/run/work.hpp"

namespace isomer::files {

/// Memory for the groups behind `work.done`. Throws Failure where there is too little.
void take_buffers(Work& work);

/// All groups behind `work.done`, with what belongs to the flushes between them. Returns whether
/// `options.stop` cut it short; then, too, all that was done is recorded on the disk. Gives the
/// buffers back.
bool do_groups(Work& work, RunOptions const& options, Outcome& outcome);

}  // namespace isomer::files
