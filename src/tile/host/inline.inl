// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What all kernels of an instruction set have in common: the cache line, and forced inlining.
// Everything that prefetches needs the latter: GCC takes a function that only prefetches for one
// without effects and drops the call.

#define ISOMER_INLINE inline __attribute__((always_inline))

namespace {

constexpr long long line = 64;

}  // namespace
