// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schema/device_audit.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "cost/gpu_time.hpp"
#include "index/ceil_div.hpp"
#include "schema/device_kernels.hpp"
#include "team/launch_audit.hpp"

namespace isomer::detail {
namespace {

using team::audit_blocks;

std::byte* const dst = reinterpret_cast<std::byte*>(std::uintptr_t{1} << 46);
std::byte const* const src = reinterpret_cast<std::byte const*>(std::uintptr_t{1} << 45);

constexpr int most_neighbours = 256;

/// Those from the middle on.
std::vector<int> neighbours_of(int blocks, int count) {
  std::vector<int> neighbours;
  for (int k = std::max(0, blocks / 2 - count / 2); k < blocks && count > 0; ++k, --count)
    neighbours.push_back(k);
  return neighbours;
}

}  // namespace

int device_registers(DeviceKernel kernel, int word_bytes) {
  switch (kernel) {
    case DeviceKernel::rows: return word_bytes == 16 ? 48 : 56;
    case DeviceKernel::tile16:
      return word_bytes == 8 ? 40 : word_bytes == 4 ? 48 : word_bytes == 2 ? 56 : 96;
    case DeviceKernel::tile: return 40;
    default: return 32;
  }
}

DeviceAudit audit_on_device(NormalProblem const& normal, Candidate const& candidate,
                            Machine const& gpu) {
  DeviceKernels const kernels(normal, candidate);
  DeviceAudit found{};
  kernels.with_plain_kernel(
      dst, src, [&](DeviceKernel which, int blocks, int shared_bytes, auto const& kernel) {
        found.kernel = device_kernel_names[static_cast<std::size_t>(which)];
        found.blocks = blocks;
        found.threads = kernel.threads;
        found.shared_bytes = shared_bytes;
        found.registers = device_registers(which, normal.element_bytes);
        found.resident = resident_blocks(gpu, kernel.threads, found.registers, shared_bytes);
        found.requests = audit_blocks(kernel, team::sample_of_blocks(blocks), blocks, shared_bytes);
        auto const held = std::min<std::int64_t>(found.resident, ceil_div(blocks, gpu.units));
        found.in_flight = held * found.requests.bytes_in_flight;
        int const together = std::min(found.resident * gpu.units, most_neighbours);
        found.memory_ratio =
            audit_blocks(kernel, neighbours_of(blocks, together), blocks, shared_bytes)
                .memory_ratio();
      });
  double const bytes = 2.0 * static_cast<double>(normal.bytes);
  found.seconds = gpu.launch_seconds + bytes * found.memory_ratio / gpu_rate(gpu, found.in_flight);
  return found;
}

}  // namespace isomer::detail
