// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "buffers.hpp"
#include "options.hpp"

namespace isomer::perf {

/// Times random kernels on records in all tiles, grows the decision tree of src/records/advise from
/// them, says how well it answers beside one that knows the bytes of a record only, and writes it
/// to a file if one is named. One thread works: what the tree is asked is what fits a core.
void calibrate_records(Exec const& exec, Options const& options);

}  // namespace isomer::perf
