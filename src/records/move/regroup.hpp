// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "index/ceil_div.hpp"
#include "records/move/panel_layout.hpp"
#include "tile/host/columns.hpp"

namespace isomer::records {

/// Where the segments of a panel lie.
template <class Char>
using Segments = Char* const*;

/// Moves the records of a panel from one layout to another, in the cache.
///
/// Leaves of one size that lie side by side in records (runs of one value) and in runs of many on
/// the other side are a matrix: rows to columns, by the kernels that panels of matrices have.
/// Shorter runs than a line go through scratch columns. Where both sides have runs of as many
/// values, or one side multiples of the other's, bytes are copied as they lie.
class Regroup {
 public:
  Regroup(PanelLayout const& src, PanelLayout const& dst);

  /// Calls visit(begin, end) for blocks of the records 0 .. count - 1 that the first-level cache
  /// holds on both sides.
  template <class Visit>
  void for_each_block(std::int64_t count, Visit const& visit) const {
    for (std::int64_t begin = 0; begin < count; begin += block_)
      visit(begin, std::min(count, begin + block_));
  }
  std::int64_t blocks(std::int64_t count) const { return detail::ceil_div(count, block_); }
  /// Moves records begin .. end - 1 of a block. The sides do not overlap; nothing else is written.
  void run(Segments<char const> src, Segments<char> dst, std::int64_t begin, std::int64_t end,
           char* scratch) const;
  /// Moves records 0 .. count - 1, block by block.
  void run(Segments<char const> src, Segments<char> dst, std::int64_t count, char* scratch) const {
    for_each_block(
        count, [&](std::int64_t begin, std::int64_t end) { run(src, dst, begin, end, scratch); });
  }

  std::int64_t scratch_bytes() const { return scratch_bytes_; }

 private:
  static constexpr int max_columns = 64;

  /// Records of one side, and of the other the columns that their words become or come from.
  struct Columns {
    bool from_rows = true;
    bool by_scratch = false;
    std::int64_t word = 0;
    LeafRuns rows{};  ///< of the first column
    std::vector<LeafRuns> column;

    /// For the kernels, but for the place of the rows.
    tile::PanelColumns at(char* const* columns, std::int64_t height) const;
  };
  /// Bytes that keep their order: runs of both sides, one a multiple of the other.
  struct Pieces {
    LeafRuns src;
    LeafRuns dst;
  };

  void add_columns(PanelLayout const& rows, PanelLayout const& columns, bool from_rows,
                   std::vector<bool>& done);
  void add_pieces(PanelLayout const& src, PanelLayout const& dst, std::vector<bool>& done);
  void choose_block(PanelLayout const& src, PanelLayout const& dst);
  struct Block {
    std::int64_t begin;
    std::int64_t end;
    char* scratch;
  };
  static void gather(Columns const& group, Segments<char const> src, Segments<char> dst,
                     Block const& block);
  static void scatter(Columns const& group, Segments<char const> src, Segments<char> dst,
                      Block const& block);

  std::vector<Columns> columns_;
  std::vector<Pieces> pieces_;
  std::int64_t block_ = 0;  ///< records whose two sides the first-level cache holds
  std::int64_t scratch_bytes_ = 0;
};

}  // namespace isomer::records
