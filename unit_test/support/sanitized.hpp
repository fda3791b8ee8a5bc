// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// GCC says with which sanitizers it compiles by macros, Clang by features.
#if defined(__SANITIZE_ADDRESS__)
#define ISOMER_TEST_ASAN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ISOMER_TEST_ASAN
#endif
#endif
