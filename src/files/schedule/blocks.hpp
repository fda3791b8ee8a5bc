// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "files/schedule/part.hpp"
#include "files/schedule/walk.hpp"

/// Three passes, all with long requests: panels become blocks, blocks walk, blocks become rows.
namespace isomer::files {

struct BlockNumbers {
  std::uint64_t rows = 1;     ///< of a block
  std::uint64_t columns = 1;  ///< of a block, which lies as [columns][rows]
  std::uint64_t moves = 1;    ///< blocks that a group of the walk moves
};

class Blocks final : public Part {
 public:
  static bool fits(Problem const& problem, BlockNumbers const& numbers);
  Blocks(Problem const& problem, BlockNumbers const& numbers);

  std::uint64_t groups() const override { return assemble_begin_ + block_columns_; }
  Group group(std::uint64_t t) const override;
  std::uint64_t spare_pages() const override { return 2 + spare_ * block_pages_; }
  int passes() const override { return 3; }
  EdgeBytes head() const override;
  EdgeBytes tail() const override;
  std::uint64_t table_bytes() const override;

 private:
  /// [rows][columns] of elements of `element` bytes; no rows: the problem is none.
  struct Matrix {
    std::uint64_t rows = 0;
    std::uint64_t columns = 1;
    std::uint64_t element = 1;
  };
  static Matrix matrix_of(Problem const& problem);
  Walk plan();
  std::uint64_t end() const { return problem_.offset + problem_.bytes(); }
  Pages place(std::uint64_t number, std::uint64_t at) const;
  Group edges() const;
  void add_edge(Group& group, std::uint64_t first, std::uint64_t last, std::uint64_t to) const;
  Group panel(std::uint64_t q) const;
  Group assemble(std::uint64_t b) const;
  void add_blocks(Group& group, std::uint64_t b, std::uint64_t j0, std::uint64_t j1,
                  std::uint64_t to) const;
  std::uint64_t front(std::uint64_t b) const;  ///< page up to which group b assembles
  void add_run(Box& box, std::uint64_t bytes) const;

  Problem problem_;
  BlockNumbers numbers_;
  Matrix matrix_;
  std::uint64_t block_rows_;     ///< rows of blocks
  std::uint64_t block_columns_;  ///< columns of blocks
  std::uint64_t block_pages_;
  std::uint64_t first_page_;            ///< of places in the file
  std::uint64_t places_;                ///< in the file
  std::uint64_t ahead_;                 ///< places that blocks lie behind where they are assembled
  std::uint64_t spare_ = 0;             ///< places in the spare room
  std::vector<std::uint32_t> begin_{};  ///< where panels leave the blocks
  Walk walk_;                           ///< plan() sets what is above
  std::uint64_t assemble_begin_ = 0;
};

}  // namespace isomer::files
