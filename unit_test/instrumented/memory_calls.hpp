// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Included before all else in the file of the plain kernels, so that each access is one that the
// compiler instruments: copies of known lengths become calls, and there are no streaming stores and
// no string instructions.
#undef __SSE2__
#undef __x86_64__
extern "C" void* memcpy(void*, void const*, decltype(sizeof(0)));
#define __builtin_memcpy memcpy
