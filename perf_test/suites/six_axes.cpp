// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/six_axes.hpp"

#include <algorithm>
#include <numeric>

#include "random.hpp"

namespace isomer::perf {

namespace {

constexpr int rank = 6;
constexpr std::size_t all_orders = 720;

std::vector<std::vector<int>> orders_for(Options const& options, Counts const& counts,
                                         std::uint64_t stream) {
  std::vector<int> order(rank);
  std::iota(order.begin(), order.end(), 0);
  std::vector<std::vector<int>> all;
  do all.push_back(order);
  while (std::next_permutation(order.begin(), order.end()));
  if (options.all_permutations) return all;
  all.erase(all.begin());
  Random random(options.seed, stream);
  auto const wanted = std::min(counts.sampled(options), all_orders - 1);
  for (std::size_t k = 0; k < wanted; ++k)
    std::swap(all[k],
              all[static_cast<std::size_t>(random.between(
                  static_cast<std::int64_t>(k), static_cast<std::int64_t>(all.size()) - 1))]);
  all.resize(wanted);
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

std::vector<TensorCase> six_axis_tensors(std::int64_t extent, Counts const& counts,
                                         Options const& options) {
  std::vector<TensorCase> tensors;
  for (auto const& order : orders_for(options, counts, static_cast<std::uint64_t>(extent)))
    tensors.push_back({std::vector<std::int64_t>(rank, extent), order});
  return tensors;
}

}  // namespace isomer::perf
