// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "tile/host/job.hpp"
#include "tiling/tile_roles.hpp"

namespace isomer::detail {

/// The distance between the `count` offsets from `first` on; 0 if it varies.
tile::Offset step_of(std::vector<tile::Offset> const& offsets, int first, int count);

/// Rows or columns of a block.
struct BlockPart {
  int first;
  int count;
  tile::Offset step;  ///< as Block::row_step or col_step
};

/// How the rows and the columns of a tile are cut into blocks.
class BlockCuts {
 public:
  /// For a tile of `rows`, by kernels whose blocks have up to `most_rows`; those of a few
  /// rows or columns are as long as `step_bytes` allow.
  BlockCuts(TileRoles const& roles, int rows, int most_rows, int word, int step_bytes);

  /// Rows of a block.
  int height() const { return height_; }
  /// `row_src`: where each row lies in the source.
  std::vector<BlockPart> of_rows(std::vector<tile::Offset> const& row_src) const;
  /// `col_out`: where each column goes to.
  std::vector<BlockPart> of_columns(std::vector<tile::Offset> const& col_out) const;

 private:
  int words_of_record(std::int64_t record) const;
  int line_words() const;
  int column_start(int c, int cols) const;
  int columns_from(std::vector<tile::Offset> const& col_out, int first) const;

  TileRoles roles_;
  int most_rows_;
  int word_;
  int step_bytes_;
  int height_;
};

}  // namespace isomer::detail
