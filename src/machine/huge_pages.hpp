// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

namespace isomer::detail {

/// Asks the system to use huge pages at the first touch of the whole pages of a range. Returns how
/// many bytes it agreed to; 0 where it has no such thing.
std::size_t wish_for_huge_pages(void const* data, std::size_t bytes) noexcept;

}  // namespace isomer::detail
