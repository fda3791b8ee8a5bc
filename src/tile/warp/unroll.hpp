// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// Before a loop that indexes a register array: on a device it has to be unrolled, whatever its
/// body takes, or the array goes to memory.
#ifdef __CUDA_ARCH__
#define ISOMER_UNROLL _Pragma("unroll")
#else
#define ISOMER_UNROLL
#endif

/// A loop that runs once as a rule, of which copies would only fill registers.
#ifdef __CUDA_ARCH__
#define ISOMER_KEEP_LOOP _Pragma("unroll 1")
#else
#define ISOMER_KEEP_LOOP
#endif
