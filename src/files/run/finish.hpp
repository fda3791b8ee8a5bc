// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "files/run/work.hpp"

namespace isomer::files {

/// From files with all groups done to a whole one without a companion. May be done again from its
/// beginning, wherever it was cut short.
void finish(Work& work);

/// The header of the file that `copy` and `transfer` make; all else in it was written by groups.
void complete_fresh(Work& work);

}  // namespace isomer::files
