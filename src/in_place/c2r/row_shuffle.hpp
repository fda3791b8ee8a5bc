// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "in_place/c2r/c2r_index.hpp"

namespace isomer::in_place {

/// The row shuffles of C2R and R2C: gathers a row into `to`, another place. The sources of
/// consecutive elements differ by a constant modulo n or b, so one addition and one comparison
/// replace the divisions of the equations.
template <class Piece>
class RowShuffle {
 public:
  RowShuffle(C2rIndex const& index, Piece piece, std::int64_t chunk)
      : index_(index), piece_(piece), chunk_(chunk) {}

  /// Eq. 31.
  void c2r(std::byte* to, std::byte const* row, std::int64_t i) const {
    if (index_.c() == 1) {
      gather(to, row, index_.d_inverse(i, 0), index_.a_inverse(), index_.n(), index_.n());
      return;
    }
    // In the last c rows, columns with j mod c below `late` wrap around: f grows by m = a c, hence
    // the source by one (a a^-1 = 1).
    std::int64_t const c = index_.c();
    std::int64_t const b = index_.b();
    std::int64_t const late = i + c - index_.m();
    std::int64_t source = index_.d_inverse(i, 0);
    std::int64_t within = source % b;
    std::int64_t group = source / b;
    if (late > 0) within = within == 0 ? b - 1 : within - 1;  // j = 0 wraps: take that back
    std::int64_t j_in_c = 0;
    for (std::int64_t j = 0; j < index_.n(); ++j) {
      std::int64_t const shifted = within + (j_in_c < late ? 1 : 0);
      piece_.copy(to + j * chunk_, row + ((shifted == b ? 0 : shifted) + group * b) * chunk_);
      if (++j_in_c == c) j_in_c = 0;
      if (++group == c) {
        group = 0;
        within += index_.a_inverse();
        if (within >= b) within -= b;
      }
    }
  }

  /// Eq. 24.
  void r2c(std::byte* to, std::byte const* row, std::int64_t i) const {
    std::int64_t const step = index_.m() % index_.n();
    for (std::int64_t group = 0; group < index_.c(); ++group) {
      gather(to + group * index_.b() * chunk_, row, index_.d(i, group * index_.b()), step,
             index_.n(), index_.b());
    }
  }

 private:
  /// to[k] = row[(first + k step) mod modulus]: four chains, so that their additions overlap.
  void gather(std::byte* to, std::byte const* row, std::int64_t first, std::int64_t step,
              std::int64_t modulus, std::int64_t count) const {
    constexpr int chains = 4;
    std::int64_t source[chains];
    for (auto& s : source) {
      s = first;
      first = plus(first, step, modulus);
    }
    std::int64_t long_step = 0;
    for (int k = 0; k < chains; ++k) long_step = plus(long_step, step, modulus);
    std::int64_t k = 0;
    for (; k + chains <= count; k += chains)
      for (int s = 0; s < chains; ++s) {
        piece_.copy(to + (k + s) * chunk_, row + source[s] * chunk_);
        source[s] = plus(source[s], long_step, modulus);
      }
    for (int s = 0; k < count; ++k, ++s) piece_.copy(to + k * chunk_, row + source[s] * chunk_);
  }

  static std::int64_t plus(std::int64_t x, std::int64_t step, std::int64_t modulus) {
    std::int64_t const sum = x + step;
    return sum >= modulus ? sum - modulus : sum;
  }

  C2rIndex const& index_;
  Piece piece_;
  std::int64_t chunk_;
};

}  // namespace isomer::in_place
