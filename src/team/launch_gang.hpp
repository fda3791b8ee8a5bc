// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include "team/cuda_calls.hpp"
#include "team/launch.hpp"

#ifdef KOKKOS_ENABLE_CUDA
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#endif

/// Launches of kernels whose blocks wait for each other. Kokkos has none: a policy's blocks may be
/// resident one after the other.
namespace isomer::team {

/// A kernel that says how many blocks, one behind the other, have to be resident together. It does
/// all of its work with any multiple of these: in as many turns of each block as it says.
template <class Kernel>
concept Gang = requires(Kernel const& kernel) {
  kernel.gang();
  kernel.turns(1);
};

#ifdef KOKKOS_ENABLE_CUDA
/// What a team asks of its member, for a block that no policy has. Gangs take no tickets.
struct CudaBlock {
  KOKKOS_FUNCTION int team_rank() const {
    KOKKOS_IF_ON_DEVICE((return static_cast<int>(threadIdx.x);))
    KOKKOS_IF_ON_HOST((return 0;))
  }
  KOKKOS_FUNCTION int team_size() const {
    KOKKOS_IF_ON_DEVICE((return static_cast<int>(blockDim.x);))
    KOKKOS_IF_ON_HOST((return 1;))
  }
  KOKKOS_FUNCTION int league_rank() const {
    KOKKOS_IF_ON_DEVICE((return static_cast<int>(blockIdx.x);))
    KOKKOS_IF_ON_HOST((return 0;))
  }
  KOKKOS_FUNCTION int league_size() const {
    KOKKOS_IF_ON_DEVICE((return static_cast<int>(gridDim.x);))
    KOKKOS_IF_ON_HOST((return 1;))
  }
  KOKKOS_FUNCTION void team_barrier() const { KOKKOS_IF_ON_DEVICE((__syncthreads();)) }
  KOKKOS_FUNCTION void team_broadcast(std::uint32_t&, int) const {}
};

/// There is no other shared memory, so this begins where a block's does, at a multiple of 128. That
/// is not declared: it would hold for Kokkos' kernels of the same file too, whose 16 bytes of fixed
/// shared memory would be 128.
template <class Kernel>
__global__ void __launch_bounds__(Kernel::threads) run_gang(Kernel const kernel) {
  extern __shared__ __align__(16) unsigned char isomer_gang_shared[];
  CudaBlock const block;
  kernel(KokkosTeam<CudaBlock>(block, reinterpret_cast<std::byte*>(isomer_gang_shared)));
}

/// Whether the device takes cooperative launches of a kernel with all the shared memory there is;
/// asked once.
template <class Kernel>
bool allows_gangs(Kokkos::Cuda const& exec) {
  auto const ask = [&exec] {
    auto const* const function = reinterpret_cast<void const*>(&run_gang<Kernel>);
    int const device = exec.cuda_device();
    int cooperates = 0;
    int shared_bytes = 0;
    bool const is_told =
        cudaDeviceGetAttribute(&cooperates, cudaDevAttrCooperativeLaunch, device) == cudaSuccess &&
        cudaDeviceGetAttribute(&shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device) ==
            cudaSuccess &&
        cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes) ==
            cudaSuccess &&
        cudaFuncSetAttribute(function, cudaFuncAttributePreferredSharedMemoryCarveout, 100) ==
            cudaSuccess;
    return is_told && cooperates != 0;
  };
  static std::mutex mutex;
  static auto& known = *new std::map<int, bool>;
  std::lock_guard const lock(mutex);
  auto const [found, is_new] = known.try_emplace(exec.cuda_device(), false);
  if (is_new) found->second = ask();
  return found->second;
}

/// As many blocks as fit the device together, a whole number of gangs but no more than `how.teams`.
/// A cooperative launch has them resident all at once, or fails.
template <class Kernel>
bool launch_gang(Kokkos::Cuda const& exec, Launch const& how, Kernel const& kernel) {
  auto const* const function = reinterpret_cast<void const*>(&run_gang<Kernel>);
  auto const shared_bytes = static_cast<std::size_t>(how.scratch_bytes);
  int resident = 0;
  bool const can = cudaSetDevice(exec.cuda_device()) == cudaSuccess && allows_gangs<Kernel>(exec) &&
                   cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, function, how.team_size,
                                                                 shared_bytes) == cudaSuccess;
  int const together = resident * exec.cuda_device_prop().multiProcessorCount;
  int const blocks = std::min(how.teams, together / kernel.gang() * kernel.gang());
  if (!can || blocks == 0) {
    cudaGetLastError();  // or the next call would report it
    return false;
  }
  std::uint64_t id = 0;
  bool const is_seen = Kokkos::Tools::profileLibraryLoaded();
  if (is_seen)
    Kokkos::Tools::beginParallelFor(how.label, Kokkos::Tools::Experimental::device_id(exec), &id);
  Kernel argument = kernel;
  void* arguments[] = {&argument};
  bool const is_launched = succeeds(cudaLaunchCooperativeKernel(
      function, dim3(static_cast<unsigned>(blocks)), dim3(static_cast<unsigned>(how.team_size)),
      arguments, shared_bytes, exec.cuda_stream()));
  if (is_seen) Kokkos::Tools::endParallelFor(id);
  return is_launched;
}
#endif

/// Whether the blocks of the kernel could be launched together; if not, nothing was.
template <class Exec, Gang Kernel>
bool launch_gang_of_warps(Exec const& exec, char const* label, int teams, int shared_bytes,
                          Kernel const& kernel) {
  if constexpr (std::is_same_v<Exec, EmulatedGpu>) {
    exec.launcher().launch({.label = label,
                            .blocks = teams,
                            .threads = Kernel::threads,
                            .shared_bytes = shared_bytes,
                            .together = teams,
                            .turns = kernel.turns(teams)},
                           on_any_team(kernel));
    return true;
  } else if constexpr (is_cuda_v<Exec>) {
    return launch_gang(exec,
                       Launch{.label = label,
                              .teams = teams,
                              .team_size = Kernel::threads,
                              .scratch_bytes = shared_bytes},
                       kernel);
  } else {
    return false;
  }
}

}  // namespace isomer::team
