// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace isomer::perf {

/// A permutation of a dense tensor. Output axis k is input axis `axes[k]`. Which end of `extents`
/// is the fastest in memory is up to the suite: case files are column-major (first is fastest).
struct TensorCase {
  std::vector<std::int64_t> extents;
  std::vector<int> axes;
};

std::int64_t element_count(std::vector<std::int64_t> const& extents);
/// `1024x1024x64`
std::string extents_text(std::vector<std::int64_t> const& extents);
/// `021`: a digit or letter an axis.
std::string axes_text(std::vector<int> const& axes);

/// Strides in elements, of a dense tensor whose first (column-major) or last axis is the fastest.
std::vector<std::int64_t> column_major_strides(std::vector<std::int64_t> const& extents);
std::vector<std::int64_t> row_major_strides(std::vector<std::int64_t> const& extents);

/// The same permutation for arrays whose fastest axis is at the other end of `extents`.
TensorCase from_the_other_end(TensorCase const& tensor);

/// The same case with its largest extents halved until it has at most `max_elements`. Equal extents
/// stay equal: a square stays a square.
TensorCase shrunk(TensorCase tensor, std::int64_t max_elements);

/// Every `size/count`-th one, first and last included: a short run sees the whole range of a list.
template <class T>
std::vector<T> thinned(std::vector<T> const& all, std::size_t count) {
  if (all.size() <= count || count < 2) return all;
  std::vector<T> few;
  for (std::size_t i = 0; i < count; ++i) few.push_back(all[i * (all.size() - 1) / (count - 1)]);
  return few;
}

}  // namespace isomer::perf
