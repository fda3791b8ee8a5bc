// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fwd/Kokkos_Fwd_CUDA.hpp>
#include_next <KokkosCore_Config_FwdBackend.hpp>
