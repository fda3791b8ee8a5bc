// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <numeric>

#include "random.hpp"
#include "suites/scale.hpp"
#include "suites/suites.hpp"
#include "suites/tensor_work.hpp"

namespace isomer::perf {

namespace {

constexpr int rank = 6;
constexpr std::size_t all_orders = 720;

/// A sample without repetition, in lexicographic order; the identity, a plain copy, stays out
/// unless all are wanted.
std::vector<std::vector<int>> orders_for(Options const& options, std::uint64_t stream) {
  std::vector<int> order(rank);
  std::iota(order.begin(), order.end(), 0);
  std::vector<std::vector<int>> all;
  do all.push_back(order);
  while (std::next_permutation(order.begin(), order.end()));
  if (options.all_permutations) return all;
  all.erase(all.begin());
  Random random(options.seed, stream);
  auto const wanted = std::min(Counts{60, 4, 1}.sampled(options), all_orders - 1);
  for (std::size_t k = 0; k < wanted; ++k)
    std::swap(all[k],
              all[static_cast<std::size_t>(random.between(
                  static_cast<std::int64_t>(k), static_cast<std::int64_t>(all.size()) - 1))]);
  all.resize(wanted);
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

std::vector<Case> permute6d_cases(ElementType type, Options const& options) {
  std::vector<Case> cases;
  for (std::int64_t const extent : {16, 15, 17}) {
    for (auto const& order : orders_for(options, static_cast<std::uint64_t>(extent))) {
      TensorCase const tensor{std::vector<std::int64_t>(rank, extent), order};
      auto made = permute_case("permute6d", type, fitted(tensor, type, options));
      made.group = std::to_string(extent) + "^6";
      cases.push_back(std::move(made));
    }
  }
  return cases;
}

}  // namespace isomer::perf
