// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace isomer::perf {

/// Asks for huge pages under the range, which must not have been touched yet. False where the
/// system has no such thing.
bool advise_huge_pages(void* data, std::size_t bytes);

/// `always`, `madvise` or `never`: what the system does with transparent huge pages.
std::string transparent_huge_pages();

/// Memory that can be taken without swapping; the most there can be where the system does not say.
std::int64_t available_memory();

}  // namespace isomer::perf
