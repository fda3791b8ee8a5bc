// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace isomer::program {

/// The caches that the first core sees, such as `L1 data 48K` and `L3 36M`, as the directory of the
/// system lists them. Empty where it does not.
std::vector<std::string> cache_texts(
    std::string const& directory = "/sys/devices/system/cpu/cpu0/cache");

}  // namespace isomer::program
