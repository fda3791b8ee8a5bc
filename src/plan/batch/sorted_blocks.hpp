// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <isomer/detail/batch.hpp>

#include "tiling/tile_cursor.hpp"

namespace isomer::detail {

/// How far an address lies behind another one.
inline std::int64_t apart(void const* to, void const* from) {
  return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(to) -
                                   reinterpret_cast<std::uintptr_t>(from));
}

/// Blocks group by group, those of each in the order of the list.
class SortedBlocks {
 public:
  /// Shapes without elements are of no group.
  static constexpr std::size_t no_group = ~std::size_t{0};

  /// `group_of` each shape, of `groups`.
  SortedBlocks(std::vector<BatchBlock> const& blocks, std::vector<std::size_t> const& group_of,
               std::size_t groups)
      : begin_(groups + 1) {
    auto const group = [&](BatchBlock const& block) {
      return group_of[static_cast<std::size_t>(block.shape)];
    };
    for (BatchBlock const& block : blocks)
      if (group(block) != no_group) ++begin_[group(block) + 1];
    for (std::size_t k = 1; k < begin_.size(); ++k) begin_[k] += begin_[k - 1];
    places_.resize(begin_.back());
    std::vector<std::size_t> next = begin_;
    for (BatchBlock const& block : blocks)
      if (group(block) != no_group)
        places_[next[group(block)]++] = {reinterpret_cast<char*>(block.dst),
                                         reinterpret_cast<char const*>(block.src)};
  }

  std::vector<BlockPlace> const& places() const { return places_; }
  std::size_t first(std::size_t group) const { return begin_[group]; }
  BlockPlace const* of_group(std::size_t group) const { return places_.data() + begin_[group]; }
  std::int64_t count(std::size_t group) const {
    return static_cast<std::int64_t>(begin_[group + 1] - begin_[group]);
  }

 private:
  std::vector<std::size_t> begin_;
  std::vector<BlockPlace> places_;
};

}  // namespace isomer::detail
