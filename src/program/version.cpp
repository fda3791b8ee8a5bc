// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/version.hpp"

#include <isomer/version.hpp>

namespace isomer::program {

char const* const version = version_string;  // the one file that a new version compiles

}  // namespace isomer::program
