// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/oracle.hpp"

#include <cstring>

namespace isomer::test {

void naive_permute(GuardedArray const& dst, GuardedArray const& src, std::vector<int> const& axes) {
  auto const bytes = static_cast<std::size_t>(src.shape().element_bytes);
  ArrayShape const to = before_permuting(dst.shape(), axes);
  for_each_index(src.shape().extent, [&](Index const& index) {
    std::memcpy(dst.data() + to.offset(index) * to.element_bytes, src.at(index), bytes);
  });
}

GuardedArray naive_in_place(GuardedArray const& before, ArrayShape const& after,
                            std::vector<int> const& axes) {
  GuardedArray result(before);
  auto const bytes = static_cast<std::size_t>(after.element_bytes);
  ArrayShape const to = before_permuting(after, axes);
  for_each_index(before.shape().extent, [&](Index const& index) {
    std::memcpy(result.data() + to.offset(index) * to.element_bytes, before.at(index), bytes);
  });
  return result;
}

}  // namespace isomer::test
