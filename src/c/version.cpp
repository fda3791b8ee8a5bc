// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/isomer.h>
#include <isomer/version.hpp>

extern "C" char const* isomer_version(void) { return ISOMER_VERSION_STRING; }
