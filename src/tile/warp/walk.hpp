// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <Kokkos_Macros.hpp>

#include "tile/warp/magic.hpp"
#include "tile/warp/strided.hpp"

/// How the threads of a team share a matrix of `low` columns whose rows lie one after the other:
/// lanes side by side have positions side by side, and no thread divides more than once.
namespace isomer::tile::warp {

/// A thread has every team.size()-th column from `first` on, and every `groups`-th row from `group`
/// on. What is left of the threads after as many whole rows as they hold has none.
struct Share {
  std::uint32_t first;
  std::uint32_t group;
  std::uint32_t groups;
};

template <class T>
KOKKOS_FUNCTION Share share_of(T const& team, Magic const& by_low) {
  auto const rank = static_cast<std::uint32_t>(team.rank());
  std::uint32_t const low = by_low.divisor;
  std::uint32_t const groups = by_low.quotient(static_cast<std::uint32_t>(team.size()));
  if (groups == 0) return {rank, 0, 1};
  std::uint32_t const group = by_low.quotient(rank);
  return {group < groups ? rank - group * low : low, group, groups};
}

/// Calls at(column) for each column of a thread, and what that returns with (row, position) for
/// each of its rows: for what depends on the column most. There are `count` positions.
template <class T, class At>
KOKKOS_FUNCTION void walk_columns(T const& team, Magic const& by_low, std::uint32_t count,
                                  At const& at) {
  Share const share = share_of(team, by_low);
  std::uint32_t const low = by_low.divisor;
  std::uint32_t const whole_rows = by_low.quotient(count);
  std::uint32_t const of_last = count - whole_rows * low;
  for (std::uint32_t column = share.first; column < low;
       column += static_cast<std::uint32_t>(team.size())) {
    auto const move = at(column);
    for_each_strided(share.group, whole_rows + (column < of_last ? 1 : 0), share.groups,
                     [&](std::uint32_t row) { move(row, row * low + column); });
  }
}

/// The same with at(row) and columns: for what depends on the row most. There are `rows` whole
/// rows.
template <class T, class At>
KOKKOS_FUNCTION void walk_rows(T const& team, Magic const& by_low, std::uint32_t rows,
                               At const& at) {
  Share const share = share_of(team, by_low);
  for (std::uint32_t row = share.group; row < rows; row += share.groups) {
    auto const move = at(row);
    for_each_strided(share.first, by_low.divisor, static_cast<std::uint32_t>(team.size()), move);
  }
}

/// Calls visit(line, lane, lanes) for those of `lines` of which a thread is one of 2^shift lanes;
/// alone in its team it is the only one.
template <class T, class Visit>
KOKKOS_FUNCTION void for_each_shared_line(T const& team, std::int32_t shift, std::uint32_t lines,
                                          Visit const& visit) {
  if (team.size() == 1) shift = 0;
  auto const rank = static_cast<std::uint32_t>(team.rank());
  std::uint32_t const step = static_cast<std::uint32_t>(team.size()) >> shift;
  std::int32_t const lanes = 1 << shift;
  for (std::uint32_t line = rank >> shift; line < lines; line += step)
    visit(line, static_cast<std::int32_t>(rank) & (lanes - 1), lanes);
}

}  // namespace isomer::tile::warp
