// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copies between the host's memory and a GPU's, compiled for the GPU.

#include <isomer/isomer.hpp>

namespace isomer::test {

using OnHost = Kokkos::View<double***, Kokkos::LayoutRight, Kokkos::HostSpace>;
using OnDevice = Kokkos::View<double***, Kokkos::LayoutLeft, Kokkos::CudaSpace>;
using Constants = Kokkos::View<double const***, Kokkos::LayoutLeft, Kokkos::CudaSpace,
                               Kokkos::MemoryTraits<Kokkos::RandomAccess>>;
using Dual = DualView<float**, Kokkos::LayoutRight, Kokkos::LayoutLeft, Kokkos::Cuda>;
static_assert(std::is_same_v<Dual::t_host::memory_space, Kokkos::HostSpace>);
static_assert(std::is_same_v<Dual::t_dev::memory_space, Kokkos::CudaSpace>);
static_assert(!Dual::is_one_allocation);

void copy_both_ways(OnHost const& host, OnDevice const& device, Constants const& constants) {
  Kokkos::Cuda const exec;
  isomer::deep_copy(exec, device, host);
  isomer::deep_copy(exec, host, device);
  isomer::deep_copy(Kokkos::DefaultHostExecutionSpace{}, host, device);
  isomer::deep_copy(device, host);
  isomer::deep_copy(host, constants);
  double value = 0;
  isomer::deep_copy(exec, device, value);
  isomer::deep_copy(exec, value, Kokkos::subview(device, 0, 0, 0));
}

OnHost mirror_there_and_back(OnHost const& host) {
  auto const device =
      isomer::create_mirror_view_and_copy<Kokkos::LayoutLeft>(Kokkos::CudaSpace{}, host);
  static_assert(std::is_same_v<decltype(device), OnDevice const>);
  return isomer::create_mirror_view_and_copy<Kokkos::LayoutRight>(Kokkos::Cuda{},
                                                                  Kokkos::HostSpace{}, device);
}

void sync(Dual& dual) {
  Dual made("made", 3, 4);
  dual.modify<Kokkos::HostSpace>();
  dual.sync<Kokkos::Cuda>();
  dual.modify_device();
  dual.sync_host(Kokkos::Cuda{});
}

}  // namespace isomer::test
