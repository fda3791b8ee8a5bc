// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <Kokkos_Macros.hpp>

#include "team/team.hpp"

namespace isomer::tile::warp {

/// A team of which the block has another number.
template <team::Team T>
struct WithBlock : T {
  KOKKOS_FUNCTION WithBlock(T const& team, int number) : T(team), number_(number) {}
  KOKKOS_FUNCTION int block() const { return number_; }

 private:
  int number_;
};

/// The blocks of several kernels of one kind in one launch, which finds in memory whose a block is.
template <class Kernel>
struct ManyShapes {
  static constexpr int threads = Kernel::threads;

  Kernel const* kernels;
  std::byte const* first;  ///< of each kernel the number of its first block, of 4 bytes
  int count;

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    int at = 0;
    for (int end = count; end - at > 1;) {
      int const middle = at + (end - at) / 2;
      if (first_of(team, middle) <= team.block()) at = middle;
      else end = middle;
    }
    kernels[at](WithBlock<T>(team, team.block() - first_of(team, at)));
  }

 private:
  template <class T>
  KOKKOS_FUNCTION int first_of(T const& team, int kernel) const {
    return static_cast<int>(team.template load<4>(first + std::ptrdiff_t{kernel} * 4, true));
  }
};

}  // namespace isomer::tile::warp
