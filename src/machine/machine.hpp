// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tile/isa.hpp"

namespace isomer::detail {

/// Whether two descriptions are of the same instruction set.
inline bool is_same(tile::Isa const& a, tile::Isa const& b) {
  return std::string_view(a.name) == b.name;
}

/// What planning knows of the hardware that a plan runs on, whether it is here or not.
struct Machine {
  enum class Kind : std::uint8_t { host, gpu };

  Kind kind = Kind::host;
  std::string name;                 ///< what the processor calls itself, with its family and model
  std::string core = "other";       ///< its microarchitecture, where a default model is made for it
  tile::Isa isa = tile::plain_isa;  ///< of the host kernels
  int permuted_bytes = 0;           ///< that one instruction permutes; 0 for none
  int processors = 1;               ///< that the system has
  int units = 1;                    ///< threads of a host that work, multiprocessors of a GPU

  std::int64_t l1_bytes = 32 << 10;
  std::int64_t l2_bytes = 1 << 20;   ///< a core's own; all of a GPU's
  std::int64_t l3_bytes = 16 << 20;  ///< shared
  std::int64_t line_bytes = 64;
  std::int64_t page_bytes = 4096;
  int tlb_entries = 3072;  ///< translations that a core keeps

  /// Scratch memory that a block of a GPU may have, with what Kokkos keeps of it.
  std::int64_t block_bytes = 48 << 10;

  /// Bytes read plus bytes written a second by a plain copy with all units.
  double copy_bandwidth = 20e9;
  /// From requesting a line of memory to having it.
  double latency_seconds = 90e-9;
  /// How sharply copying turns from waiting to being as fast as memory, of a GPU
  /// (cost/gpu_time.hpp).
  double copy_sharpness = 1;
  /// Of a GPU's multiprocessors, each of which issues four instructions of warps a cycle.
  double clock_hertz = 1.7e9;
  /// Bytes that a GPU's second-level cache reads or takes a second.
  double l2_bandwidth = 5e12;
  /// What enqueueing one kernel costs.
  double launch_seconds = 1.3e-6;

  bool is_host() const { return kind == Kind::host; }
  /// Whether vectors are half a cache line or less.
  bool has_half_line_vectors() const { return isa.vector_bytes < line_bytes; }
};

/// The processor that this program runs on, with `threads` of it at work. All but the number of
/// threads is read once; sizes that the system does not tell are those of a small server core.
Machine host_machine(int threads);

/// Threads that a multiprocessor of a GPU holds.
constexpr std::int64_t threads_of_unit = 2048;

/// A GPU by its name, one of `gpu_names`; nothing for any other name.
std::optional<Machine> gpu_machine(std::string_view name);
/// A GPU of which nothing is known but how many threads it runs at a time: of others' properties,
/// those that hold of most.
Machine other_gpu_machine(std::string_view name, std::int64_t threads);
/// "h200, h100, a100".
std::string gpu_names();

/// The bandwidth that is assumed of a host's memory before it is measured: one core keeps about 16
/// lines in flight, some 20 GB/s of copying; eight cores fill the channels of one socket.
double host_copy_bandwidth(int threads);

}  // namespace isomer::detail
