// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "random.hpp"
#include "suites/scale.hpp"
#include "suites/suites.hpp"
#include "suites/tensor_work.hpp"

namespace isomer::perf {

namespace {

constexpr std::uint64_t stream = 3;
constexpr std::int64_t few_bytes = std::int64_t{64} << 20;

Case matrix(std::string const& suite, ElementType type, std::int64_t rows, std::int64_t columns,
            Options const& options) {
  return in_place_case(suite, type, fitted({{rows, columns}, {1, 0}}, type, options, few_bytes));
}

}  // namespace

std::vector<Case> in_place_cases(ElementType type, Options const& options) {
  Random random(options.seed, stream);
  std::vector<Case> cases;
  for (std::size_t k = 0; k < Counts{40, 6, 3}.sampled(options); ++k) {
    auto const rows = random.between(1000, 10000);
    auto const columns = random.between(1000, 10000);
    cases.push_back(matrix("in_place", type, rows, columns, options));
  }
  return cases;
}

std::vector<Case> in_place_square_cases(ElementType type, Options const& options) {
  std::vector<std::int64_t> const sides{1000, 1024, 1999, 2048, 3000, 4096, 5000,
                                        6001, 7168, 8191, 8192, 9000, 10000};
  std::vector<Case> cases;
  for (auto const n : thinned(sides, Counts{13, 4, 2}.at(options)))
    cases.push_back(matrix("in_place_square", type, n, n, options));
  return cases;
}

}  // namespace isomer::perf
