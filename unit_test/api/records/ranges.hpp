// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <random>
#include <utility>
#include <vector>

#include "api/records/filled.hpp"

/// Ranges of records, and what their views hold.
namespace isomer::test {

using Range = std::pair<std::size_t, std::size_t>;

/// Ranges that begin and end anywhere, some of them with tiles, some within one, some empty.
inline std::vector<Range> ranges_of(std::size_t n, unsigned seed) {
  std::vector<Range> ranges{{0, n}, {0, 0}, {n, n}, {3, 3},     {0, 1},     {n - 1, n},
                            {3, 6}, {8, n}, {0, 8}, {256, 512}, {200, 513}, {255, 257}};
  std::mt19937 random(seed);
  for (int k = 0; k < 8; ++k) {
    std::size_t const a = random() % (n + 1);
    std::size_t const b = random() % (n + 1);
    ranges.emplace_back(std::min(a, b), std::max(a, b));
  }
  return ranges;
}

template <class T>
std::vector<T> made_up_records(std::size_t n, std::size_t from) {
  std::vector<T> records;
  for (std::size_t i = 0; i < n; ++i) records.push_back(made_up<T>(from + i));
  return records;
}
/// The first record that is not as in `expected`; their number if all are.
template <class V, class T>
std::size_t first_other(V const& view, std::vector<T> const& expected) {
  std::size_t i = 0;
  while (i < expected.size() && are_equal(T(view(i)), expected[i])) ++i;
  return i;
}
template <class V>
void fill_from(V const& view, std::size_t from) {
  for (std::size_t i = 0; i < view.size(); ++i)
    view(i) = made_up<typename V::non_const_value_type>(from + i);
}

}  // namespace isomer::test
