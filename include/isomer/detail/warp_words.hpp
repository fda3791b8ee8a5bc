// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <numeric>

#include <Kokkos_Core.hpp>

#include <isomer/detail/warp.hpp>

// Registers as a matrix: m words of each lane are rows, the lanes of a warp are n = 32 columns.
// Loaded row by row from an array, word 32 r + l lies in register r of lane l; a lane wants words m
// l .. m l + m - 1. That is the transposition R2C of seed 000 (Catanzaro, Keller, Garland 2014,
// section 6), and C2R is the way back: registers are renamed where row numbers do not depend on the
// lane, rotated by selects where they do, and rows are shuffled.
namespace isomer::detail::warp {

/// The equations of section 3 for m registers of 32 lanes; c = gcd(m, 32), so that divisions by c
/// and b = 32 / c are shifts.
template <int m>
struct Registers {
  static constexpr int n = lanes;
  static constexpr int c = std::gcd(m, n);
  static constexpr int a = m / c;
  static constexpr int b = n / c;

  /// x with a x = 1 (mod b).
  static constexpr int inverse_of_a() {
    for (int x = 0; x < b; ++x)
      if (a * x % b == 1 % b) return x;
    return 0;
  }
  static constexpr int a_inverse = inverse_of_a();

  /// Eq. 33, and its inverse as a table.
  KOKKOS_FUNCTION static constexpr int q(int i) { return (i * n - i / a) % m; }
  struct Rows {
    int of[m];
  };
  static consteval Rows inverse_rows() {
    Rows rows{};
    for (int i = 0; i < m; ++i) rows.of[((q(i) % m) + m) % m] = i;
    return rows;
  }

  /// Eq. 24: the lane from which R2C takes row i.
  KOKKOS_FUNCTION static int d(int i, int lane) {
    int const row = i + lane / b;
    return (row - (row >= m ? m : 0) + lane * m) & (n - 1);
  }
  /// Eq. 31: the one from which C2R does.
  KOKKOS_FUNCTION static int d_inverse(int i, int lane) {
    int const f = lane + i * (n - 1) + (i - (lane & (c - 1)) + c > m ? m : 0);
    return ((a_inverse * (f / c)) & (b - 1)) + (f & (c - 1)) * b;
  }
};

/// Takes register (i + by) mod m for register i; `by` differs between lanes, 0 <= by < m.
template <int m, class Word>
KOKKOS_FUNCTION void rotate(Word (&word)[m], int by) {
  ISOMER_DETAIL_UNROLL
  for (int step = 1; step < m; step *= 2) {
    bool const moves = (by & step) != 0;
    Word taken[m];
    ISOMER_DETAIL_UNROLL
    for (int i = 0; i < m; ++i) taken[i] = moves ? word[(i + step) % m] : word[i];
    ISOMER_DETAIL_UNROLL
    for (int i = 0; i < m; ++i) word[i] = taken[i];
  }
}

/// From rows of the array to words of the lane.
template <int m, class Warp, class Word>
KOKKOS_FUNCTION void to_lanes(Warp const& warp, Word (&word)[m]) {
  using R = Registers<m>;
  constexpr auto rows = R::inverse_rows();
  int const lane = warp.lane();
  Word moved[m];
  ISOMER_DETAIL_UNROLL
  for (int i = 0; i < m; ++i) moved[i] = word[rows.of[i]];
  rotate<m>(moved, (m - lane % m) % m);
  ISOMER_DETAIL_UNROLL
  for (int i = 0; i < m; ++i) word[i] = shuffled(warp, moved[i], R::d(i, lane));
  if constexpr (R::c > 1) rotate<m>(word, (m - lane / R::b) % m);
}

/// And back.
template <int m, class Warp, class Word>
KOKKOS_FUNCTION void to_rows(Warp const& warp, Word (&word)[m]) {
  using R = Registers<m>;
  int const lane = warp.lane();
  if constexpr (R::c > 1) rotate<m>(word, lane / R::b);
  Word moved[m];
  ISOMER_DETAIL_UNROLL
  for (int i = 0; i < m; ++i) moved[i] = shuffled(warp, word[i], R::d_inverse(i, lane));
  rotate<m>(moved, lane % m);
  ISOMER_DETAIL_UNROLL
  for (int i = 0; i < m; ++i) word[i] = moved[R::q(i)];
}

}  // namespace isomer::detail::warp
