// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// First on the include path of the cuda-compile preset: turns a Kokkos that was built for the host
// into one whose device code can be compiled. The architecture comes from the command line.
#include_next <KokkosCore_config.h>
#define KOKKOS_ENABLE_CUDA
#define KOKKOS_ENABLE_CUDA_LAMBDA
