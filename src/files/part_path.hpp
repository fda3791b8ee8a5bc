// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

namespace isomer::files {

/// Where a file that `permute` makes grows until it is complete.
inline std::string part_path(std::string const& path) { return path + ".isomer-part"; }

}  // namespace isomer::files
