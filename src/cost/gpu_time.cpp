// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/gpu_time.hpp"

#include <algorithm>
#include <cmath>

namespace isomer::detail {
namespace {

/// Between a block's end and the first loads of the next.
constexpr double restart_seconds = 150e-9;

constexpr int threads_of_unit = 2048;
constexpr int registers_of_unit = 65536;
constexpr int most_blocks = 32;
/// The system's share of a block's shared memory, and what aligns scratch to 128 bytes.
constexpr int reserved_bytes = 1024 + 128;

/// Kokkos keeps 8 bytes for each thread of a team, and two more times.
int kokkos_bytes(int threads) { return 8 * (threads + 2); }

}  // namespace

double gpu_rate(Machine const& gpu, std::int64_t in_flight) {
  double const by_loads =
      2.0 * static_cast<double>(in_flight) * gpu.units / (gpu.latency_seconds + restart_seconds);
  double const p = gpu.copy_sharpness;
  return std::pow(std::pow(gpu.copy_bandwidth, -p) + std::pow(by_loads, -p), -1 / p);
}

int resident_blocks(Machine const& gpu, int threads, int registers, int shared_bytes) {
  int const of_block = shared_bytes + reserved_bytes + kokkos_bytes(threads);
  return std::min({static_cast<int>(gpu.l1_bytes) / of_block, threads_of_unit / threads,
                   registers_of_unit / (registers * threads), most_blocks});
}

}  // namespace isomer::detail
