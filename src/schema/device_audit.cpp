// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schema/device_audit.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "cost/gpu_time.hpp"
#include "cost/pass.hpp"
#include "cost/real.hpp"
#include "index/rounding.hpp"
#include "schema/device_kernels.hpp"
#include "schema/device_plan.hpp"
#include "team/launch_audit.hpp"
#include "tile/warp/plan/pairs.hpp"
#include "tile/warp/slice_geometry.hpp"

namespace isomer::detail {
namespace {

using team::audit_blocks;

std::byte* const far_dst = reinterpret_cast<std::byte*>(std::uintptr_t{1} << 46);
std::byte const* const far_src = reinterpret_cast<std::byte const*>(std::uintptr_t{1} << 45);

/// Of a thread that casts, whatever the words.
constexpr int cast_registers = 40;

/// Those from the middle on.
std::vector<int> neighbours_of(int blocks, int count) {
  std::vector<int> neighbours;
  for (int k = std::max(0, blocks / 2 - count / 2); k < blocks && count > 0; ++k, --count)
    neighbours.push_back(k);
  return neighbours;
}

Pass pass_of(DeviceAudit const& audit, NormalProblem const& normal, Machine const& gpu) {
  double const bytes = real(normal.mean_bytes());
  double const of_sample = real(normal.dst_bytes) / real(audit.requests.bytes_written);
  Pass pass{Kernel::copy, Residency::memory, real(gpu.units), {}};
  pass.in_flight = audit.in_flight;
  pass.work.launches = 1;
  pass.work.bytes = bytes;
  pass.work.lines_partial = 2 * bytes * (audit.memory_ratio - 1) / real(gpu.line_bytes);
  pass.work.instructions = audit.instructions * real(normal.bytes) / 128;
  // Shared memory moves a line a cycle and multiprocessor: as bytes of the cache, which is the
  // other limit that a pass has.
  double const by_shared =
      audit.requests.wavefronts() * gpu.l2_bandwidth / (gpu.units * gpu.clock_hertz);
  pass.work.buffered_bytes = std::max(audit.requests.cache_bytes(), by_shared) * of_sample;
  return pass;
}

}  // namespace

int device_registers(DeviceKernel kernel, int word_bytes, bool in_pairs) {
  switch (kernel) {
    case DeviceKernel::rows: return 40;
    case DeviceKernel::tile16:
      return word_bytes == 8 ? 40 : word_bytes == 4 ? 48 : word_bytes == 2 ? 64 : 96;
    case DeviceKernel::tile:
      if (in_pairs) return word_bytes == 1 ? 64 : word_bytes == 2 ? 56 : word_bytes == 4 ? 48 : 40;
      return word_bytes == 1 ? 64 : word_bytes == 2 ? 48 : 40;
    default: return in_pairs ? 40 : tile::warp::slice_registers(word_bytes & -word_bytes);
  }
}

EmulatedKernel emulated_kernel(NormalProblem const& normal, Candidate const& candidate,
                               std::byte* dst, std::byte const* src) {
  EmulatedKernel found{};
  DeviceKernels(normal, candidate)
      .with_plain_kernel(tile::warp::OnePair{dst, src}, tile::warp::bits_of(dst, src),
                         [&](DeviceKernel which, int blocks, int shared_bytes, auto const& kernel) {
                           found.which = which;
                           found.what.label = device_kernel_names[static_cast<std::size_t>(which)];
                           found.what.blocks = blocks;
                           found.what.threads = kernel.threads;
                           found.what.shared_bytes = shared_bytes;
                           found.kernel = [kernel](team::AnyTeam const& team) { kernel(team); };
                         });
  return found;
}

DeviceAudit audit_on_device(NormalProblem const& normal, Candidate const& candidate,
                            Machine const& gpu, Sample sample) {
  int const between = sample == Sample::some ? 2 : 14;
  int const neighbours = sample == Sample::some ? 16 : 256;
  EmulatedKernel const emulated = emulated_kernel(normal, candidate, far_dst, far_src);
  team::Launched const& what = emulated.what;
  bool const in_pairs = normal.rank > 0 && tile::warp::counts_pairs(normal, normal.rank - 1);
  DeviceAudit found{};
  found.kernel = what.label;
  found.blocks = what.blocks;
  found.threads = what.threads;
  found.shared_bytes = what.shared_bytes;
  found.registers = normal.cast.is_any()
                        ? cast_registers
                        : device_registers(emulated.which, normal.element_bytes, in_pairs);
  found.resident = resident_blocks(gpu, what.threads, found.registers, what.shared_bytes);
  found.requests =
      audit_blocks(what, emulated.kernel, team::sample_of_blocks(what.blocks, between));
  auto const held = std::min<std::int64_t>(found.resident, ceil_div(what.blocks, gpu.units));
  found.in_flight = held * found.requests.bytes_in_flight;
  int const together = std::min(found.resident * gpu.units, neighbours);
  found.memory_ratio =
      memory_ratio_of_blocks(what, emulated.kernel, neighbours_of(what.blocks, together));
  found.instructions = found.requests.instructions(what.threads / team::warp_lanes) * 128 /
                       real(found.requests.bytes_read);
  found.pass = pass_of(found, normal, gpu);
  found.seconds = gpu_seconds(gpu, found.pass);
  return found;
}

void price_on_gpu(Candidate& candidate, NormalProblem const& normal, Machine const& gpu) {
  DeviceAudit const audit = audit_on_device(normal, candidate, gpu, Sample::some);
  candidate.passes = {audit.pass};
  candidate.seconds = audit.seconds;
}

Candidate device_candidate(NormalProblem const& normal, Machine const& gpu) {
  std::vector<Candidate> list = device_candidates(normal);
  for (Candidate& candidate : list) price_on_gpu(candidate, normal, gpu);
  return *std::min_element(list.begin(), list.end(), [](Candidate const& a, Candidate const& b) {
    return a.seconds < b.seconds;
  });
}

}  // namespace isomer::detail
