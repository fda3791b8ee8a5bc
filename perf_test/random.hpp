// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace isomer::perf {

/// Random choices that come out the same for a seed with every standard library, which the
/// distributions of <random> do not.
class Random {
 public:
  /// `stream` keeps the suites of one run apart.
  Random(std::uint64_t seed, std::uint64_t stream);

  /// Uniform in [low, high].
  std::int64_t between(std::int64_t low, std::int64_t high);
  /// Uniform in [0, 1).
  double fraction();
  /// Log-uniform in [low, high].
  double between_on_log_scale(double low, double high);
  std::vector<int> permutation(int rank);

 private:
  std::mt19937_64 engine_;
};

}  // namespace isomer::perf
