// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>

namespace isomer::perf {

/// `always`, `madvise` or `never`: what the system does with transparent huge pages.
std::string transparent_huge_pages();

/// Memory that can be taken without swapping; the most there can be where the system does not say.
std::int64_t available_memory();

}  // namespace isomer::perf
