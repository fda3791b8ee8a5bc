// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine/machine.hpp"

#include <array>

namespace isomer::detail {
namespace {

constexpr std::int64_t kib = 1024;
constexpr std::int64_t mib = 1024 * kib;

/// Published figures of a card.
struct Card {
  std::string_view name;
  int multiprocessors;
  std::int64_t shared_bytes;  ///< shared memory of a multiprocessor
  std::int64_t block_bytes;   ///< and of a block at most
  std::int64_t l2_bytes;
  double copy_bandwidth;
  double latency_seconds;  ///< one load and store by a block, unloaded
  double launch_seconds;   ///< of the smallest kernel in a stream
  double copy_sharpness;   ///< fitted to published curves of copies
  double l2_bandwidth;
};
constexpr std::array<Card, 3> cards{
    {{"h200", 132, 228 * kib, 227 * kib, 50 * mib, 4.3e12, 563e-9, 2.5e-6, 1.2, 9.7e12},
     {"h100", 132, 228 * kib, 227 * kib, 50 * mib, 3.0e12, 600e-9, 2.5e-6, 1.6, 7.0e12},
     {"a100", 108, 164 * kib, 163 * kib, 40 * mib, 1.76e12, 704e-9, 4.4e-6, 2.3, 5.4e12}}};

}  // namespace

std::optional<Machine> gpu_machine(std::string_view name) {
  for (Card const& card : cards) {
    if (card.name != name) continue;
    Machine machine;
    machine.kind = Machine::Kind::gpu;
    machine.name = card.name;
    machine.core = card.name;
    machine.processors = machine.units = card.multiprocessors;
    machine.l1_bytes = card.shared_bytes;
    machine.block_bytes = card.block_bytes;
    machine.l2_bytes = machine.l3_bytes = card.l2_bytes;
    machine.line_bytes = 128;
    machine.copy_bandwidth = card.copy_bandwidth;
    machine.latency_seconds = card.latency_seconds;
    machine.launch_seconds = card.launch_seconds;
    machine.copy_sharpness = card.copy_sharpness;
    machine.l2_bandwidth = card.l2_bandwidth;
    return machine;
  }
  return std::nullopt;
}

}  // namespace isomer::detail
