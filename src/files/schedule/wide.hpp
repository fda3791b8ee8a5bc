// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "files/schedule/lay.hpp"
#include "files/schedule/part.hpp"
#include "files/schedule/walk.hpp"

/// The source's fastest axis becomes the result's slowest: the mirror of slots. Pieces of the few
/// long rows of the source walk first, until those that are needed together lie behind the place
/// where the result grows; then the result is assembled from its beginning on.
namespace isomer::files {

struct WideNumbers {
  std::uint64_t piece = 0;     ///< bytes, whole pages
  std::uint64_t moves = 1;     ///< pieces that a group of the walk moves
  std::uint64_t gap_rows = 1;  ///< rows whose gaps a group saves
  /// 1: groups of the result end where pieces do, if all rows begin alike within their pages. 0:
  /// schedules that are written down already.
  std::uint64_t whole_pieces = 0;
};

class Wide final : public Part {
 public:
  static bool fits(Problem const& problem, WideNumbers const& numbers);
  Wide(Problem const& problem, WideNumbers const& numbers);

  std::uint64_t groups() const override { return assemble_begin_ + pieces_ + 1; }
  Group group(std::uint64_t t) const override;
  std::uint64_t spare_pages() const override;
  int passes() const override { return 2; }
  EdgeBytes head() const override;
  EdgeBytes tail() const override;
  std::uint64_t table_bytes() const override { return walk_.bytes(); }

  /// Most bytes of a buffer for such pieces.
  static std::uint64_t buffer_bytes(Problem const& problem, std::uint64_t piece);

 private:
  /// [rows][columns] of elements of `element` bytes; axes of rows as the source has them.
  struct Matrix {
    std::uint64_t rows = 1;
    std::uint64_t columns = 1;
    std::uint64_t element = 1;
    std::vector<std::uint64_t> extent{};
    std::vector<std::uint64_t> source{};  ///< stride of each axis of rows, in rows
    std::vector<std::uint64_t> result{};
  };
  static Matrix matrix_of(Problem const& problem);
  Walk plan() const;
  std::uint64_t row_at(std::uint64_t i) const { return problem_.offset + i * row_bytes_; }
  /// The place of row i among the rows of the result.
  std::uint64_t result_of(std::uint64_t i) const;
  /// Where the pieces of row i begin; behind the last row, the end of the array's last page.
  std::uint64_t pieces_at(std::uint64_t i) const;
  std::uint64_t gap_begin(std::uint64_t k) const;       ///< byte of the file
  std::uint64_t gap_spare_page(std::uint64_t k) const;  ///< where gap k is saved
  Pages place(std::uint64_t number, std::uint64_t at) const;
  std::uint64_t place_of(std::uint64_t i, std::uint64_t q) const;
  /// Bytes [lo, hi) of the file as it was, wherever they are now, to byte `at` of the buffer.
  void read_moved(Group& group, std::uint64_t row, std::uint64_t lo, std::uint64_t hi,
                  std::uint64_t at) const;
  void transpose(Group& group, std::uint64_t first, std::uint64_t last, bool moved) const;
  Group edges() const;
  Group save(std::uint64_t t) const;
  Group step(std::uint64_t t) const;
  Group assemble(std::uint64_t q) const;
  std::uint64_t front(std::uint64_t q) const;  ///< page up to which group q assembles

  Problem problem_;
  WideNumbers numbers_;
  Matrix matrix_;
  std::uint64_t row_bytes_;
  std::uint64_t before_pieces_;  ///< bytes of each row
  std::uint64_t pieces_;         ///< of a row
  std::uint64_t all_;            ///< pieces
  std::uint64_t ahead_;  ///< places that pieces lie behind where they would be assembled in place
  std::uint64_t more_;   ///< spare places beside these
  std::uint64_t saves_;
  std::uint64_t assemble_begin_ = 0;
  Walk walk_;
};

}  // namespace isomer::files
