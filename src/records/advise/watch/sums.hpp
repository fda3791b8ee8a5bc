// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <bit>
#include <cstddef>

/// Structs of doubles alone, as one list of numbers.
namespace isomer::records {

template <class T>
using DoublesOf = std::array<double, sizeof(T) / sizeof(double)>;

template <class T>
T sum_of(T const& a, T const& b) {
  auto sum = std::bit_cast<DoublesOf<T>>(a);
  auto const other = std::bit_cast<DoublesOf<T>>(b);
  for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += other[k];
  return std::bit_cast<T>(sum);
}

template <class T>
T times(double factor, T const& of) {
  auto product = std::bit_cast<DoublesOf<T>>(of);
  for (double& number : product) number *= factor;
  return std::bit_cast<T>(product);
}

}  // namespace isomer::records
