// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "problem/normal_problem.hpp"
#include "team/scratch.hpp"
#include "tile/warp/slice_geometry.hpp"

namespace isomer::tile::warp {

/// The most words of a slice ..
constexpr int max_slice_words(int word_bytes) {
  return word_bytes > 4 ? 2048 : word_bytes == 4 ? 4096 : 8192;
}
/// .. which with its tables has to fit the 48 KiB that any device has. Slices of this size always
/// do.
inline constexpr int sure_slice_words = 1024;
inline constexpr auto max_slice_shared_bytes =
    static_cast<int>(team::max_scratch_bytes(team::any_block_bytes, slice_threads));

/// The slices of a normal problem that take `taken` indices of each axis, moved in units of
/// `unit_bytes`, a power of two that divides the word. None where they have more words than
/// `max_words` or no room for their tables, where there are more than 10 axes,
/// `team::max_blocks` slices, or two axes that are cut unevenly.
std::optional<SliceGeometry> plan_slices(detail::NormalProblem const& normal,
                                         std::array<std::int64_t, detail::max_axes> const& taken,
                                         int unit_bytes, std::int64_t max_words);

/// The same of at most `max_slice_words`.
std::optional<SliceGeometry> plan_slices(detail::NormalProblem const& normal,
                                         std::array<std::int64_t, detail::max_axes> const& taken,
                                         int unit_bytes);

/// Whether there are such however the arrays are aligned.
bool slices_have_room(detail::NormalProblem const& normal,
                      std::array<std::int64_t, detail::max_axes> const& taken);

}  // namespace isomer::tile::warp
