// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "records/move/panel_layout.hpp"
#include "records/move/permuted_blocks.hpp"
#include "records/move/regroup_steps.hpp"
#include "tile/host/columns.hpp"

namespace isomer::records {

/// Where the segments of a panel lie.
template <class Char>
using Segments = Char* const*;

/// Moves the records of a panel from one layout to another, in the cache (regroup_steps.hpp): block
/// by block, and each step of a block in parts of some KiB. Where permutations of bytes are faster
/// (permuted_blocks.hpp), the steps are for the records behind the last whole block.
class Regroup {
 public:
  /// `turn_bytes`: both sides of what is moved between turns. `permutes_bytes`: as a Machine's.
  Regroup(PanelLayout const& src, PanelLayout const& dst, std::int64_t turn_bytes,
          bool permutes_bytes);

  /// Moves records 0 .. count - 1 of a panel, and calls turn() `turns(count)` times meanwhile. The
  /// sides do not overlap; of bytes between leaves those in a word with some may be written.
  template <class Turn>
  void run(Segments<char const> src, Segments<char> dst, std::int64_t count, char* scratch,
           Turn const& turn) const {
    std::int64_t moved = 0;
    auto const take_turns = [&](std::int64_t bytes) {
      moved += bytes;
      for (; moved >= turn_bytes_; moved -= turn_bytes_) turn();
    };
    std::int64_t const permuted = permuted_records(count);
    for (std::int64_t begin = 0; begin < permuted; begin += permuted_part_) {
      std::int64_t const end = std::min(permuted, begin + permuted_part_);
      permuted_->move(dst[0], src[0], begin, end);
      take_turns((end - begin) * record_bytes_);
    }
    for (std::int64_t block = permuted; block < count; block += block_) {
      std::int64_t const end = std::min(count, block + block_);
      for (RegroupStep const& step : steps_.steps) {
        for (std::int64_t begin = block; begin < end; begin += step.part) {
          Part const records{src, dst, block, begin, std::min(end, begin + step.part), scratch};
          move(step, records);
          take_turns((records.end - begin) * step.bytes);
        }
      }
    }
  }
  void run(Segments<char const> src, Segments<char> dst, std::int64_t count, char* scratch) const {
    run(src, dst, count, scratch, [] {});
  }
  std::int64_t turns(std::int64_t count) const { return count * record_bytes_ / turn_bytes_; }

  /// Records of a block whose bytes are permuted, or 0.
  std::int64_t permuted_block() const { return permuted_ ? permuted_->records() : 0; }
  std::int64_t scratch_bytes() const { return steps_.scratch_bytes; }

 private:
  /// Some records of a block.
  struct Part {
    Segments<char const> src;
    Segments<char> dst;
    std::int64_t block;
    std::int64_t begin;
    std::int64_t end;
    char* scratch;
  };
  /// Records that parts and blocks are made of.
  struct Unit {
    Unit(PanelLayout const& src, PanelLayout const& dst);

    /// About `wanted` records: whole runs, or a part of one.
    std::int64_t fit(std::int64_t wanted) const;

    std::int64_t vector = 1;       ///< that a vector has of the smallest leaves
    std::int64_t longest_run = 1;  ///< but for whole columns
  };

  static char* place(StepPlace const& at, Segments<char const> side, Part const& part);
  static tile::PanelColumns columns_at(MatrixStep const& matrix, Part const& part, char** column);
  static void move(RegroupStep const& step, Part const& part);
  static void move_columns(MatrixStep const& matrix, Part const& part);
  static void move_pieces(PieceStep const& step, Part const& part);

  /// Of `count` records those in whole blocks whose bytes are permuted.
  std::int64_t permuted_records(std::int64_t count) const {
    return permuted_ ? count / permuted_block() * permuted_block() : 0;
  }

  std::int64_t turn_bytes_;
  std::optional<PermutedBlocks> permuted_;
  std::int64_t permuted_part_ = 0;  ///< records that are permuted at once
  Unit unit_;
  std::int64_t block_;
  RegroupSteps steps_;
  std::int64_t record_bytes_ = 0;  ///< that all steps move
};

}  // namespace isomer::records
