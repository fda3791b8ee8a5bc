// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace isomer::files {

/// CRC-32C (Castagnoli: polynomial 0x1EDC6F41, reflected 0x82F63B78).
std::uint32_t crc32c(std::span<std::byte const> bytes);

}  // namespace isomer::files
