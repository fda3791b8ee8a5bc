// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include "index/fast_div.hpp"

namespace isomer::in_place {

using detail::FastDiv;

/// Where the content of a position comes from when a row-major rows x cols matrix becomes cols x
/// rows: position j * rows + i takes what was at i * cols + j.
struct TransposeMap {
  TransposeMap(std::int64_t rows, std::int64_t cols)
      : size(rows * cols), cols_(cols), by_rows_(rows) {}

  KOKKOS_INLINE_FUNCTION std::int64_t source(std::int64_t position) const {
    std::int64_t const j = by_rows_.quotient(position);
    return (position - j * by_rows_.divisor()) * cols_ + j;
  }

  std::int64_t size;

 private:
  std::int64_t cols_;
  FastDiv by_rows_;
};

/// Cuts long cycles into segments that threads can follow alone.
///
/// The starts are the positions x = r (mod Q). The content of every start is saved first; then a
/// segment walks from its start against the arrows until the next source is a start again, whose
/// saved content it takes. Q is an odd prime that does not divide size - 1, because all positions
/// of a cycle have the same gcd with size - 1 (Brenner 1973): a Q sharing a factor would miss whole
/// cycles. r is chosen so that x and its companion size - 1 - x are starts together: a cycle and
/// its companion are then either both cut or both uncut.
class CycleSplit {
 public:
  CycleSplit() = default;
  /// `max_starts` of them or fewer; none if that or the matrix is too small.
  CycleSplit(std::int64_t size, std::int64_t max_starts);

  KOKKOS_INLINE_FUNCTION std::int64_t count() const { return count_; }
  KOKKOS_INLINE_FUNCTION std::int64_t start(std::int64_t k) const {
    return static_cast<std::int64_t>(first_ + static_cast<std::uint64_t>(k) * step_);
  }
  /// The number k of a start, or something >= count(): (x - r) / Q is exact, so a multiplication
  /// by the inverse of Q modulo 2^64 does it, and only multiples of Q land below count().
  KOKKOS_INLINE_FUNCTION std::uint64_t number_of(std::int64_t x) const {
    return (static_cast<std::uint64_t>(x) - first_) * inverse_;
  }
  KOKKOS_INLINE_FUNCTION bool contains(std::int64_t x) const {
    return number_of(x) < static_cast<std::uint64_t>(count_);
  }

 private:
  std::uint64_t first_ = 0;
  std::uint64_t step_ = 1;
  std::uint64_t inverse_ = 1;
  std::int64_t count_ = 0;
};

}  // namespace isomer::in_place
