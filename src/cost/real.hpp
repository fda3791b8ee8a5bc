// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace isomer::detail {

/// Counts as the model reckons with them.
inline double real(std::int64_t count) { return static_cast<double>(count); }

}  // namespace isomer::detail
