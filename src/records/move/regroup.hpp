// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include "index/ceil_div.hpp"
#include "records/move/panel_layout.hpp"
#include "records/move/regroup_steps.hpp"
#include "tile/host/columns.hpp"

namespace isomer::records {

/// Where the segments of a panel lie.
template <class Char>
using Segments = Char* const*;

/// Moves the records of a panel from one layout to another, in the cache (regroup_steps.hpp).
class Regroup {
 public:
  /// `turn_bytes`: both sides of what is moved between turns.
  Regroup(PanelLayout const& src, PanelLayout const& dst, std::int64_t turn_bytes);

  /// Moves records 0 .. count - 1 of a panel in `turns(count)` turns, and calls turn() behind each.
  /// The sides do not overlap; of bytes between leaves those in a word with some may be written.
  template <class Turn>
  void run(Segments<char const> src, Segments<char> dst, std::int64_t count, char* scratch,
           Turn const& turn) const {
    for (std::int64_t begin = 0; begin < count; begin += block_) {
      Block const block{src, dst, begin, std::min(count, begin + block_), scratch};
      for (ColumnSteps const& group : steps_.columns) {
        move_columns(group, block);
        turn();
      }
      for (std::size_t k = 0; k < steps_.pieces.size(); k += pieces_of_turn_) {
        move_pieces(k, block);
        turn();
      }
    }
  }
  void run(Segments<char const> src, Segments<char> dst, std::int64_t count, char* scratch) const {
    run(src, dst, count, scratch, [] {});
  }
  std::int64_t turns(std::int64_t count) const {
    std::size_t const pieces = detail::ceil_div(steps_.pieces.size(), pieces_of_turn_);
    return detail::ceil_div(count, block_) *
           static_cast<std::int64_t>(steps_.columns.size() + pieces);
  }

  std::int64_t scratch_bytes() const { return steps_.scratch_bytes; }

 private:
  struct Block {
    Segments<char const> src;
    Segments<char> dst;
    std::int64_t begin;
    std::int64_t end;
    char* scratch;
  };

  static char* place(StepPlace const& at, Segments<char const> side, Block const& block);
  static tile::PanelColumns columns_at(MatrixStep const& matrix, Segments<char const> rows,
                                       Segments<char const> columns, Block const& block,
                                       char** column);
  static void gather(ColumnSteps const& group, Block const& block);
  static void scatter(ColumnSteps const& group, Block const& block);
  static void move_columns(ColumnSteps const& group, Block const& block);
  /// A turn's, from number `first` on.
  void move_pieces(std::size_t first, Block const& block) const;

  std::int64_t block_;
  RegroupSteps steps_;
  std::size_t pieces_of_turn_;
};

}  // namespace isomer::records
