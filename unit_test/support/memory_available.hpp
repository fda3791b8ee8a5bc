// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace isomer::test {

/// Bytes that can be allocated without swapping (MemAvailable), or the largest number where the
/// system does not tell.
std::int64_t memory_available();

}  // namespace isomer::test
