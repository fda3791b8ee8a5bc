// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <unistd.h>

#include <cstdio>

namespace isomer::perf {

/// `calibrating: 3 of 40 kernels`: one line of a terminal that is written again and again.
inline void show_progress(char const* what, int done, int all) {
  if (isatty(STDERR_FILENO) == 0) return;
  std::fprintf(stderr, "\rcalibrating: %d of %d %s%s", done, all, what, done == all ? "\n" : "");
}

}  // namespace isomer::perf
