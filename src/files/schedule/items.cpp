// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/schedule/items.hpp"

#include <vector>

#include "files/schedule/pages.hpp"

namespace isomer::files {

std::uint64_t item_bytes(Problem const& problem, std::uint64_t batch) {
  std::uint64_t bytes = problem.element_bytes;
  for (std::size_t k = batch; k < problem.extents.size(); ++k) bytes *= problem.extents[k];
  return bytes;
}

Box items_box(Problem const& problem, std::uint64_t batch, std::uint64_t items, std::uint64_t at) {
  std::size_t const rank = problem.extents.size();
  std::vector<std::uint64_t> from(rank);
  std::vector<std::uint64_t> to(rank);
  std::uint64_t stride = problem.element_bytes;
  for (std::size_t k = rank; k-- > 0; stride *= problem.extents[k]) from[k] = stride;
  stride = problem.element_bytes;
  for (std::size_t k = rank; k-- > 0; stride *= problem.extents[problem.axes[k]])
    to[problem.axes[k]] = stride;
  Box box{};
  box.from = box.to = at;
  box.element_bytes = static_cast<std::uint32_t>(problem.element_bytes);
  add_axis(box, items, item_bytes(problem, batch), item_bytes(problem, batch));
  for (std::size_t k = batch; k < rank; ++k) add_axis(box, problem.extents[k], from[k], to[k]);
  return box;
}

}  // namespace isomer::files
