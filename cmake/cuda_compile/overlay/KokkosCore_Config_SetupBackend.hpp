// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <setup/Kokkos_Setup_Cuda.hpp>
