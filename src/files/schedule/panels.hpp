// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "files/group.hpp"
#include "files/schedule/lay.hpp"
#include "files/schedule/part.hpp"

/// Rows of the result, and the parts of them that a group collects from the source.
namespace isomer::files {

/// A box of rows of the result: of each axis of rows, in the order of the source, a range.
struct Tile {
  std::vector<std::uint64_t> lo{};
  std::vector<std::uint64_t> hi{};
};

/// What a group has collected: rows of the result in the buffer of what is written, every byte at
/// its place within its page.
struct Collected {
  Laid laid{};
  std::uint64_t first_byte = 0;  ///< of each row, the one at laid.base
};

/// The result as rows of `row_bytes`: its axes from `cut` on make up a row. Trailing axes that stay
/// where they are make up one element.
class Panels {
 public:
  /// Axes `cut` of the result and faster ones make up a row; rows are no shorter than a page.
  Panels(Problem const& problem, std::size_t cut);

  std::uint64_t rows() const { return rows_; }
  std::uint64_t row_bytes() const { return row_bytes_; }
  /// Byte where row r begins, and the first page boundary from there on.
  std::uint64_t row_at(std::uint64_t r) const { return problem_.offset + r * row_bytes_; }
  std::uint64_t page_at(std::uint64_t r) const;
  std::uint64_t end() const { return problem_.offset + rows_ * row_bytes_; }

  /// Tiles of at most `most` rows (at least one), in the order of the source.
  std::uint64_t tiles(std::uint64_t most) const;
  Tile tile(std::uint64_t most, std::uint64_t number) const;
  static std::uint64_t rows_of(Tile const& tile);
  /// Calls use(row of the result, byte of the buffer where it begins relative to `laid.base`).
  template <class Use>
  void for_each_row(Tile const& tile, Laid const& laid, Use use) const;

  /// Bytes [lo, hi) of the rows of a tile, and with `heads` what the row behind each has in the
  /// page that both share (it follows at once): reads and moves of the group.
  Collected collect(Group& group, Tile const& tile, std::uint64_t lo, std::uint64_t hi,
                    bool heads) const;
  /// Most bytes that this takes of the buffer of what is written, and of that of what is read, for
  /// tiles of at most `most` rows and any hi - lo <= bytes.
  std::uint64_t out_bytes(std::uint64_t most, std::uint64_t bytes, bool heads) const;
  std::uint64_t in_bytes(std::uint64_t most, std::uint64_t bytes, bool heads) const;

  /// Whether the cut axis is slower in the source than all axes of rows.
  bool cut_is_outer() const { return cut_outer_; }
  /// Where the cut axis is the source's slowest: the byte of the source below which nothing is
  /// needed for bytes [b, ..) of rows.
  std::uint64_t source_below(std::uint64_t b) const;
  /// The same from above: all that bytes [0, b) of rows need lies below it.
  std::uint64_t source_for(std::uint64_t b) const;
  /// Leading axes of the source that every group takes whole, as one count, and the bytes of one.
  std::uint64_t slabs() const { return slabs_; }
  std::uint64_t slab_bytes() const { return slab_bytes_; }
  /// Below this byte of a slab lies what rows behind a tile's may need long after their neighbours.
  std::uint64_t kept_bytes() const;
  /// The first byte of a slab that `collect` reads for bytes [lo, ..) of a tile, and for what is
  /// behind it as far as that is not kept.
  std::uint64_t lowest(Tile const& tile, std::uint64_t lo) const;
  std::uint64_t lowest_behind(Tile const& tile, std::uint64_t kept) const;

 private:
  bool takes_whole_elements() const;
  /// Calls use(rows of the tile that have a row behind them, where the first of those is) for boxes
  /// of such rows: a step along the fastest axis of rows, or along the next slower one where the
  /// faster ones are at their end and begin again.
  template <class Use>
  void for_each_behind(Tile const& tile, Use use) const;

  struct Stretch {  // elements [i0, i1) along the cut axis, of each bytes [b0, b1)
    std::uint64_t i0, i1, b0, b1;
  };
  std::vector<Stretch> parts(std::uint64_t lo, std::uint64_t hi) const;
  void fetch(Group& group, Stretch const& part, std::vector<std::uint64_t> const& start,
             std::vector<std::uint64_t> const& extent, Laid const& out, std::uint64_t to) const;
  std::vector<FileAxis> source_axes(Stretch const& part,
                                    std::vector<std::uint64_t> const& extent) const;
  std::vector<FileAxis> result_axes(std::vector<std::uint64_t> const& extent) const;

  struct Axis {
    std::uint64_t extent, source, result;  // strides in bytes
  };
  Problem problem_;
  std::uint64_t element_ = 1;  ///< bytes that stay together
  std::uint64_t unit_ = 1;     ///< bytes of the result for a step along the cut axis
  std::uint64_t row_bytes_ = 1;
  std::uint64_t rows_ = 1;
  Axis cut_{1, 0, 0};
  std::vector<Axis> inner_{};             ///< faster in the result than the cut axis
  std::vector<Axis> outer_{};             ///< of rows, in the order of the source, slowest first
  std::vector<std::size_t> by_result_{};  ///< the same in the order of the result, slowest first
  std::uint64_t slabs_ = 1;
  std::uint64_t slab_bytes_ = 0;
  bool cut_outer_ = false;
  bool heads_wrap_ = false;
};

template <class Use>
void Panels::for_each_row(Tile const& tile, Laid const& laid, Use use) const {
  std::vector<std::uint64_t> index = tile.lo;
  for (;;) {
    std::uint64_t row = 0;
    std::uint64_t at = 0;
    for (std::size_t k = 0; k < index.size(); ++k) {
      row += index[k] * (outer_[k].result / row_bytes_);
      at += (index[k] - tile.lo[k]) * laid.pitch[k];
    }
    use(row, at);
    std::size_t k = index.size();
    while (k > 0 && ++index[k - 1] == tile.hi[k - 1]) {
      index[k - 1] = tile.lo[k - 1];
      --k;
    }
    if (k == 0) return;
  }
}

template <class Use>
void Panels::for_each_behind(Tile const& tile, Use use) const {
  Tile now = tile;
  std::vector<std::uint64_t> start = tile.lo;
  for (std::size_t s = by_result_.size(); s-- > 0;) {
    std::size_t const k = by_result_[s];
    std::uint64_t const most = outer_[k].extent - 1;
    Tile step = now;
    step.hi[k] = std::min(step.hi[k], most);
    if (step.lo[k] < step.hi[k]) {
      std::vector<std::uint64_t> from = start;
      from[k] = step.lo[k] + 1;
      use(step, from);
    }
    if (now.hi[k] != outer_[k].extent) break;
    now.lo[k] = most;
    start[k] = 0;
  }
}

}  // namespace isomer::files
