// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/schedule/lay.hpp"

#include <algorithm>
#include <numeric>

#include "files/schedule/pages.hpp"

namespace isomer::files {
Laid lay(std::uint64_t first, std::vector<FileAxis> const& axes, std::uint64_t item,
         std::uint64_t page, std::uint64_t begin, Rows rows) {
  Laid laid;
  laid.base = begin + first % page;
  laid.pitch.assign(axes.size(), 0);
  std::vector<std::size_t> order(axes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&axes](std::size_t a, std::size_t b) {
    return axes[a].stride < axes[b].stride;
  });
  std::uint64_t span = item;
  laid.run = item;
  for (std::size_t const k : order) {
    FileAxis const& axis = axes[k];
    if (axis.extent == 1) continue;
    bool const one_run = laid.outer.empty() && axis.stride >= span &&
                         axis.stride - span <= most_pages_between * page;
    if (one_run) {
      laid.pitch[k] = axis.stride;
    } else {
      std::uint64_t const least = rows == Rows::own_pages ? span + page - 1 : span;
      laid.pitch[k] = least + (axis.stride % page + page - least % page) % page;
      laid.outer.push_back(k);
    }
    span += (axis.extent - 1) * laid.pitch[k];
    if (one_run) laid.run = span;
  }
  laid.end = round_up(laid.base + span, page);
  return laid;
}

std::uint64_t laid_bytes(std::vector<FileAxis> const& axes, std::uint64_t item, std::uint64_t page,
                         Rows rows) {
  return lay(page - 1, axes, item, page, 0, rows).end;
}

void read_laid(Group& group, Laid const& laid, std::uint64_t first,
               std::vector<FileAxis> const& axes, std::uint64_t page) {
  std::vector<std::uint64_t> index(laid.outer.size(), 0);
  for (;;) {
    std::uint64_t file = first;
    std::uint64_t at = laid.base;
    for (std::size_t k = 0; k < index.size(); ++k) {
      file += index[k] * axes[laid.outer[k]].stride;
      at += index[k] * laid.pitch[laid.outer[k]];
    }
    std::uint64_t const begin = file / page;
    append(group.reads, page,
           {Where::file, begin, div_up(file + laid.run, page) - begin, round_down(at, page)});
    std::size_t k = 0;
    while (k < index.size() && ++index[k] == axes[laid.outer[k]].extent) index[k++] = 0;
    if (k == index.size()) return;
  }
}

std::uint64_t runs_of(Laid const& laid, std::vector<FileAxis> const& axes) {
  std::uint64_t runs = 1;
  for (std::size_t const k : laid.outer) runs *= axes[k].extent;
  return runs;
}

}  // namespace isomer::files
