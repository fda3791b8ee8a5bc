// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's backend first: CUDA's declarations use it.
#include_next <KokkosCore_Config_DeclareBackend.hpp>
#include <decl/Kokkos_Declare_CUDA.hpp>
