// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace isomer::detail {

/// Cache sizes as the system reports them.
struct Caches {
  std::int64_t l1_bytes;
  std::int64_t l2_bytes;  ///< a core's own
  std::int64_t l3_bytes;  ///< shared
};

/// Read once; sizes the system does not tell are those of a small server core.
Caches const& caches();

}  // namespace isomer::detail
