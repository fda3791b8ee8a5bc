// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>

namespace isomer::detail {

/// What moves a permutation on a device (doc/gpu.md).
enum class DeviceKernel : std::uint8_t { rows, tile16, tile, slices };
inline constexpr std::array<char const*, 4> device_kernel_names{"rows", "tile16", "tile", "slices"};

}  // namespace isomer::detail
