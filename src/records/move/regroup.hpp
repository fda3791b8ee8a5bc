// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "machine/machine.hpp"
#include "records/move/block_part.hpp"
#include "records/move/column_call.hpp"
#include "records/move/panel_layout.hpp"
#include "records/move/permuted_blocks.hpp"
#include "records/move/regroup_steps.hpp"

namespace isomer::records {

/// Bytes of both sides.
struct RegroupSizes {
  std::int64_t block;  ///< what the first-level cache holds together with scratch
  std::int64_t part;   ///< what a step moves at once: a call takes as long as some hundred bytes
  std::int64_t turn;   ///< what is moved between turns
  bool past_caches;    ///< where panels leave
};

/// What it depends on of the kernels.
struct PanelKernels {
  constexpr PanelKernels(std::int64_t vector, int permuted)
      : vector_bytes(vector), permuted_bytes(permuted) {}
  explicit PanelKernels(detail::Machine const& machine)
      : PanelKernels(machine.isa.vector_bytes, machine.permuted_bytes) {}
  PanelKernels without_permutations() const { return {vector_bytes, 0}; }

  std::int64_t vector_bytes;
  int permuted_bytes;  ///< as a Machine's
};

/// Moves the records of a panel from one layout to another, in the cache (regroup_steps.hpp): block
/// by block, and each step of a block in parts. Where permutations of bytes are faster
/// (permuted_blocks.hpp), the steps are for the records behind the last whole block.
class Regroup {
 public:
  Regroup(PanelLayout const& src, PanelLayout const& dst, RegroupSizes const& sizes,
          PanelKernels const& kernels);

  /// Moves records 0 .. count - 1 of a panel, and calls turn() `turns(count)` times meanwhile. The
  /// sides do not overlap; of bytes between leaves those in a word with some may be written.
  template <class Turn>
  void run(Segments<char const> src, Segments<char> dst, std::int64_t count, char* scratch,
           Turn const& turn) const {
    move(src, dst, count, scratch, false, turn);
  }
  void run(Segments<char const> src, Segments<char> dst, std::int64_t count, char* scratch) const {
    run(src, dst, count, scratch, [] {});
  }
  std::int64_t turns(std::int64_t count) const { return count * record_bytes_ / turn_bytes_; }

  /// Whether a panel can be stored past the caches as it is made, by vectors of a line: all of them
  /// are whole lines, where the segments of the destination begin with one.
  bool can_stream() const { return can_stream_; }
  template <class Turn>
  void stream(Segments<char const> src, Segments<char> dst, char* scratch, Turn const& turn) const {
    move(src, dst, height_, scratch, true, turn);
  }

  /// Records of a block whose bytes are permuted, or 0.
  std::int64_t permuted_block() const { return permuted_ ? permuted_->records() : 0; }
  std::int64_t scratch_bytes() const { return scratch_bytes_; }

 private:
  /// A step, ready to be called.
  struct Call {
    std::variant<ColumnCall, PieceStep> moves;
    std::int64_t bytes;  ///< of a record, read and written
    std::int64_t part;   ///< records that are moved at once
    bool stores_lines;   ///< whole ones only, but for scratch

    void operator()(BlockPart const& records, bool streams) const;
  };
  /// Records that parts and blocks are made of.
  struct Unit {
    Unit(PanelLayout const& src, PanelLayout const& dst);

    /// About `wanted` records: whole runs, or a part of one.
    std::int64_t fit(std::int64_t wanted) const;

    std::int64_t vector = 1;       ///< that a vector has of the smallest leaves
    std::int64_t longest_run = 1;  ///< but for whole columns
  };

  Call call_of(RegroupStep const& step, std::int64_t part_bytes, std::int64_t vector_bytes) const;

  template <class Turn>
  void move(Segments<char const> src, Segments<char> dst, std::int64_t count, char* scratch,
            bool streams, Turn const& turn) const {
    std::int64_t moved = 0;
    auto const take_turns = [&](std::int64_t bytes) {
      moved += bytes;
      for (; moved >= turn_bytes_; moved -= turn_bytes_) turn();
    };
    std::int64_t const permuted = permuted_records(count);
    for (std::int64_t begin = 0; begin < permuted; begin += permuted_part_) {
      std::int64_t const end = std::min(permuted, begin + permuted_part_);
      permuted_->move(dst[0], src[0], begin, end, streams);
      take_turns((end - begin) * record_bytes_);
    }
    for (std::int64_t block = permuted; block < count; block += block_) {
      std::int64_t const end = std::min(count, block + block_);
      for (Call const& call : calls_) {
        for (std::int64_t begin = block; begin < end; begin += call.part) {
          BlockPart const records{src,    dst, block, begin, std::min(end, begin + call.part),
                                  scratch};
          call(records, streams);
          take_turns(records.records() * call.bytes);
        }
      }
    }
  }

  /// Of `count` records those in whole blocks whose bytes are permuted.
  std::int64_t permuted_records(std::int64_t count) const {
    return permuted_ ? count / permuted_block() * permuted_block() : 0;
  }

  std::int64_t turn_bytes_;
  std::int64_t height_;
  bool can_stream_ = false;
  std::optional<PermutedBlocks> permuted_;
  std::int64_t permuted_part_ = 0;  ///< records that are permuted at once
  Unit unit_;
  std::int64_t block_;
  std::vector<Call> calls_;
  std::int64_t scratch_bytes_;
  std::int64_t record_bytes_ = 0;  ///< that all steps move
};

}  // namespace isomer::records
