// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "records/move/panel_layout.hpp"
#include "tile/host/records/byte_permutation.hpp"

namespace isomer::records {

/// Records between two sides that have as many of them in one piece each, tiles or whole numbers of
/// records, as permutations of the bytes of such blocks: for tiles too short for columns.
///
///      source   aaaabbc.aaaabbc.aaaabbc.aaaabbc.      records of 4, 2 and 1 bytes
///      result   aaaaaaaaaaaaaaaabbbbbbbbcccc          a tile of four
class PermutedBlocks {
 public:
  /// Nothing where blocks would be too long, or columns or pieces are faster.
  static std::optional<PermutedBlocks> between(PanelLayout const& src, PanelLayout const& dst,
                                               bool past_caches, int window_bytes);

  /// Of a block.
  std::int64_t records() const { return records_; }

  /// Records begin .. end - 1, whole blocks, between sides that do not overlap; past the caches if
  /// `streams`, to whole lines.
  void move(char* to, char const* from, std::int64_t begin, std::int64_t end, bool streams) const;

  /// Whether each block of the result is whole cache lines.
  bool fills_lines() const { return to_bytes_ % tile::BytePermutation::line_bytes == 0; }

  tile::BytePermutation permutation() const;

 private:
  PermutedBlocks(PanelLayout const& src, PanelLayout const& dst, std::int64_t records,
                 int window_bytes);

  std::int64_t window_of(std::int64_t from) const;
  void add_vector(std::vector<std::int64_t> const& source_of, std::int64_t to);
  void add_window(std::vector<std::int64_t> const& source_of, std::int64_t to, int which);

  std::int64_t records_;
  int window_;  ///< bytes
  std::int64_t from_bytes_;
  std::int64_t to_bytes_;
  std::vector<tile::BytePermutation::Pick> pick_;
  std::vector<tile::BytePermutation::Result> result_;
};

}  // namespace isomer::records
