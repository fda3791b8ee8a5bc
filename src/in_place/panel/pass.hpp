// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "in_place/panel/shape.hpp"
#include "tile/host/columns.hpp"

namespace isomer::in_place {

/// The first pass of the panel decomposition: rows of panels become pieces in slots, in the order
/// that order.hpp explains. And the strip, which goes around both passes.
///
///     forward                              backward
///     strip: rows -> workspace             strip: gaps -> workspace
///     order                                order, inverted
///     panels: rows -> slots, deferred      (pieces: pieces.hpp)
///     place: deferred -> slots             take up: slots -> deferred
///     (pieces: pieces.hpp)                 panels: slots, deferred -> rows
///     strip: workspace -> gaps             strip: workspace -> rows
///
/// Each line is a kernel of its own; within one, neither workers nor parts depend on each other.
class PanelPass {
 public:
  PanelPass(PanelShape const& shape, PanelWorkspace const& offsets, std::byte* data,
            std::byte* workspace);

  void save_strip(std::int64_t worker) const;
  void write_strip(std::int64_t worker) const;
  /// The slots of a part, in the worker's scratch.
  void order(std::int64_t part, std::int64_t worker) const;
  void read_panels(std::int64_t part) const;
  void place_deferred(std::int64_t part) const;
  void take_up_deferred(std::int64_t part) const;
  void write_panels(std::int64_t part) const;

 private:
  static constexpr std::uint32_t slot_bits = (1U << 31) - 1;
  static constexpr int max_columns = 64;

  /// The pieces that a part defers.
  class Deferred {
   public:
    Deferred(PanelPass const& pass, std::int64_t part);
    std::int64_t count() const { return count_; }
    std::int64_t piece(std::int64_t k) const { return first_ + list_[k]; }
    char* place(std::int64_t k) const { return pieces_ + k * pass_.shape_.piece_bytes(); }
    /// Where piece n of all lies (or goes to) in the first pass. Quick if it is close to the
    /// last one.
    char* place_of(std::int64_t n) {
      while (next_ < count_ && piece(next_) < n) ++next_;
      while (next_ > 0 && piece(next_ - 1) >= n) --next_;
      return next_ < count_ && piece(next_) == n ? place(next_) : pass_.slot(n);
    }

   private:
    PanelPass const& pass_;
    std::int64_t first_;
    std::int64_t count_;
    std::uint32_t const* list_;
    char* pieces_;
    std::int64_t next_ = 0;  ///< the first one that is not before the last piece
  };

  char* slot(std::int64_t n) const {
    return data_ + shape_.address(table_[n] & slot_bits) * shape_.word;
  }
  /// visit(slot, place, pieces to prefetch) for each piece that the part defers.
  template <class Visit>
  void for_each_deferred(std::int64_t part, Visit const& visit) const;
  /// A share of the strip between its rows and the gaps.
  void transpose_strip(std::int64_t worker, tile::ColumnKernels::Move kernel) const;
  /// A share of the strip's rows, which are contiguous in both places.
  void copy_strip(std::int64_t worker, char* to, char const* from) const;

  PanelShape const& shape_;
  tile::ColumnKernels::Move gather_;
  tile::ColumnKernels::Move scatter_;
  tile::PieceKernels::Move move_;
  char* data_;
  std::uint32_t* table_;
  std::uint32_t* inverse_;
  char* deferred_;
  std::size_t deferred_stride_;
  char* deferred_list_;
  std::size_t deferred_list_stride_;
  char* strip_;
  char* counts_;
  std::size_t counts_stride_;
  std::int64_t* deferred_count_;
};

}  // namespace isomer::in_place
