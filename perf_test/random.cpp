// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "random.hpp"

#include <cmath>
#include <numeric>
#include <utility>

namespace isomer::perf {

Random::Random(std::uint64_t seed, std::uint64_t stream)
    : engine_(seed * 0x9e3779b97f4a7c15u + stream) {}

std::int64_t Random::between(std::int64_t low, std::int64_t high) {
  auto const choices = static_cast<std::uint64_t>(high - low) + 1;
  return low + static_cast<std::int64_t>(engine_() % choices);
}

double Random::fraction() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }

double Random::between_on_log_scale(double low, double high) {
  return std::exp(std::log(low) + fraction() * (std::log(high) - std::log(low)));
}

std::vector<int> Random::permutation(int rank) {
  std::vector<int> order(static_cast<std::size_t>(rank));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t k = order.size(); k-- > 1;)
    std::swap(order[k], order[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(k)))]);
  return order;
}

}  // namespace isomer::perf
