// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <Kokkos_Macros.hpp>

#include "records/device/piece_places.hpp"
#include "records/device/word_places.hpp"
#include "records/in_place/panel_shift.hpp"
#include "team/team.hpp"
#include "tile/warp/magic.hpp"
#include "tile/warp/strided.hpp"

// A block takes consecutive panels of records through two buffers in its shared memory, one as the
// panel lies in the source, one as the destination has it:
//
//     load: segments, as they lie  ->  source buffer
//     regroup: word by word        ->  destination buffer
//     store: its strips            ->  the destination, or free slots
//
// The next panel is loaded while one is stored. Panels that shift (panel_shift.hpp) are taken by
// ticket, and one is stored once those that it is written over have been loaded. Lanes that take
// the same word of records one after the other would meet in few banks if the distance of records
// had many factors of two: behind each 2^pad_shift bytes a buffer leaves out 16.
namespace isomer::records {

/// A word that every record has, in both buffers. In spans of 2^span_shift records, which begin at
/// multiples of that, the words of a lane lie `src_step` and `dst_step` bytes apart.
struct WordColumn {
  WordPlaces<std::int32_t> src;
  WordPlaces<std::int32_t> dst;
  std::int32_t word;  ///< bytes: 1, 2, 4, 8, or 16
  std::int32_t span_shift;
  std::int32_t src_step;
  std::int32_t dst_step;
};
static_assert(sizeof(WordColumn) == 48);

/// Contiguous bytes of a panel in a buffer and in memory.
struct Strip {
  std::int64_t begin;  ///< of panel 0, in memory
  std::int64_t step;   ///< from panel to panel
  std::int32_t at;     ///< in the buffer
  std::int32_t bytes;
  std::int32_t unused[2];
};
static_assert(sizeof(Strip) == 32);

struct PanelBuffer {
  std::int32_t begin;      ///< in shared memory
  std::int32_t pad_shift;  ///< 30 where nothing is left out
  std::int32_t bytes;      ///< of a panel

  KOKKOS_FUNCTION int place(std::int32_t at) const { return begin + at + ((at >> pad_shift) << 4); }
  std::int32_t room() const { return bytes + ((bytes >> pad_shift) << 4) + 16; }
};

/// A kernel argument. The lists lie one behind the other in the plan's table, and are copied to the
/// front of shared memory.
struct PanelGeometry {
  tile::warp::Magic by_parts;
  tile::warp::Magic by_blocks;  ///< of `records_of_block` records in a panel, whole spans
  std::int32_t height;
  std::int32_t panels;
  std::int32_t columns;
  std::int32_t loads;
  std::int32_t stores;
  std::int32_t loads_at;
  std::int32_t stores_at;
  std::int32_t list_bytes;
  std::int64_t lists;  ///< in the table
  PanelBuffer src;
  PanelBuffer dst;
  bool has_holes;  ///< bytes of the destination that are no leaf's

  static constexpr std::int32_t records_of_block = 256;

  KOKKOS_FUNCTION std::int32_t parts() const { return static_cast<std::int32_t>(by_parts.divisor); }
  /// ceil(part panels / parts): what first_panel (piece_order.hpp) says.
  KOKKOS_FUNCTION std::int32_t first_panel(std::int32_t part) const {
    std::int32_t const each = panels / parts();
    auto const over = static_cast<std::uint32_t>(part * (panels - each * parts()));
    return part * each + static_cast<std::int32_t>(by_parts.quotient(over + by_parts.divisor - 1));
  }
  int shared_bytes() const { return dst.begin + dst.room(); }
};
static_assert(std::is_trivially_copyable_v<PanelGeometry>);

inline constexpr std::int32_t no_panel = -1;

/// A block has a part of the panels, whatever becomes of the others.
struct InParts {
  template <class T>
  KOKKOS_FUNCTION std::int32_t first(T const& team, PanelGeometry const& panel) const {
    return next(team, panel, panel.first_panel(team.block()) - 1);
  }
  template <class T>
  KOKKOS_FUNCTION std::int32_t next(T const& team, PanelGeometry const& panel,
                                    std::int32_t p) const {
    return p + 1 < panel.first_panel(team.block() + 1) ? p + 1 : no_panel;
  }
  template <class T>
  KOKKOS_FUNCTION void tell_loaded(T const&, std::int32_t) const {}
  template <class T>
  KOKKOS_FUNCTION void wait_to_store(T const&, std::int32_t) const {}
};

/// The blocks take one panel after the other, and tell which they have loaded.
struct ByTicket {
  PanelShift shift;
  std::uint32_t* flags;  ///< of all panels, behind the counter of the tickets

