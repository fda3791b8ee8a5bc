// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <Kokkos_Macros.hpp>

#include "tile/warp/magic.hpp"

namespace isomer::records {

/// Where pieces lie, by the number of their place (piece_slots.hpp). A kernel argument.
struct PiecePlaces {
  tile::warp::Magic by_panels;  ///< divides a slot's number into a piece of a panel
  std::int32_t pieces;          ///< of a panel
  std::int32_t piece_bytes;
  std::uint32_t in_workspace;  ///< the first place there
  std::byte* data;
  std::byte* workspace;      ///< where that place begins
  std::byte const* origins;  ///< for each piece of a panel, and for the room behind the slots

  template <class T>
  KOKKOS_FUNCTION std::byte* at(T const& team, std::uint32_t place) const {
    auto const quotient = static_cast<std::int32_t>(by_panels.quotient(place));
    std::int32_t const column = quotient < pieces ? quotient : pieces;
    auto const origin =
        static_cast<std::int64_t>(team.template load<8>(origins + column * 8, true));
    if (place < in_workspace) return data + origin + std::int64_t{place} * piece_bytes;
    return workspace + std::int64_t{place - in_workspace} * piece_bytes;
  }
};
static_assert(std::is_trivially_copyable_v<PiecePlaces>);

}  // namespace isomer::records
