// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>

namespace isomer::in_place {

/// A few neighbouring columns of a row-major array, together one or two cache lines wide: all
/// column operations of C2R and R2C move such sub-rows, so that no line is fetched for one word.
/// All operations on one group follow each other while it is in the second-level cache.
template <class Piece>
class ColumnGroup {
 public:
  static constexpr std::int64_t max_bytes = 128;

  ColumnGroup(std::byte* first, std::int64_t pitch, std::int64_t rows, std::int64_t cols,
              Piece piece, std::int64_t chunk)
      : first_(first),
        pitch_(pitch),
        rows_(rows),
        cols_(cols),
        bytes_(cols * chunk),
        chunk_(chunk),
        piece_(piece) {}

  /// Rotates column j up by amount(j), which over the group is base(j) + 0 .. cols - 1 with one
  /// base for all: coarsely, sub-rows along the cycles of the rotation; then finely, the rest.
  template <class Amount>
  void rotate(Amount const& amount, std::byte* saved) const {
    std::int64_t least = amount(0);
    bool equal = true;
    for (std::int64_t j = 1; j < cols_; ++j) {
      if (amount(j) != least) equal = false;
      if (amount(j) < least) least = amount(j);
    }
    rotate_coarsely(modulo(least));
    if (!equal) rotate_finely([&](std::int64_t j) { return modulo(amount(j) - least); }, saved);
  }

  /// Rotates column j up by base + j and lets row i take row source(i) of that, 0 <= base < rows,
  /// by way of a buffer for the whole group: each line of the array is read once and written once,
  /// both in the order of the rows. Only for groups with no more columns than rows.
  template <class Source>
  void rotate_and_permute(std::int64_t base, Source const& source, std::byte* buffer) const {
    for (std::int64_t i = 0; i < rows_; ++i)
      for (std::int64_t j = 0; j < cols_; ++j)
        piece_.copy(buffer + i * bytes_ + j * chunk_,
                    row(i + j < rows_ ? i + j : i + j - rows_) + j * chunk_);
    for (std::int64_t i = 0; i < rows_; ++i) {
      std::int64_t const from = source(i) + base;
      copy(row(i), buffer + (from < rows_ ? from : from - rows_) * bytes_);
    }
  }

  /// The inverse: row i goes to row target(i), and column j is rotated down by base + j behind
  /// that.
  template <class Target>
  void permute_and_rotate(std::int64_t base, Target const& target, std::byte* buffer) const {
    for (std::int64_t i = 0; i < rows_; ++i) copy(buffer + target(i) * bytes_, row(i));
    for (std::int64_t i = 0; i < rows_; ++i) {
      std::int64_t const first = i < base ? i - base + rows_ : i - base;
      for (std::int64_t j = 0; j < cols_; ++j) {
        std::int64_t const from = first < j ? first - j + rows_ : first - j;
        piece_.copy(row(i) + j * chunk_, buffer + from * bytes_ + j * chunk_);
      }
    }
  }

  /// Row i takes row source(i); `leaders` holds one row of each cycle.
  template <class Source>
  void permute_rows(Source const& source, std::int64_t const* leaders, std::int64_t count) const {
    for (std::int64_t k = 0; k < count; ++k) follow(leaders[k], source);
  }

 private:
  std::byte* row(std::int64_t i) const { return first_ + i * pitch_; }
  std::int64_t modulo(std::int64_t x) const {
    std::int64_t const rest = x % rows_;
    return rest < 0 ? rest + rows_ : rest;
  }

  /// Whole lines have a length that the compiler knows.
  void copy(std::byte* to, std::byte const* from) const {
    if (bytes_ == 64) std::memcpy(to, from, 64);
    else if (bytes_ == 128) std::memcpy(to, from, 128);
    else std::memcpy(to, from, static_cast<std::size_t>(bytes_));
  }

  template <class Source>
  void follow(std::int64_t leader, Source const& source) const {
    std::byte saved[max_bytes];
    copy(saved, row(leader));
    std::int64_t to = leader;
    for (std::int64_t from = source(to); from != leader; from = source(to)) {
      copy(row(to), row(from));
      to = from;
    }
    copy(row(to), saved);
  }

  /// Seed 000, section 4.6: gcd(rows, k) cycles, which need no search.
  void rotate_coarsely(std::int64_t k) const {
    if (k == 0) return;
    auto const source = [&](std::int64_t i) { return i + k < rows_ ? i + k : i + k - rows_; };
    std::int64_t const cycles = std::gcd(rows_, k);
    for (std::int64_t y = 0; y < cycles; ++y) follow(y, source);
  }

  /// Rotations by less than the width of the group only look down the next few rows: one sweep
  /// does it, the first rows being saved for the last.
  template <class Rest>
  void rotate_finely(Rest const& rest_of, std::byte* saved) const {
    std::int64_t rest[max_bytes];
    std::int64_t most = 0;
    for (std::int64_t j = 0; j < cols_; ++j) {
      rest[j] = rest_of(j);
      if (rest[j] > most) most = rest[j];
    }
    for (std::int64_t i = 0; i < most; ++i) copy(saved + i * bytes_, row(i));
    for (std::int64_t i = 0; i + most < rows_; ++i)
      for (std::int64_t j = 0; j < cols_; ++j)
        piece_.copy(row(i) + j * chunk_, row(i + rest[j]) + j * chunk_);
    for (std::int64_t i = rows_ - most; i < rows_; ++i)
      for (std::int64_t j = 0; j < cols_; ++j) {
        std::int64_t const from = i + rest[j];
        piece_.copy(row(i) + j * chunk_, from < rows_
                                             ? row(from) + j * chunk_
                                             : saved + (from - rows_) * bytes_ + j * chunk_);
      }
  }

  std::byte* first_;
  std::int64_t pitch_;
  std::int64_t rows_;
  std::int64_t cols_;
  std::int64_t bytes_;
  std::int64_t chunk_;
  Piece piece_;
};

}  // namespace isomer::in_place
