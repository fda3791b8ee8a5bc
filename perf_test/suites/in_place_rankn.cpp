// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>

#include "random.hpp"
#include "suites/scale.hpp"
#include "suites/suites.hpp"
#include "suites/tensor_work.hpp"

namespace isomer::perf {

namespace {

constexpr std::uint64_t stream = 5;
constexpr std::int64_t few_bytes = std::int64_t{64} << 20;

/// Shapes that one pass can do, squares and small inner permutations, written for elements of 8
/// bytes.
std::vector<TensorCase> one_pass_tensors() {
  return {{{300, 500, 500}, {0, 2, 1}},  {{2000, 2000, 16}, {1, 0, 2}},
          {{400, 200, 200}, {0, 2, 1}},  {{4000, 64, 64}, {0, 2, 1}},
          {{60000, 24, 40}, {0, 2, 1}},  {{20000, 32, 32}, {0, 2, 1}},
          {{2000, 100, 120}, {0, 2, 1}}, {{3000000, 3, 4}, {0, 2, 1}},
          {{1000000, 5, 7}, {0, 2, 1}},  {{40000, 8, 6, 10}, {0, 3, 2, 1}}};
}

/// Reversals as `convert_layout` does them, and other orders.
std::vector<TensorCase> chosen_tensors() {
  return {{{400, 500, 350}, {2, 1, 0}},       {{320, 280, 300}, {2, 1, 0}},
          {{257, 301, 333}, {2, 1, 0}},       {{90, 90, 8100}, {2, 1, 0}},
          {{128, 200, 1000}, {2, 1, 0}},      {{80, 90, 70, 60}, {3, 2, 1, 0}},
          {{64, 112, 112, 32}, {0, 3, 1, 2}}, {{64, 32, 112, 112}, {0, 2, 3, 1}},
          {{96, 84, 48, 72}, {2, 3, 0, 1}}};
}

/// Between 0.1 and 1 GB; of rank 3 or 4.
TensorCase random_tensor(Random& random, std::int64_t element_bytes) {
  int const rank = static_cast<int>(random.between(3, 4));
  double const elements =
      random.between_on_log_scale(1e8, 1e9) / static_cast<double>(element_bytes);
  TensorCase tensor;
  double rest = elements;
  for (int k = rank; k > 1; --k) {
    double const even = std::pow(rest, 1.0 / k);
    tensor.extents.push_back(std::llround(random.between_on_log_scale(even / 3, even * 3)));
    rest = std::max(2.0, rest / static_cast<double>(tensor.extents.back()));
  }
  tensor.extents.push_back(std::llround(rest));
  do tensor.axes = random.permutation(rank);
  while (std::is_sorted(tensor.axes.begin(), tensor.axes.end()));
  return tensor;
}

}  // namespace

std::vector<Case> in_place_rankn_cases(ElementType type, Options const& options) {
  std::vector<Case> cases;
  auto const add = [&](TensorCase const& tensor, char const* group) {
    cases.push_back(
        in_place_case("in_place_rankn", type, fitted(tensor, type, options, few_bytes)));
    cases.back().group = group;
  };
  for (auto const& tensor : thinned(one_pass_tensors(), Counts{10, 3, 2}.at(options)))
    add(tensor, "one_pass");
  auto tensors = thinned(chosen_tensors(), Counts{9, 4, 3}.at(options));
  Random random(options.seed, stream);
  for (std::size_t k = 0; k < Counts{18, 2, 2}.sampled(options); ++k)
    tensors.push_back(random_tensor(random, bytes_of(type)));
  for (auto const& tensor : tensors) add(tensor, "any");
  return cases;
}

}  // namespace isomer::perf
