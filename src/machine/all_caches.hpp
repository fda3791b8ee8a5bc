// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>

namespace isomer::detail {

/// The bytes of all third-level caches together, of which processors share some each, as the folder
/// of a kernel's processors has them; 0 where it has none.
std::int64_t all_l3_bytes(std::string const& folder = "/sys/devices/system/cpu");

}  // namespace isomer::detail
