// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include "machine/gpu_properties.hpp"

#ifdef KOKKOS_ENABLE_CUDA
namespace isomer::detail {

/// Bytes read plus written a second that memory can move at most.
inline double peak_bandwidth(int device) {
  int kilohertz = 0;
  int bits = 0;
  cudaDeviceGetAttribute(&kilohertz, cudaDevAttrMemoryClockRate, device);
  cudaDeviceGetAttribute(&bits, cudaDevAttrGlobalMemoryBusWidth, device);
  return 2e3 * kilohertz * bits / 8;
}

/// Cycles of its multiprocessors a second.
inline double clock_of(int device) {
  int kilohertz = 0;
  cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, device);
  return 1e3 * kilohertz;
}

/// The card behind an execution space. Kokkos takes nearly all scratch that a block may have from
/// 5.2 on, before that what its own check allows.
inline Machine cuda_machine(Kokkos::Cuda const& exec) {
  auto const& card = exec.cuda_device_prop();
  GpuProperties gpu =
      properties_of({card.name, card.multiProcessorCount, peak_bandwidth(exec.cuda_device()),
                     clock_of(exec.cuda_device())});
  gpu.shared_bytes = static_cast<std::int64_t>(card.sharedMemPerMultiprocessor);
  gpu.block_bytes = static_cast<std::int64_t>(
      KOKKOS_VERSION >= 50200 ? card.sharedMemPerBlockOptin - card.reservedSharedMemPerBlock
                              : card.sharedMemPerBlock);
  gpu.l2_bytes = card.l2CacheSize;
  return gpu_machine(gpu);
}

}  // namespace isomer::detail
#endif
