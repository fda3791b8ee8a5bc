// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <Kokkos_Macros.hpp>

#include "team/team.hpp"

namespace isomer::in_place {

/// Sets flags to zero before a kernel whose blocks wait for each other.
struct ClearFlags {
  static constexpr int threads = 128;

  std::uint32_t* flags;
  std::int64_t count;

  int blocks() const { return static_cast<int>((count + threads - 1) / threads); }

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    run(team, team.block());
  }
  template <class T>
  KOKKOS_FUNCTION void run(T const& team, int block) const {
    std::int64_t const k = std::int64_t{block} * team.size() + team.rank();
    team.template store<4>(reinterpret_cast<std::byte*>(flags + k), 0, k < count);
  }
};

}  // namespace isomer::in_place
