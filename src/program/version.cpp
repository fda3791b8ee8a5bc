// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/version.hpp"

namespace isomer::program {

char const* const version = ISOMER_PROGRAM_VERSION;  // the one file that a new version compiles

}  // namespace isomer::program
