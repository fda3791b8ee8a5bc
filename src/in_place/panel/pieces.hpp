// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <Kokkos_Core.hpp>

#include "in_place/panel/shape.hpp"
#include "tile/host/columns.hpp"

namespace isomer::in_place {

/// The second pass of the panel decomposition (the first one, backward): every slot takes the piece
/// that belongs there out of the slot where it lies. The table of order.hpp says which:
/// forward, the piece of slot row_of(j) * panels + p lies in slot table[p * cols + j]; backward,
/// inverse[k] is the slot out of which slot k is filled.
///
/// Cycles are cut at the starts, whose pieces are saved first. A segment walks from its start
/// against the arrows until the next source is a start, whose saved piece it takes; so segments do
/// not depend on each other, and no slot is in two of them. What has been moved is noted in a
/// bitmap for each worker: a shared one would travel between the cores at every step. Cycles
/// without a start stay uncut; each is moved by the worker that finds its smallest slot.
///
/// A worker takes the segments that start in slots of its affinity (PanelShape::affinity_of) before
/// it helps with those of others.
class PanelPieces {
 public:
  PanelPieces(PanelShape const& shape, PanelWorkspace const& offsets, std::byte* data,
              std::byte* workspace);

  /// Empties the bitmap and saves the worker's share of the starts.
  void save_starts(std::int64_t worker) const;
  /// Segments, one after the other, until there are none.
  void move_segments(std::int64_t worker) const;
  /// Uncut cycles, by ranges of slots.
  void move_uncut_cycles(std::int64_t worker) const;

 private:
  static constexpr std::uint32_t start_bit = 1U << 31;
  class Walk;
  class Segments;

  /// Which entry of the table tells where slot k takes its piece from.
  std::uint32_t& source_of(std::int64_t slot) const {
    if (shape_.backward) return source_[slot];
    std::int64_t const row = shape_.by_panels.quotient(slot);
    return source_[(slot - row * shape_.panels) * shape_.cols + shape_.column_of(row)];
  }
  char* piece(std::int64_t slot) const { return data_ + shape_.address(slot) * shape_.word; }
  /// Bit k: slot 64 * word + k has not been moved.
  std::uint64_t unmoved(std::int64_t word) const;
  std::uint64_t* bitmap(std::int64_t worker) const;

  PanelShape const& shape_;
  tile::PieceKernels::Move move_;
  char* data_;
  std::uint32_t* source_;
  char* saved_;
  char* deferred_;
  std::size_t deferred_stride_;
  char* moved_;
  std::size_t moved_stride_;
  std::int64_t* next_range_;
  std::int64_t* next_start_;  ///< of each affinity, a line apart
};

}  // namespace isomer::in_place
