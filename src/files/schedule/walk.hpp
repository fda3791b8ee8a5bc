// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "files/schedule/pages.hpp"

/// How pieces of one size get to their places when each goes to a dead place only: the piece that
/// belongs there goes there, and its old place is dead two groups later.
namespace isomer::files {

/// No piece, or no place.
constexpr std::uint32_t none = 0xffffffff;

struct WalkStart {
  /// Where the piece lies that belongs to place k; `none`: none belongs there. Places that nothing
  /// belongs to take pieces for a while.
  std::vector<std::uint32_t> from{};
  /// Places without a piece, in the order in which they are filled.
  std::vector<std::uint32_t> dead{};
  bool dead_at_once = false;  ///< else they are read by the group before the walk
  std::uint64_t moves = 1;    ///< of a group, at most
};

/// Groups of moves of pieces; a group behind the walk may read all places, and write two later.
struct Walk {
  std::vector<std::uint32_t> from{};
  std::vector<std::uint32_t> to{};
  std::vector<std::uint64_t> begin{0};  ///< of each group's moves, and the end of the last one's

  std::uint64_t groups() const { return begin.size() - 1; }
  std::uint64_t bytes() const {
    return (from.size() + to.size()) * sizeof(std::uint32_t) + begin.size() * sizeof(begin[0]);
  }
};

Walk walk(WalkStart start);

/// Group t of a walk: pieces of `bytes`, read and written in the order of their addresses.
template <class Place>
Group moved_pieces(Walk const& walk, std::uint64_t t, std::uint64_t bytes, std::uint64_t page,
                   Place place) {
  Group group;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> from;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> to;
  for (std::uint64_t k = walk.begin[t]; k < walk.begin[t + 1]; ++k)
    from.emplace_back(walk.from[k], walk.to[k]);
  std::sort(from.begin(), from.end());
  for (auto const& [source, target] : from) {
    append(group.reads, page, place(source, group.in_bytes));
    to.emplace_back(target, group.in_bytes);
    group.in_bytes += bytes;
  }
  std::sort(to.begin(), to.end());
  for (auto const& [target, at] : to) append(group.writes, page, place(target, at));
  group.out_bytes = group.in_bytes;
  if (group.in_bytes > 0) group.moves.push_back(run_box(0, 0, group.in_bytes));
  return group;
}

}  // namespace isomer::files
