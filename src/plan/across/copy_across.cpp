// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/detail/copy_across.hpp>

#include <cstdint>

#include <Kokkos_Core.hpp>

#include "plan/across/crossing.hpp"
#include "plan/across/device_steps.hpp"
#include "plan/across/device_stream.hpp"
#include "plan/across/pinned_buffers.hpp"
#include "problem/normalize.hpp"
#include "problem/slabs.hpp"
#include "team/exec_spaces.hpp"
#include "team/transfer.hpp"

namespace isomer::detail {

template <class Device>
void copy_across(char const* function, Device const& device, CopyAcross const& copy) {
  using Memory = typename Device::memory_space;
  std::int64_t const bytes = volume_bytes(copy.problem);
  if (bytes == 0) return;
  if (is_one_run(copy.problem)) {
    if (copy.to_host) team::transfer<Kokkos::HostSpace, Memory>(device, copy.dst, copy.src, bytes);
    else team::transfer<Memory, Kokkos::HostSpace>(device, copy.dst, copy.src, bytes);
    return;
  }
  Slabs const slabs(copy.problem, copy.to_host ? Side::dst : Side::src, slab_bytes);
  DeviceStream<Device> stream(device);
  DeviceSteps<DeviceStream<Device>> steps(function, stream, copy, slabs);
  cross(copy.to_host ? Direction::to_host : Direction::to_device, slabs, steps);
}

#define ISOMER_INSTANTIATE(Exec) \
  template void copy_across<Exec>(char const*, Exec const&, CopyAcross const&);
ISOMER_FOR_EACH_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::detail
