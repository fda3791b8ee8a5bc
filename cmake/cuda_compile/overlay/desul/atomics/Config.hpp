// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include_next <desul/atomics/Config.hpp>
#ifndef DESUL_ATOMICS_ENABLE_CUDA
#define DESUL_ATOMICS_ENABLE_CUDA
#endif
