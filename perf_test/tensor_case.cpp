// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tensor_case.hpp"

#include <algorithm>

namespace isomer::perf {

std::int64_t element_count(std::vector<std::int64_t> const& extents) {
  std::int64_t count = 1;
  for (auto const extent : extents) count *= extent;
  return count;
}

std::string extents_text(std::vector<std::int64_t> const& extents) {
  std::string text;
  for (auto const extent : extents) {
    if (!text.empty()) text += 'x';
    text += std::to_string(extent);
  }
  return text;
}

std::string axes_text(std::vector<int> const& axes) {
  std::string text;
  for (int const axis : axes) text += "0123456789abcdefghijklmnopqrstuv"[axis];
  return text;
}

std::vector<std::int64_t> column_major_strides(std::vector<std::int64_t> const& extents) {
  std::vector<std::int64_t> strides(extents.size());
  std::int64_t stride = 1;
  for (std::size_t k = 0; k < extents.size(); ++k) {
    strides[k] = stride;
    stride *= extents[k];
  }
  return strides;
}

std::vector<std::int64_t> row_major_strides(std::vector<std::int64_t> const& extents) {
  std::vector<std::int64_t> strides(extents.size());
  std::int64_t stride = 1;
  for (std::size_t k = extents.size(); k-- > 0;) {
    strides[k] = stride;
    stride *= extents[k];
  }
  return strides;
}

TensorCase from_the_other_end(TensorCase const& tensor) {
  TensorCase turned{{tensor.extents.rbegin(), tensor.extents.rend()},
                    {tensor.axes.rbegin(), tensor.axes.rend()}};
  auto const last = static_cast<int>(tensor.axes.size()) - 1;
  for (int& axis : turned.axes) axis = last - axis;
  return turned;
}

TensorCase shrunk(TensorCase tensor, std::int64_t max_elements) {
  while (element_count(tensor.extents) > max_elements) {
    auto const largest = *std::max_element(tensor.extents.begin(), tensor.extents.end());
    if (largest <= 1) break;
    std::replace(tensor.extents.begin(), tensor.extents.end(), largest, (largest + 1) / 2);
  }
  return tensor;
}

}  // namespace isomer::perf