  std::int64_t flag_count() const { return 1 + std::int64_t{shift.panels()}; }

  template <class T>
  KOKKOS_FUNCTION std::int32_t first(T const& team, PanelGeometry const&) const {
    auto const ticket = static_cast<std::int32_t>(team.ticket(flags));
    return ticket < shift.panels() ? shift.in_order(ticket) : no_panel;
  }
  template <class T>
  KOKKOS_FUNCTION std::int32_t next(T const& team, PanelGeometry const& panel, std::int32_t) const {
    return first(team, panel);
  }
  template <class T>
  KOKKOS_FUNCTION void tell_loaded(T const& team, std::int32_t p) const {
    team.publish(flags + 1 + p, 1);
  }
  template <class T>
  KOKKOS_FUNCTION void wait_to_store(T const& team, std::int32_t p) const {
    PanelRange const over = shift.overwritten(p);
    team.await(flags + 1 + over.first, 1, team.uniform(over.count));
  }
};

/// The strips of a panel belong to its segments in the destination.
template <class Order>
struct ToSegments {
  Order order;
  std::byte* dst;

  template <class T>
  KOKKOS_FUNCTION std::byte* at(T const&, std::int32_t, std::int64_t begin) const {
    return dst + begin;
  }
};

/// They are pieces, and go to slots that have been read already.
struct ToSlots {
  InParts order;
  PiecePlaces pieces;
  std::byte const* place_of;  ///< of each piece of each panel, in the table

  template <class T>
  KOKKOS_FUNCTION std::byte* at(T const& team, std::int32_t number, std::int64_t) const {
    return pieces.at(team, team.template load<4>(place_of + std::int64_t{number} * 4, true));
  }
};

inline constexpr int record_panel_threads = 128;

template <int V, class Places>
struct RecordPanelsKernel {
  static constexpr int threads = record_panel_threads;

  PanelGeometry panel;
  std::byte const* table;
  std::byte const* src;
  Places places;

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    copy_lists(team);
    if (panel.has_holes) clear(team);
    std::int32_t p = places.order.first(team, panel);
    team.barrier();
    load(team, p);
    while (team.uniform(p) != no_panel) {
      team.template wait<0>();
      team.barrier();
      places.order.tell_loaded(team, p);
      regroup(team);
      team.barrier();
      std::int32_t const next = places.order.next(team, panel, p);
      load(team, next);
      places.order.wait_to_store(team, p);
      store(team, p);
      p = next;
    }
  }

 private:
  template <class T>
  KOKKOS_FUNCTION void copy_lists(T const& team) const {
    for (std::int32_t at = team.rank() * 16; at < panel.list_bytes; at += team.size() * 16)
      team.template copy_async<16>(at, table + panel.lists + at, true);
    team.commit();
    team.template wait<0>();
  }

  /// What no leaf has: it is stored with the rest.
  template <class T>
  KOKKOS_FUNCTION void clear(T const& team) const {
    std::int32_t const room = panel.dst.bytes + ((panel.dst.bytes >> panel.dst.pad_shift) << 4);
    for (std::int32_t at = team.rank() * 4; at < room; at += team.size() * 4)
      team.template put<4>(panel.dst.begin + at, 0);
  }

  /// Calls move(shared, offset, number, begin) for the units of all strips of a list.
  template <class T, class Move>
  KOKKOS_FUNCTION void for_each_unit(T const& team, std::int32_t list, std::int32_t count,
                                     std::int32_t p, Move const& move) const {
    std::int32_t const lane = team.rank() % T::lanes;
    for (std::int32_t k = team.rank() / T::lanes; k < count; k += team.size() / T::lanes) {
      int const at = list + k * static_cast<std::int32_t>(sizeof(Strip));
      auto const begin = static_cast<std::int64_t>(team.template get<8>(at));
      auto const step = static_cast<std::int64_t>(team.template get<8>(at + 8));
      team::Word<8> const where = team.template get<8>(at + 16);
      auto const in_buffer = static_cast<std::int32_t>(where & 0xffffffffU);
      auto const bytes = static_cast<std::int32_t>(where >> 32U);
      auto const visit = move(k, begin + p * step);
      for (std::int32_t x = lane * V; x < bytes; x += T::lanes * V) visit(in_buffer + x, x);
    }
  }

