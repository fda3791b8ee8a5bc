// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "in_place/move_units.hpp"
#include "in_place/panel/skinny_geometry.hpp"
#include "team/team.hpp"
#include "tile/warp/walk.hpp"
#include "tile/warp/wide_product.hpp"

namespace isomer::in_place {

inline constexpr int panel_threads = 128;
/// Of a thread at most (cmake/cuda_compile/gates.txt).
inline constexpr int panel_registers = 48;
/// For a unit, which is loaded and stored.
inline constexpr double panel_instructions = 16;

/// Pass a of records to columns, or its inverse, which is the second pass of columns to records. A
/// block has a panel. Towards columns the panels go by ticket from the last to the first: the slots
/// that one writes are in its own memory and in that of the panel with the ticket before, which has
/// been loaded by then. Towards records they go from the first to the last: the memory of a panel
/// holds slots of its own and of the one before.
template <int U, SkinnyWay way>
struct PanelsKernel {
  static constexpr int threads = panel_threads;

  SkinnyGeometry skinny;
  std::byte* data;
  std::uint32_t* flags;  ///< of all panels by ticket, behind the counter of the tickets

  std::int64_t flag_count() const { return 1 + std::int64_t{skinny.items} * skinny.panels(); }

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    auto const number = static_cast<std::int32_t>(team.ticket(flags));
    std::int32_t const item = SkinnyGeometry::quotient(skinny.by_panels, number);
    std::int32_t const in_order = number - item * skinny.panels();
    Panel const panel{data + item * skinny.item_bytes(),
                      way == SkinnyWay::to_columns ? skinny.panels() - 1 - in_order : in_order};
    auto const load = [&](int at, std::byte const* from) {
      team.template copy_async<U>(at, from, true);
    };
    auto const store = [&](int at, std::byte* to) {
      team.template store<U>(to, team.template get<U>(at), true);
    };
    if constexpr (way == SkinnyWay::to_columns) for_each_in_panel(team, panel, load);
    else for_each_in_slots(team, panel, load);
    team.commit();
    team.template wait<0>();
    team.publish(flags + 1 + number, 1);
    bool const has_neighbour = in_order > 0;
    team.await(flags + number, 1, team.uniform(has_neighbour ? 1 : 0));
    if constexpr (way == SkinnyWay::to_columns) for_each_in_slots(team, panel, store);
    else for_each_in_panel(team, panel, store);
  }

  /// With an odd pitch of elements a column's are in different banks.
  static KOKKOS_FUNCTION int pitch_of(int fields) { return fields | 1; }
  static int shared_bytes(SkinnyGeometry const& skinny) {
    return skinny.height() * pitch_of(skinny.fields()) * skinny.element_bytes;
  }

 private:
  struct Panel {
    std::byte* item;
    std::int32_t number;
  };

  /// Calls move(shared, global) for the units of the panel as it lies ..
  template <class T, class Move>
  KOKKOS_FUNCTION void for_each_in_panel(T const& team, Panel const& panel,
                                         Move const& move) const {
    std::int32_t const count = skinny.panel_elements();
    std::byte* const begin = panel.item + std::int64_t{panel.number} * count * skinny.element_bytes;
    for_each_unit<U>(skinny.units, move, [&](std::int32_t bytes, auto const& visit) {
      std::int32_t const pitch = pitch_of(skinny.fields()) * bytes;
      std::int32_t const record_bytes = skinny.fields() * bytes;
      tile::warp::walk_columns(
          team, skinny.by_fields, static_cast<std::uint32_t>(count), [&](std::uint32_t field) {
            std::int32_t const in_record = static_cast<std::int32_t>(field) * bytes;
            return [=, &visit](std::uint32_t number, std::uint32_t /*element*/) {
              auto const record = static_cast<std::int32_t>(number);
              visit(in_record + record * pitch,
                    begin + in_record + tile::warp::wide_product(record, record_bytes));
            };
          });
    });
  }

  /// .. and for those of its slots, field by field.
  template <class T, class Move>
  KOKKOS_FUNCTION void for_each_in_slots(T const& team, Panel const& panel,
                                         Move const& move) const {
    for_each_unit<U>(skinny.units, move, [&](std::int32_t bytes, auto const& visit) {
      std::int32_t const pitch = pitch_of(skinny.fields()) * bytes;
      tile::warp::walk_rows(
          team, skinny.by_height, static_cast<std::uint32_t>(skinny.fields()),
          [&](std::uint32_t field_number) {
            auto const field = static_cast<std::int32_t>(field_number);
            std::byte* const slot =
                panel.item + skinny.slot_at(panel.number * skinny.fields() + field);
            return [=, &visit](std::uint32_t number) {
              auto const record = static_cast<std::int32_t>(number);
              visit(field * bytes + record * pitch, slot + tile::warp::wide_product(record, bytes));
            };
          });
    });
  }
};

enum class StripStep : std::uint8_t { save, place };

/// Saves the records behind the last panel, or the gaps of the columns, as records; or puts them
/// where they belong. Blocks have as many of them as threads.
template <int U, SkinnyWay way, StripStep step>
struct StripKernel {
  static constexpr int threads = 128;

  SkinnyGeometry skinny;
  tile::warp::Magic by_blocks;  ///< of an item
  std::byte* data;
  std::byte* saved;

  int blocks() const {
    return skinny.rest > 0 ? skinny.items * static_cast<int>(by_blocks.divisor) : 0;
  }

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    run(team, team.block());
  }
  template <class T>
  KOKKOS_FUNCTION void run(T const& team, int block) const {
    std::int32_t const item = SkinnyGeometry::quotient(by_blocks, block);
    std::int32_t const of_item = block - item * static_cast<std::int32_t>(by_blocks.divisor);
    std::int32_t const element = of_item * team.size() + team.rank();
    bool const take = element < skinny.strip_elements();
    std::int32_t const field = SkinnyGeometry::quotient(skinny.by_rest, element);
    std::int32_t const record = element - field * skinny.rest;
    std::int64_t const above = skinny.records - skinny.rest;
    std::int64_t const in_strip = std::int64_t{record} * skinny.fields() + field;
    std::byte* const in_item = data + item * skinny.item_bytes();
    constexpr bool is_columns = (way == SkinnyWay::to_columns) == (step == StripStep::place);
    std::byte* const in_array = in_item + (is_columns ? field * skinny.records + above + record
                                                      : above * skinny.fields() + in_strip) *
                                              skinny.element_bytes;
    std::byte* const in_saved =
        saved + (std::int64_t{item} * skinny.strip_elements() + in_strip) * skinny.element_bytes;
    std::byte const* const from = step == StripStep::save ? in_array : in_saved;
    std::byte* const to = step == StripStep::save ? in_saved : in_array;
    for (std::int32_t unit = 0; unit < skinny.units; ++unit)
      team.template store<U>(to + unit * U, team.template load<U>(from + unit * U, take), take);
  }
};

}  // namespace isomer::in_place
