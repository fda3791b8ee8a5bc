// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/records/detail/place_leaves.hpp>

/// How leaves get into vectors and back, from their shapes and addresses.
namespace isomer::detail {

/// Bytes of a row that are transposed together.
inline constexpr int piece = 16;

/// A leaf is a run of numbers side by side, a column of rows of numbers, or is moved one by one.
struct LeafMove {
  bool is_run = false;             ///< all of its numbers lie side by side, or those of a tile
  int word = 0;                    ///< bytes of the numbers of its column; 0 where it is none
  std::int64_t begin = 0;          ///< of the 16 bytes of its row that it is loaded from
  bool is_first_of_bytes = false;  ///< of the leaves loaded from there
  int stored_word = 0;             ///< bytes of the numbers that its row is stored in, or 0
  bool is_first_of_row = false;
};

/// The moves of all leaves of a record, `width` records at a time.
template <std::size_t N>
class LeafMoves {
 public:
  std::array<LeafMove, N> of{};

  constexpr LeafMoves(std::array<LeafShape, N> const& shape,
                      std::array<LeafAddress, N> const& address,
                      std::array<bool, N> const& is_number, int width)
      : shape_(shape), address_(address) {
    for (std::size_t l = 0; l < N; ++l) {
      LeafMove& move = of[l];
      std::int64_t const row = address[l].block;
      int const bytes = std::max(shape[l].bytes, 4);
      move.is_run = is_number[l] && (address[l].tile > 1 || row == shape[l].bytes);
      bool const is_column = is_number[l] && !move.is_run && row % bytes == 0 &&
                             width * bytes >= piece && (bytes == 4 || row >= piece);
      move.word = is_column ? bytes : 0;
      // The last 16 bytes of a row overlap those before.
      move.begin =
          std::max<std::int64_t>(0, std::min(address[l].offset / piece * piece, row - piece));
    }
    for (std::size_t l = 0; l < N; ++l) {
      of[l].is_first_of_bytes = true;
      of[l].is_first_of_row = true;
      for (std::size_t m = 0; m < l; ++m) {
        of[l].is_first_of_bytes &= !share_bytes(l, m);
        of[l].is_first_of_row &= !share_row(l, m);
      }
      of[l].stored_word = stored_word(l, width);
    }
  }

  /// As many as there are bytes in the least number.
  using LeavesOfNumber = std::array<int, 4>;
  /// The leaves that are loaded from number k of those that leaf l begins; -1 for none.
  constexpr LeavesOfNumber loaded_from(std::size_t l, int k) const {
    LeavesOfNumber leaves{-1, -1, -1, -1};
    std::size_t found = 0;
    for (std::size_t m = l; m < N; ++m)
      if (share_bytes(l, m) && (address_[m].offset - of[l].begin) / of[l].word == k)
        leaves[found++] = static_cast<int>(m);
    return leaves;
  }
  /// The leaves with bytes of the number at byte `at` of the row that leaf l is the first of.
  constexpr LeavesOfNumber stored_in(std::size_t l, std::int64_t at) const {
    LeavesOfNumber leaves{-1, -1, -1, -1};
    std::size_t found = 0;
    for (std::size_t m = l; m < N; ++m)
      if (share_row(l, m) && address_[m].offset < at + of[l].stored_word &&
          at < address_[m].offset + shape_[m].bytes)
        leaves[found++] = static_cast<int>(m);
    return leaves;
  }

 private:
  constexpr bool share_row(std::size_t l, std::size_t m) const {
    return address_[l].tile == 1 && address_[m].tile == 1 &&
           address_[l].before == address_[m].before;
  }
  constexpr bool share_bytes(std::size_t l, std::size_t m) const {
    return share_row(l, m) && of[l].word == of[m].word && of[l].begin == of[m].begin;
  }
  /// That of all leaves of the row if they are alike, else 4; 0 if one of them is no column.
  constexpr int stored_word(std::size_t l, int width) const {
    if (of[l].word == 0) return 0;
    int bytes = shape_[l].bytes;
    for (std::size_t m = 0; m < N; ++m) {
      if (!share_row(l, m)) continue;
      if (of[m].word == 0) return 0;
      if (shape_[m].bytes != bytes) bytes = 4;
    }
    if (bytes == 8) return 8;
    return address_[l].block % 4 == 0 && width * 4 >= piece ? 4 : 0;
  }

  std::array<LeafShape, N> shape_;
  std::array<LeafAddress, N> address_;
};

}  // namespace isomer::detail
