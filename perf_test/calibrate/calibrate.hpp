// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "buffers.hpp"
#include "options.hpp"

namespace isomer::perf {

/// Times random permutations, fits the model of src/model to them, says how well it predicts those
/// that were kept apart, and writes it to a file if one is named.
void calibrate(Exec const& exec, Options const& options);

}  // namespace isomer::perf
