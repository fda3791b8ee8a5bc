// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "files/schedule/part.hpp"

namespace isomer::files {

/// The same problem without axes of one index and without two neighbours that stay together. What
/// moves nothing has one axis.
Problem fused(Problem const& problem);

}  // namespace isomer::files
