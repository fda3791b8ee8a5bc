// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <optional>

#include "problem/normal_problem.hpp"
#include "tiling/slice.hpp"
#include "tiling/tile_roles.hpp"

namespace isomer::detail {

/// Whether the input's first axis is in a run of the output.
inline bool has_first_axis(SliceRun const& output_run) { return (output_run.mask & 1U) != 0; }

/// Whether the tiles of a slice can be skewed (tile/host/skewed.inl). A run of the output is then
/// either all rows, and where it continues in the next tile, that one has rows enough to end a
/// line; or rows and columns one after the other, each of which continues in the next.
bool can_skew(NormalProblem const& normal, Slice const& slice);

/// The roles of a tile that is skewed.
TileRoles skewed_roles(NormalProblem const& normal, Slice const& tile, SliceRun const& output_run);

/// Whether such a tile is rotated in registers: its columns are evenly apart. Else it is gathered
/// word by word.
bool is_rotated(NormalProblem const& normal, TileRoles const& roles);

/// The slice of skewed tiles of up to about `max_bytes`, if they pay: words are long, and
/// the rows read concurrently and the columns that follow each other do not meet in the same few
/// places of a cache or a memory page.
std::optional<Slice> skewed_slice(NormalProblem const& normal, std::int64_t max_bytes);

}  // namespace isomer::detail
