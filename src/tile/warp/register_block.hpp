// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <Kokkos_Macros.hpp>

#include "team/team.hpp"
#include "tile/warp/packed.hpp"

/// V x V words of W bytes in the registers of one thread, V = 16 / W: row j is one vector. Their
/// columns cost one PRMT per four bytes for words of 2 bytes, two for words of 1, nothing but moves
/// for others.
namespace isomer::tile::warp {

template <int W>
struct RegisterBlock {
  static_assert(W == 1 || W == 2 || W == 4 || W == 8);
  static constexpr int side = 16 / W;

  std::uint32_t row[side][4];

  KOKKOS_FUNCTION void set_row(int j, team::Word16 const& vector) {
    for (int k = 0; k < 4; ++k)
      row[j][k] = static_cast<std::uint32_t>(vector.half[k / 2] >> 32 * (k % 2));
  }

  /// Column e as one vector.
  template <class T>
  KOKKOS_FUNCTION team::Word16 column(T const& team, int e) const {
    std::uint32_t out[4];
    for (int k = 0; k < 4; ++k) out[k] = four_bytes(team, e, k);
    return packed(out);
  }

 private:
  /// Bytes 4 k to 4 k + 3 of column e. Where two columns want the same intermediate result, the
  /// compiler computes it once.
  template <class T>
  KOKKOS_FUNCTION std::uint32_t four_bytes(T const& team, int e, int k) const {
    if constexpr (W == 8) {
      return row[k / 2][2 * e + k % 2];
    } else if constexpr (W == 4) {
      return row[k][e];
    } else if constexpr (W == 2) {
      return team.bytes(row[2 * k][e / 2], row[2 * k + 1][e / 2], e % 2 == 0 ? 0x5410U : 0x7632U);
    } else {
      // Two neighbouring columns of two rows, then one of the columns of four.
      std::uint32_t const pair = e % 4 < 2 ? 0x5140U : 0x7362U;
      std::uint32_t const upper = team.bytes(row[4 * k][e / 4], row[4 * k + 1][e / 4], pair);
      std::uint32_t const lower = team.bytes(row[4 * k + 2][e / 4], row[4 * k + 3][e / 4], pair);
      return team.bytes(upper, lower, e % 2 == 0 ? 0x5410U : 0x7632U);
    }
  }
};

}  // namespace isomer::tile::warp
