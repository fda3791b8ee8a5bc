// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <numeric>

#include "random.hpp"
#include "suites/scale.hpp"
#include "suites/suites.hpp"
#include "suites/tensor_work.hpp"

namespace isomer::perf {

namespace {

constexpr std::uint64_t stream = 2;
constexpr double mebibyte = 1 << 20;

/// Splits `elements` over the axes in random shares of its logarithm, so that long and short axes
/// occur in every place. Whole lines in the fastest axis are left to chance: mostly misaligned.
TensorCase random_tensor(Random& random, double elements) {
  int const rank = static_cast<int>(random.between(2, 7));
  std::vector<double> shares;
  for (int k = 0; k < rank; ++k) shares.push_back(0.2 + random.fraction());
  double const whole = std::accumulate(shares.begin(), shares.end(), 0.0);
  TensorCase tensor;
  for (double const share : shares)
    tensor.extents.push_back(
        std::max<std::int64_t>(2, std::llround(std::pow(elements, share / whole))));
  do tensor.axes = random.permutation(rank);
  while (std::is_sorted(tensor.axes.begin(), tensor.axes.end()));
  return tensor;
}

}  // namespace

std::vector<Case> random_cases(ElementType type, Options const& options) {
  Random random(options.seed, stream);
  std::vector<Case> cases;
  for (std::size_t k = 0; k < Counts{60, 10, 4}.sampled(options); ++k) {
    double const bytes = random.between_on_log_scale(32 * mebibyte, 256 * mebibyte);
    auto const tensor = random_tensor(random, bytes / static_cast<double>(bytes_of(type)));
    cases.push_back(permute_case("random", type, fitted(tensor, type, options)));
  }
  return cases;
}

}  // namespace isomer::perf
