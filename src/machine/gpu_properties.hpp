// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <string_view>

#include "machine/machine.hpp"

namespace isomer::detail {

/// What planning for a GPU asks of it.
struct GpuProperties {
  std::string name;
  std::int64_t multiprocessors = 0;
  std::int64_t shared_bytes = 0;  ///< shared memory of a multiprocessor
  std::int64_t block_bytes = 0;   ///< and of a block that Kokkos launches at most
  std::int64_t l2_bytes = 0;
  double copy_bandwidth = 0;   ///< bytes read plus bytes written a second
  double latency_seconds = 0;  ///< one load and store by a block, unloaded
  double launch_seconds = 0;   ///< of the smallest kernel in a stream
  double copy_sharpness = 0;   ///< fitted to curves of copies (cost/gpu_time.hpp)
  double clock_hertz = 0;      ///< of its multiprocessors under load
  double l2_bandwidth = 0;     ///< bytes that its second-level cache reads or takes a second
};

Machine gpu_machine(GpuProperties const& properties);

/// The published figures of the card that this is, by what its driver calls it; for any other,
/// those of Hopper without bandwidths.
GpuProperties properties_like(std::string_view device);

/// What a card's driver tells of it.
struct DriverFigures {
  std::string_view name;
  std::int64_t multiprocessors;
  double peak_bandwidth;  ///< bytes read plus bytes written a second
  double clock_hertz;
};

/// The figures published for such a card, of no more than its driver tells: a part of a card has
/// the part of its multiprocessors of both bandwidths, and another memory may be slower. Of any
/// other card, the driver's with the ratios of the published ones.
GpuProperties properties_of(DriverFigures const& driver);

/// From lines `name = value`, one for each member; a `#` begins a comment. Throws Error that names
/// the line, and the range of a number that is out of it, or the member that is missing.
GpuProperties read_gpu_properties(std::istream& in);

}  // namespace isomer::detail
