// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "files/schedule/panels.hpp"
#include "files/schedule/part.hpp"
#include "files/schedule/walk.hpp"

/// The source's slowest axis becomes the result's fastest: pieces of the result's rows go to dead
/// pages, panel by panel of the source, and walk to their slots.
namespace isomer::files {

struct SlotNumbers {
  std::uint64_t slot = 0;       ///< bytes of a piece, whole pages
  std::uint64_t tile_rows = 1;  ///< rows of the result that a group collects pieces of
  std::uint64_t gap_rows = 1;   ///< the same for what lies between the slots of two rows
  std::uint64_t moves = 1;      ///< pieces that a group of the walk moves
};

class Slots final : public Part {
 public:
  /// The axis of the result that becomes its rows: its last one that moves, and for slots the
  /// source's first.
  static std::size_t cut_of(Problem const& problem);
  Slots(Problem const& problem, SlotNumbers const& numbers);

  std::uint64_t groups() const override { return fill_begin_ + gap_tiles_; }
  Group group(std::uint64_t t) const override;
  std::uint64_t spare_pages() const override { return spare_pages_; }
  int passes() const override { return 2; }
  EdgeBytes head() const override;
  EdgeBytes tail() const override;
  std::uint64_t table_bytes() const override;

  /// Pieces of a row.
  static std::uint64_t pieces(std::uint64_t row_bytes, std::uint64_t slot, std::uint64_t page) {
    return row_bytes < slot + page - 1 ? 0 : (row_bytes - (page - 1)) / slot;
  }

 private:
  struct Assigned {  // where a panel group's pieces go: some to slots, the rest to the spare room
    std::uint64_t slot, slots, spare;
  };
  Walk plan();
  Group panel(std::uint64_t t) const;
  Group gaps(std::uint64_t tile) const;
  Group step(std::uint64_t t) const;
  Group fill(std::uint64_t tile) const;
  Group first() const;
  Pages place(std::uint64_t number, std::uint64_t at) const;
  /// The pages between the slots of row r and the next row's, as far as they are whole ones.
  Pages gap(std::uint64_t r, std::uint64_t at) const;
  std::uint64_t gap_at(std::uint64_t r) const;  ///< byte of the file where it begins

  Problem problem_;
  SlotNumbers numbers_;
  Panels panels_;
  std::uint64_t pieces_ = 0;  ///< of a row
  std::uint64_t slots_ = 0;
  std::uint64_t tiles_ = 0;
  std::uint64_t gap_tiles_ = 0;
  std::uint64_t dump_pages_ = 0;  ///< of a tile of gaps
  std::uint64_t dumps_at_ = 0;    ///< in the spare room, behind the pieces
  std::uint64_t spare_pages_ = 0;
  std::vector<Assigned> assigned_{};
  std::uint64_t walk_begin_ = 0;
  Walk walk_;  ///< plan() sets what is above
  std::uint64_t fill_begin_ = 0;
};

}  // namespace isomer::files
