// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace isomer::detail {

/// Fields that lie together: blocks of `tile` records one behind the other, in which each leaf has
/// its values side by side. AoS is one region with blocks of one record, SoA a region for each leaf
/// with blocks of one value.
struct RecordRegion {
  std::int64_t begin = 0;        ///< bytes from the first byte of all records
  std::int64_t tile = 1;         ///< records of a block
  std::int64_t block_bytes = 0;  ///< from block to block

  /// Bytes of a record. Exact: what a block is rounded up to has no more factors of two than tile.
  std::int64_t record_bytes() const { return block_bytes / tile; }

  friend bool operator==(RecordRegion const&, RecordRegion const&) = default;
};

/// Where the values of a leaf lie. Record i has it at
///
///     region.begin + (i / tile) * block_bytes + offset + (i % tile) * bytes
struct LeafPlace {
  std::int32_t region = 0;
  std::int64_t offset = 0;  ///< in a block, of the value of its first record

  friend bool operator==(LeafPlace const&, LeafPlace const&) = default;
};

/// An arrangement of the leaves of a record, with room for a number of records.
struct RecordLayout {
  std::vector<RecordRegion> region;
  std::vector<LeafPlace> leaf;
  std::int64_t bytes = 0;  ///< all that the records take

  /// Where a record has the value of a leaf, of `leaf_bytes`: bytes from the first byte of all.
  std::int64_t address(std::size_t of_leaf, std::int64_t leaf_bytes, std::int64_t record) const {
    LeafPlace const& at = leaf[of_leaf];
    RecordRegion const& in = region[static_cast<std::size_t>(at.region)];
    return in.begin + record / in.tile * in.block_bytes + at.offset + record % in.tile * leaf_bytes;
  }

  std::int64_t largest_tile() const {
    std::int64_t largest = 1;
    for (RecordRegion const& one : region) largest = std::max(largest, one.tile);
    return largest;
  }

  friend bool operator==(RecordLayout const&, RecordLayout const&) = default;
};

/// A change of arrangement without its pointers: leaf k of each record, of `leaf_bytes[k]` bytes,
/// goes from its place in `src` to its place in `dst`. In place both begin at the same byte and
/// have the same capacity; what lies between the leaves is lost.
struct RecordProblem {
  std::int64_t count = 0;     ///< records
  std::int64_t capacity = 0;  ///< those that `src` has room for; in place `dst` as well
  bool in_place = false;
  std::vector<std::int32_t> leaf_bytes;
  RecordLayout src;
  RecordLayout dst;

  friend bool operator==(RecordProblem const&, RecordProblem const&) = default;
};

}  // namespace isomer::detail
