// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <Kokkos_Macros.hpp>

/// The arrays of a launch. What a block moves begins `first` bytes behind the beginning of a side;
/// kernels work out how far behind that a row or a word is, and add what `behind` makes of it to
/// `target` or `source`.
namespace isomer::tile::warp {

enum class Side : std::uint8_t { dst, src };

/// One array on either side ..
struct OnePair {
  std::byte* dst;
  std::byte const* src;

  KOKKOS_FUNCTION std::byte* target(std::int64_t first) const { return dst + first; }
  KOKKOS_FUNCTION std::byte const* source(std::int64_t first) const { return src + first; }

  template <class T>
  KOKKOS_FUNCTION std::uint64_t behind(T const& /*team*/, Side /*side*/, std::int64_t /*first*/,
                                       std::int64_t distance, bool /*begins*/ = true) const {
    return static_cast<std::uint64_t>(distance);
  }

  /// Whether a step leads to another pair.
  KOKKOS_FUNCTION static constexpr bool leads_on(std::int64_t /*step*/) { return false; }
};

/// .. or many pairs of one shape. The last axis of the problem counts them, `apart` bytes from each
/// other on both sides, which is more than an array has; a table says how far each lies behind the
/// first. Of two distances that are added one `begins`: it says which pair it is.
struct ManyPairs {
  static constexpr int log2_apart = 39;
  static constexpr std::int64_t apart = std::int64_t{1} << log2_apart;
  static constexpr std::int64_t most = std::int64_t{1} << (63 - log2_apart);

  struct Entry {
    std::uint64_t dst;
    std::uint64_t src;
  };

  std::byte* dst;
  std::byte const* src;
  std::byte const* table;  ///< of Entry

  KOKKOS_FUNCTION std::byte* target(std::int64_t /*first*/) const { return dst; }
  KOKKOS_FUNCTION std::byte const* source(std::int64_t /*first*/) const { return src; }

  template <class T>
  KOKKOS_FUNCTION std::uint64_t behind(T const& team, Side side, std::int64_t first,
                                       std::int64_t distance, bool begins = true) const {
    std::int64_t const whole = distance + (begins ? first : 0);
    auto const pair = static_cast<std::size_t>(whole >> log2_apart);
    std::size_t const at = pair * sizeof(Entry) + (side == Side::src ? sizeof(Entry) / 2 : 0);
    return team.template load<8>(table + at, begins) +
           static_cast<std::uint64_t>(whole & (apart - 1));
  }

  KOKKOS_FUNCTION static constexpr bool leads_on(std::int64_t step) { return step >= apart; }
};

}  // namespace isomer::tile::warp
