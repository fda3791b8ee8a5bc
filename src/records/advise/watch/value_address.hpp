// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include <isomer/detail/record_problem.hpp>

namespace isomer::records {

/// The exponent of a power of two.
constexpr int exponent_of(std::int64_t power) {
  return std::countr_zero(static_cast<std::uint64_t>(power));
}

/// Where records have a leaf of some bytes: `RecordLayout::address` without its divisions, since
/// tiles are powers of two.
class ValueAddress {
 public:
  ValueAddress(detail::RecordLayout const& layout, std::size_t leaf, std::int64_t bytes)
      : bytes_(bytes) {
    detail::LeafPlace const& place = layout.leaf[leaf];
    auto const& region = layout.region[static_cast<std::size_t>(place.region)];
    first_ = region.begin + place.offset;
    block_bytes_ = region.block_bytes;
    shift_ = exponent_of(region.tile);
  }

  std::int64_t of(std::int64_t record) const {
    std::int64_t const block = record >> shift_;
    return first_ + block * block_bytes_ + (record - (block << shift_)) * bytes_;
  }
  /// How many values from that of a record on lie side by side: to the end of its tile.
  std::int64_t run(std::int64_t record) const {
    constexpr std::int64_t all = std::int64_t{1} << 62;
    std::int64_t const tile = std::int64_t{1} << shift_;
    if (tile > 1) return tile - (record & (tile - 1));
    return block_bytes_ == bytes_ ? all : 1;
  }

 private:
  std::int64_t first_;
  std::int64_t block_bytes_;
  std::int64_t bytes_;
  int shift_;
};

}  // namespace isomer::records
