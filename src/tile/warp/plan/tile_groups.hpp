// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "problem/normal_problem.hpp"
#include "tile/warp/plan/plan_tile.hpp"

/// Which axes the rows and columns of a tile have (tile_geometry.hpp).
namespace isomer::tile::warp {

/// What a kernel asks of its tiles.
struct TileNeeds {
  TileLimits limits;
  int word_bytes;
  int access_bytes;  ///< a run is a multiple of it
  /// A row in shared memory has a multiple of it; 0: what `pitch_of_words` says.
  int pitch_bytes;
  int tile_bytes;
  bool takes_pieces;  ///< short runs are made of several pieces

  int pitch_of(std::int64_t cols) const;
  /// The most columns for which a tile of `rows` has room.
  std::int64_t cols_for(std::int64_t rows) const;
};

/// Words that begin anywhere. 11 blocks of an SM, with the offsets and what Kokkos needs, are 220
/// of its 228 KiB on sm_90; those of 1 and 2 bytes, which have more offsets, are 10.
TileNeeds needs_of_words(int word_bytes, TileLimits limits);
/// Vectors of 16 bytes.
TileNeeds needs_of_vectors(int word_bytes, TileLimits limits);

/// Leading axes of one side, and perhaps a later one, which makes pieces: all whole, but for the
/// last of which there are `cut` indices.
struct TileGroup {
  std::array<int, detail::max_axes> const* order;
  std::int64_t detail::Axis::*stride;
  std::int64_t limit;      ///< words
  std::int64_t whole = 1;  ///< words of the axes before the last
  std::int64_t cut = 1;
  int axes = 0;
  bool is_full = false;
  int pieces_axis = -1;

  std::int64_t words() const { return whole * cut; }
  bool has_pieces() const { return pieces_axis >= 0; }
  std::int64_t contiguous_words() const { return has_pieces() ? whole : words(); }
  bool is_short() const { return axes == 0 || 2 * words() <= limit; }
  int axis(int k) const {
    return has_pieces() && k + 1 == axes ? pieces_axis : (*order)[static_cast<std::size_t>(k)];
  }
  int last_axis() const { return axis(axes - 1); }
  bool has(int axis) const;
};

struct TileGroups {
  TileGroup rows;
  TileGroup cols;
};

/// None where a side has no axis of its own, or its runs stay below the least.
std::optional<TileGroups> groups_of(detail::NormalProblem const& normal, TileNeeds const& needs);

/// A problem of which `axis`, if it is one, and the next are parts of the same axis.
struct SplitProblem {
  detail::NormalProblem normal;
  int axis = -1;
};

/// Where both sides have short runs, but only one of them an axis for its pieces (a batch of small
/// matrices), both get a part of it.
SplitProblem split_for_pieces(detail::NormalProblem const& normal, TileNeeds const& needs);

}  // namespace isomer::tile::warp
