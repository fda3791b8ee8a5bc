// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace isomer::perf {

/// The seconds that `simd_load` takes for a byte of AoS records in a thread's cache, beyond what it
/// takes where nothing has to be transposed.
double measure_transposed_bytes();

}  // namespace isomer::perf
