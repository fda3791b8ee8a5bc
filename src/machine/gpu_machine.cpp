// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "machine/gpu_properties.hpp"
#include "machine/machine.hpp"

namespace isomer::detail {
namespace {

constexpr std::int64_t kib = 1024;
constexpr std::int64_t mib = 1024 * kib;

/// Published figures; copy and launch of the H100 and the H200 are measured (doc/measured/*h100.md,
/// *h200.md). A block has what Kokkos 5.2 launches, 1 KiB less than the driver allows.
std::array<GpuProperties, 3> const& cards() {
  static auto const& all = *new std::array<GpuProperties, 3>{
      {{"h200", 132, 228 * kib, 226 * kib, 50 * mib, 4.15e12, 563e-9, 4.5e-6, 1.2, 1.755e9, 9.7e12},
       {"h100", 132, 228 * kib, 226 * kib, 50 * mib, 2.95e12, 600e-9, 4.9e-6, 1.6, 1.755e9, 7.0e12},
       {"a100", 108, 164 * kib, 162 * kib, 40 * mib, 1.76e12, 704e-9, 4.4e-6, 2.3, 1.41e9,
        5.4e12}}};
  return all;
}

}  // namespace

Machine gpu_machine(GpuProperties const& properties) {
  Machine machine;
  machine.kind = Machine::Kind::gpu;
  machine.name = machine.core = properties.name;
  machine.processors = machine.units = static_cast<int>(properties.multiprocessors);
  machine.l1_bytes = properties.shared_bytes;
  machine.block_bytes = properties.block_bytes;
  machine.l2_bytes = machine.l3_bytes = properties.l2_bytes;
  machine.line_bytes = 128;
  machine.copy_bandwidth = properties.copy_bandwidth;
  machine.latency_seconds = properties.latency_seconds;
  machine.launch_seconds = properties.launch_seconds;
  machine.copy_sharpness = properties.copy_sharpness;
  machine.clock_hertz = properties.clock_hertz;
  machine.l2_bandwidth = properties.l2_bandwidth;
  return machine;
}

std::optional<Machine> gpu_machine(std::string_view name) {
  for (GpuProperties const& card : cards())
    if (card.name == name) return gpu_machine(card);
  return std::nullopt;
}

Machine other_gpu_machine(std::string_view name, std::int64_t threads) {
  GpuProperties gpu = cards().back();
  gpu.name = name;
  gpu.multiprocessors = std::max<std::int64_t>(1, threads / threads_of_unit);
  gpu.shared_bytes = 64 * kib;
  gpu.block_bytes = 48 * kib;
  gpu.l2_bytes = 8 * mib;
  return gpu_machine(gpu);
}

GpuProperties properties_like(std::string_view device) {
  std::string lower(device);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (GpuProperties const& card : cards())
    if (lower.find(card.name) != std::string::npos) return card;
  GpuProperties other = cards().front();
  other.copy_bandwidth = other.l2_bandwidth = 0;
  return other;
}

GpuProperties properties_of(DriverFigures const& driver) {
  constexpr double copies_of_peak = 0.9;
  constexpr double l2_of_copy = 2.3;
  GpuProperties gpu = properties_like(driver.name);
  double const part = std::min(
      1.0, static_cast<double>(driver.multiprocessors) / static_cast<double>(gpu.multiprocessors));
  bool const is_published = gpu.copy_bandwidth > 0;
  double const most = copies_of_peak * driver.peak_bandwidth;
  gpu.name = driver.name;
  gpu.multiprocessors = driver.multiprocessors;
  gpu.copy_bandwidth = is_published ? std::min(part * gpu.copy_bandwidth, most) : most;
  gpu.l2_bandwidth = is_published ? part * gpu.l2_bandwidth : l2_of_copy * most;
  if (!is_published) gpu.clock_hertz = driver.clock_hertz;
  return gpu;
}

std::string gpu_names() {
  std::string names;
  for (GpuProperties const& card : cards())
    names.append(names.empty() ? "" : ", ").append(card.name);
  return names;
}

}  // namespace isomer::detail
