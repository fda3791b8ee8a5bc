// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/gpu_time.hpp"

#include <algorithm>
#include <cmath>

#include "cost/real.hpp"
#include "index/rounding.hpp"
#include "team/scratch.hpp"

namespace isomer::detail {
namespace {

/// Between a block's end and the first loads of the next.
constexpr double restart_seconds = 150e-9;

/// How sharply waiting for memory turns into waiting for instructions.
constexpr double sharpness = 2.5;

/// Instructions of warps that all multiprocessors issue a second.
double issue_rate(Machine const& gpu) { return 4.0 * gpu.units * gpu.clock_hertz; }

constexpr int registers_of_unit = 65536;
constexpr int most_blocks = 32;
/// The system's share of a block's shared memory.
constexpr int reserved_bytes = 1024;

}  // namespace

double gpu_rate(Machine const& gpu, std::int64_t in_flight) {
  double const by_loads =
      2.0 * static_cast<double>(in_flight) * gpu.units / (gpu.latency_seconds + restart_seconds);
  double const p = gpu.copy_sharpness;
  return std::pow(std::pow(gpu.copy_bandwidth, -p) + std::pow(by_loads, -p), -1 / p);
}

int resident_blocks(Machine const& gpu, int threads, int registers, int shared_bytes) {
  int const of_block = shared_bytes + reserved_bytes + team::bytes_beside_scratch(threads);
  return std::min({static_cast<int>(gpu.l1_bytes) / of_block,
                   static_cast<int>(threads_of_unit) / threads,
                   registers_of_unit / (registers * threads), most_blocks});
}

std::int64_t blocks_of_unit(Machine const& gpu, int threads, int registers, int shared_bytes,
                            std::int64_t blocks) {
  return std::min<std::int64_t>(resident_blocks(gpu, threads, registers, shared_bytes),
                                ceil_div(blocks, std::int64_t{gpu.units}));
}

std::int64_t max_scratch_bytes(Machine const& gpu, int threads) {
  return team::max_scratch_bytes(gpu.block_bytes, threads);
}

double gpu_copy_seconds(Machine const& gpu, std::int64_t bytes) {
  return gpu.launch_seconds + 2 * real(bytes) / gpu.copy_bandwidth;
}

double gpu_seconds(Machine const& gpu, Pass const& pass) {
  Work const& work = pass.work;
  double const partial_bytes = real(gpu.line_bytes) * work.lines_partial;
  double const memory = (2 * work.bytes + partial_bytes) / gpu_rate(gpu, pass.in_flight);
  double const issue = work.instructions / issue_rate(gpu);
  double const both =
      std::pow(std::pow(memory, sharpness) + std::pow(issue, sharpness), 1 / sharpness);
  return work.launches * gpu.launch_seconds +
         std::max(both, work.buffered_bytes / gpu.l2_bandwidth);
}

}  // namespace isomer::detail
