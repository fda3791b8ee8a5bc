// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include "problem/normal_problem.hpp"

namespace isomer::detail {

/// What one tile covers: a number of indices of each axis of a normal problem.
struct Slice {
  std::array<std::int64_t, max_axes> extent{};
  friend bool operator==(Slice const&, Slice const&) = default;
};

/// The order in which tiles are walked.
enum class Walk : std::uint8_t {
  along_input,   ///< rows of the source are read on from tile to tile
  along_output,  ///< runs of the output are written on from tile to tile
  as_output      ///< tiles follow each other as the output lies in memory
};

/// Wishes from which a slice grows.
struct SliceSize {
  std::int64_t in_bytes;         ///< contiguous in the input
  std::int64_t out_bytes;        ///< contiguous in the output
  std::int64_t cap_bytes;        ///< the most of the whole slice
  std::int64_t least_bytes = 0;  ///< and the least: the other two wishes grow until it has them
  friend bool operator==(SliceSize const&, SliceSize const&) = default;
};

/// The slice that takes axes from the fast end of the output until a run has `out_bytes`, then from
/// the fast end of the input until that run has `in_bytes` or the slice `cap_bytes`; the last axis
/// of either is blocked (TTLG Alg. 3). Blocks are multiples of a vector where that costs nothing.
Slice grow_slice(NormalProblem const& normal, SliceSize const& size);

/// Bytes of a slice.
std::int64_t slice_bytes(NormalProblem const& normal, Slice const& slice);

/// All indices of each axis.
Slice whole_slice(NormalProblem const& normal);

/// Words from the first to behind the last of a slice on the side of a stride, with what lies
/// between.
std::int64_t span_words(NormalProblem const& normal, Slice const& slice,
                        std::int64_t Axis::*stride);

/// What is contiguous on one side within a slice: leading axes of that side's order as long as they
/// are whole, and the first one that is not.
struct SliceRun {
  std::int64_t words = 1;
  int axes = 0;            ///< number of axes, the first of the order
  std::uint64_t mask = 0;  ///< a bit for each of them
  int last = -1;           ///< the last of them, if any
  int cut = -1;  ///< the same, if the slice does not take it whole: the next slice continues
};
SliceRun input_run(NormalProblem const& normal, Slice const& slice);
SliceRun output_run(NormalProblem const& normal, Slice const& slice);

std::int64_t input_run_bytes(NormalProblem const& normal, Slice const& slice);
std::int64_t output_run_bytes(NormalProblem const& normal, Slice const& slice);

/// Tiles that cover the problem.
std::int64_t tile_count(NormalProblem const& normal, Slice const& slice);

/// Whether every row of the output starts on a cache line if the first does.
bool rows_are_lines_apart(NormalProblem const& normal);

/// Whether an axis serves both the input's and the output's run: TTLG's overlapping index sets.
bool runs_share_an_axis(NormalProblem const& normal, Slice const& slice);

}  // namespace isomer::detail
