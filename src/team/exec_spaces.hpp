// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>

#include <Kokkos_Core.hpp>

#include <isomer/detail/exec_spaces.hpp>

namespace isomer::detail {

/// Whether kernels of this space run host code on host memory.
template <class Exec>
inline constexpr bool runs_on_host_v =
    std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace>;

}  // namespace isomer::detail

namespace isomer::team {
class EmulatedGpu;
}

/// What plans in place are made of: for a GPU that is not there as well (team/emulated_gpu.hpp).
#define ISOMER_FOR_EACH_EXEC_IN_PLACE(M) ISOMER_FOR_EACH_EXEC(M) M(::isomer::team::EmulatedGpu)