  template <class T>
  KOKKOS_FUNCTION void load(T const& team, std::int32_t p) const {
    for_each_unit(team, panel.loads_at, p == no_panel ? 0 : panel.loads, p,
                  [&](std::int32_t, std::int64_t begin) {
                    return [&, from = src + begin](std::int32_t at, std::int32_t x) {
                      team.template copy_async<V>(panel.src.place(at), from + x, true);
                    };
                  });
    team.commit();
  }

  template <class T>
  KOKKOS_FUNCTION void store(T const& team, std::int32_t p) const {
    for_each_unit(team, panel.stores_at, panel.stores, p, [&](std::int32_t k, std::int64_t begin) {
      std::byte* const to = places.at(team, p * panel.stores + k, begin);
      return [&, to](std::int32_t at, std::int32_t x) {
        team.template store<V>(to + x, team.template get<V>(panel.dst.place(at)), true);
      };
    });
  }

  /// A warp takes one word of `records_of_block` records, then other ones.
  template <class T>
  KOKKOS_FUNCTION void regroup(T const& team) const {
    auto const blocks = static_cast<std::int32_t>(panel.by_blocks.divisor);
    for (std::int32_t item = team.rank() / T::lanes; item < panel.columns * blocks;
         item += team.size() / T::lanes) {
      auto const column =
          static_cast<std::int32_t>(panel.by_blocks.quotient(static_cast<std::uint32_t>(item)));
      std::int32_t const first = (item - column * blocks) * PanelGeometry::records_of_block;
      std::int32_t const left = panel.height - first;
      std::int32_t const end =
          first + (left < PanelGeometry::records_of_block ? left : PanelGeometry::records_of_block);
      regroup_words(team, column_at(team, column), first, end);
    }
  }

  template <class T>
  KOKKOS_FUNCTION void regroup_words(T const& team, WordColumn const& column, std::int32_t first,
                                     std::int32_t end) const {
    if (column.word == 4) move<4>(team, column, first, end);
    else if (column.word == 8) move<8>(team, column, first, end);
    else if (column.word == 2) move<2>(team, column, first, end);
    else if (column.word == 1) move<1>(team, column, first, end);
    else move<16>(team, column, first, end);
  }
  template <int W, class T>
  KOKKOS_FUNCTION void move(T const& team, WordColumn const& column, std::int32_t first,
                            std::int32_t end) const {
    std::int32_t const span = 1 << column.span_shift;
    std::int32_t const lane = team.rank() % T::lanes;
    for (std::int32_t begin = first; begin < end; begin += span) {
      std::int32_t const records = end - begin < span ? end - begin : span;
      int from = panel.src.place(column.src.at(begin + lane));
      int to = panel.dst.place(column.dst.at(begin + lane));
      tile::warp::for_each_strided(lane, records, std::int32_t{T::lanes}, [&](std::int32_t) {
        team.template put<W>(to, team.template get<W>(from));
        from += column.src_step;
        to += column.dst_step;
      });
    }
  }

  template <class T>
  KOKKOS_FUNCTION static WordColumn column_at(T const& team, std::int32_t number) {
    int const at = number * static_cast<std::int32_t>(sizeof(WordColumn));
    auto const pair = [&](int k) { return team.template get<8>(at + 8 * k); };
    team::Word<8> const words[]{pair(0), pair(1), pair(2), pair(3), pair(4), pair(5)};
    auto const number_at = [&words](int k) {
      return static_cast<std::int32_t>(words[k / 2] >> 32U * (static_cast<unsigned>(k) % 2U));
    };
    return {{number_at(0), number_at(1), number_at(2), number_at(3)},
            {number_at(4), number_at(5), number_at(6), number_at(7)},
            number_at(8),
            number_at(9),
            number_at(10),
            number_at(11)};
  }
};

}  // namespace isomer::records
