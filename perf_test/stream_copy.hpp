// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

namespace isomer::perf {

/// Copies with non-temporal stores, the fastest way to move bytes that do not fit into caches.
/// Chosen for the CPU at run time; memcpy where there is no such instruction.
void stream_copy(std::byte* dst, std::byte const* src, std::size_t bytes);

/// `AVX-512`, `AVX2`, `SSE2` or `memcpy`: what stream_copy uses here.
char const* stream_copy_name();

}  // namespace isomer::perf
