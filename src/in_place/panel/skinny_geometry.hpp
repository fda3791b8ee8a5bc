// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <Kokkos_Macros.hpp>

#include "tile/warp/magic.hpp"

// Records of s fields, M of them, become s columns on a device, or columns become records, in two
// passes with slots between them. With panels of w records, M' = M div w of them,
//
//     slot k, of w elements, begins at element (k div M') M + (k mod M') w
//
// so that the columns, which have M elements each, consist of M' slots and a gap of M mod w. As
// (k div M') (M mod w) < s w, the slots p s .. p s + s - 1 lie in the memory of panels p and p + 1:
//
//     panels   | panel p - 1       | panel p           | panel p + 1       | .. | strip |
//     slots      |(p-1)s|  ..        | p s  | p s + 1 |  ..        |
//
// Pass a: panel p is transposed in shared memory, its chunk j goes to slot p s + j.
// Pass b: the chunks follow the cycles to slot j M' + p.
// The last M mod w records, the strip, are saved first and belong into the gaps.
namespace isomer::in_place {

enum class SkinnyWay : std::uint8_t { to_columns, to_records };

/// A kernel argument.
struct SkinnyGeometry {
  tile::warp::Magic by_fields;  ///< s
  tile::warp::Magic by_height;  ///< w
  tile::warp::Magic by_panels;  ///< M', of an item
  tile::warp::Magic by_slots;   ///< s M'
  tile::warp::Magic by_rest;    ///< M mod w, or 1 if that is 0
  std::int64_t records;         ///< M
  std::int32_t rest;            ///< M mod w
  std::int32_t element_bytes;
  std::int32_t units;  ///< of an element: powers of two of bytes
  std::int32_t items;

  KOKKOS_FUNCTION std::int32_t fields() const { return as_int(by_fields.divisor); }
  KOKKOS_FUNCTION std::int32_t height() const { return as_int(by_height.divisor); }
  KOKKOS_FUNCTION std::int32_t panels() const { return as_int(by_panels.divisor); }
  KOKKOS_FUNCTION std::int32_t slots() const { return as_int(by_slots.divisor); }
  KOKKOS_FUNCTION std::int32_t chunk_bytes() const { return height() * element_bytes; }
  KOKKOS_FUNCTION std::int32_t panel_elements() const { return height() * fields(); }
  KOKKOS_FUNCTION std::int32_t strip_elements() const { return rest * fields(); }
  KOKKOS_FUNCTION std::int64_t item_bytes() const { return records * fields() * element_bytes; }

  /// Where a slot begins in its item, in bytes.
  KOKKOS_FUNCTION std::int64_t slot_at(std::int32_t k) const {
    std::int32_t const column = quotient(by_panels, k);
    return (column * records + std::int64_t{k - column * panels()} * height()) * element_bytes;
  }
  /// The slot from which slot k takes its chunk in pass b.
  template <SkinnyWay way>
  KOKKOS_FUNCTION std::int32_t source_of(std::int32_t k) const {
    if constexpr (way == SkinnyWay::to_columns) {
      std::int32_t const column = quotient(by_panels, k);
      return (k - column * panels()) * fields() + column;
    } else {
      std::int32_t const panel = quotient(by_fields, k);
      return (k - panel * fields()) * panels() + panel;
    }
  }

  KOKKOS_FUNCTION static std::int32_t quotient(tile::warp::Magic const& by, std::int32_t n) {
    return as_int(by.quotient(static_cast<std::uint32_t>(n)));
  }

 private:
  KOKKOS_FUNCTION static std::int32_t as_int(std::uint32_t n) {
    return static_cast<std::int32_t>(n);
  }
};
static_assert(std::is_trivially_copyable_v<SkinnyGeometry>);

}  // namespace isomer::in_place
