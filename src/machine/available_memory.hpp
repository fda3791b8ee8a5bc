// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace isomer::detail {

/// Memory of the host that can be taken without swapping; the most there can be where the system
/// does not say.
std::int64_t available_memory();

}  // namespace isomer::detail
