// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>

namespace isomer::test {

/// A record of any size, aligned to one byte.
template <int Bytes>
struct Element {
  std::array<std::byte, static_cast<std::size_t>(Bytes)> bytes;
};

}  // namespace isomer::test
