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

std::byte* const far_dst = reinterpret_cast<std::byte*>(std::uintptr_t{1} << 46);
std::byte const* const far_src = reinterpret_cast<std::byte const*>(std::uintptr_t{1} << 45);

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
      return word_bytes == 8 ? 40 : word_bytes == 4 ? 48 : word_bytes == 2 ? 64 : 96;
    case DeviceKernel::tile: return 40;
    default: return 32;
  }
}

EmulatedKernel emulated_kernel(NormalProblem const& normal, Candidate const& candidate,
                               std::byte* dst, std::byte const* src) {
  EmulatedKernel found{};
  DeviceKernels(normal, candidate)
      .with_plain_kernel(dst, src,
                         [&](DeviceKernel which, int blocks, int shared_bytes, auto const& kernel) {
                           found = {which,
                                    {device_kernel_names[static_cast<std::size_t>(which)], blocks,
                                     kernel.threads, shared_bytes},
                                    [kernel](team::AnyTeam const& team) { kernel(team); }};
                         });
  return found;
}

DeviceAudit audit_on_device(NormalProblem const& normal, Candidate const& candidate,
                            Machine const& gpu) {
  EmulatedKernel const emulated = emulated_kernel(normal, candidate, far_dst, far_src);
  team::Launched const& what = emulated.what;
  DeviceAudit found{};
  found.kernel = what.label;
  found.blocks = what.blocks;
  found.threads = what.threads;
  found.shared_bytes = what.shared_bytes;
  found.registers = device_registers(emulated.which, normal.element_bytes);
  found.resident = resident_blocks(gpu, what.threads, found.registers, what.shared_bytes);
  found.requests = audit_blocks(what, emulated.kernel, team::sample_of_blocks(what.blocks));
  auto const held = std::min<std::int64_t>(found.resident, ceil_div(what.blocks, gpu.units));
  found.in_flight = held * found.requests.bytes_in_flight;
  int const together = std::min(found.resident * gpu.units, most_neighbours);
  found.memory_ratio =
      audit_blocks(what, emulated.kernel, neighbours_of(what.blocks, together)).memory_ratio();
  double const bytes = 2.0 * static_cast<double>(normal.bytes);
  found.seconds = gpu.launch_seconds + bytes * found.memory_ratio / gpu_rate(gpu, found.in_flight);
  return found;
}

}  // namespace isomer::detail
