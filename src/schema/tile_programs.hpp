// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <isomer/detail/problem.hpp>

#include "schema/slice.hpp"
#include "tile/job.hpp"

namespace isomer::detail {

/// Where the blocks of a tile write to.
enum class Writes : std::uint8_t {
  to_stage,  ///< a staging buffer that runs empty into the destination
  straight,  ///< the destination
  in_lines,  ///< the destination, a whole cache line at a time where the tile's rows fill lines
  slanted    ///< the same where they start anywhere in a line (tile/slanted.inl)
};

/// The tables by which host kernels move the tiles of one slicing: one Program for each combination
/// of axes on which a tile can be cut short by the end of the tensor.
///
/// Within a tile, ROWS are indices contiguous in the output and COLUMNS indices contiguous in the
/// input (tile_roles.hpp). All remaining axes are walked around them:
///
///      input:  columns ->          staging buffer = the tile in output order:
///      row 0   a b c d             a e i | b f j | c g k | d h l      rows of the block are now
///      row 1   e f g h                                                contiguous, and so, where
///      row 2   i j k l                                                axes are whole, are columns
///
/// A shared fastest axis has no columns: its runs are copied, row by row.
class TilePrograms {
 public:
  /// For blocks of these kernels.
  TilePrograms(Problem const& normal, Slice const& slice, tile::Kernels const& kernels,
               Writes writes);

  /// Axes on which the last tile is shorter, in the order of the bits of `edges`.
  std::vector<int> const& cut_axes() const { return cut_axes_; }
  tile::Program const& program(unsigned edges) const { return programs_[edges]; }
  /// Bytes of one staging buffer; 0 without staging.
  std::size_t stage_bytes() const { return stage_bytes_; }
  bool are_slanted() const { return programs_.front().rows > 0; }
  /// Whether the blocks of a tile that is not cut are as high as a line.
  bool are_line_high() const { return programs_.front().line_high; }
  /// Runs of a tile, at the most.
  std::size_t most_runs() const { return most_runs_; }

 private:
  struct Tables {
    std::vector<tile::Offset> row_src;
    std::vector<tile::Offset> ahead;
    int lines_ahead = 1;  ///< as tile::Ahead::lines
    int lead = 0;         ///< as Program::lead
    std::vector<tile::Offset> col_out;
    std::vector<tile::Block> block;
    std::vector<tile::Run> run;
  };

  std::vector<int> cut_axes_;
  std::vector<Tables> tables_;
  std::vector<tile::Program> programs_;
  std::size_t stage_bytes_ = 0;
  std::size_t most_runs_ = 0;

  friend class ProgramBuilder;
};

}  // namespace isomer::detail
