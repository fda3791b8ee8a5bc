// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "calibrate/records/cart.hpp"
#include "calibrate/records/training_kernel.hpp"

namespace isomer::perf {

/// The seconds of a kernel in each class of tiles, and what the tree can learn from them.
struct MeasuredKernel {
  std::array<double, records::tile_classes> seconds{};  ///< 0 where it was not tried
  TilePattern pattern;

  double best() const;
  /// What the class costs more than the best one, as a share; of one not tried, as much as any.
  double regret(int tile_class) const;
};

/// Medians of `repeat` rounds in which the classes take turns. Every class within 1 % of the best
/// is good, or within the spread of the rounds of both if that is more.
MeasuredKernel measure_kernel(TrainingKernel const& kernel, std::span<std::byte> data, int repeat,
                              std::int64_t l2_bytes, Random& random);

/// The classes that are good, from all rounds of each; those without rounds are not.
std::uint32_t good_classes(std::array<std::vector<double>, records::tile_classes> const& rounds);

}  // namespace isomer::perf
