// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <Kokkos_Macros.hpp>

#include "team/team.hpp"

namespace isomer::in_place {

/// Sets flags to zero before a kernel whose blocks wait for each other.
struct ClearFlags {
  static constexpr int threads = 256;

  std::uint32_t* flags;
  std::int64_t count;

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    std::int64_t const k = std::int64_t{team.block()} * team.size() + team.rank();
    team.template store<4>(reinterpret_cast<std::byte*>(flags + k), 0, k < count);
  }
};

template <class Launch>
void clear_flags(Launch const& launch, std::uint32_t* flags, std::int64_t count) {
  auto const blocks = static_cast<int>((count + ClearFlags::threads - 1) / ClearFlags::threads);
  launch("isomer::in_place::clear_flags", blocks, 0, ClearFlags{flags, count});
}

}  // namespace isomer::in_place
