// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "in_place/c2r/c2r_index.hpp"
#include "in_place/c2r/direction.hpp"
#include "team/team.hpp"
#include "tile/warp/magic.hpp"
#include "tile/warp/unroll.hpp"

// The column pass of C2R on warps: the rotation of column j by j and the permutation of rows in one
// (eq. 32 and 33). Panels of a few columns go by way of a scratch that the second-level cache
// holds:
//
//       panel            scratch              panel         columns j, j + 1, ..
//      |\ \ \ |  load   |------|   store    |======|      load:  scratch row t takes element j + d
//      | \ \ \|  ---->  |------|   ---->    |======|             from row t + d: a diagonal
//      |\ \ \ |         |------|            |======|      store: row i takes scratch row q(i) + j
//
// R2C is the way back: panel row i is loaded into scratch row q(i) + j, and panel row r takes its
// element j + d from scratch row r - d. All rows of a panel are in the scratch before the first
// goes back, so a launch loads some panels and stores those that the launch before has loaded.
//
// The rotation before the row shuffle (eq. 23), where the row pass does not do it, goes the same
// way with floor(j / b) for j and i for q(i).
namespace isomer::in_place {

/// A kernel argument.
struct ColumnPass {
  C2rIndex index;
  tile::warp::Magic by_panels;      ///< panels of a matrix
  tile::warp::Magic by_blocks;      ///< blocks of a panel
  tile::warp::Magic by_units;       ///< units of a panel's row ..
  tile::warp::Magic by_last_units;  ///< .. and of the last panel's, which may be narrower
  tile::warp::Magic by_element;     ///< units of an element
  std::int32_t block_rows;          ///< that a block moves
  std::int32_t width;               ///< columns of a panel
  std::int32_t element_bytes;
  std::int32_t panels;          ///< of all matrices
  std::int32_t panels_at_once;  ///< that the scratch holds twice

  KOKKOS_FUNCTION std::int64_t row_bytes() const { return index.n() * element_bytes; }
  KOKKOS_FUNCTION std::int32_t scratch_pitch() const { return width * element_bytes; }
  KOKKOS_FUNCTION std::int64_t scratch_panel() const { return index.m() * scratch_pitch(); }
  std::int64_t scratch_half() const { return panels_at_once * scratch_panel(); }
  int blocks_of_panel() const { return static_cast<int>(by_blocks.divisor); }
  /// A block has rows in shared memory, or where rows come from.
  int shared_bytes() const { return block_rows * (scratch_pitch() > 4 ? scratch_pitch() : 4); }
};
static_assert(std::is_trivially_copyable_v<ColumnPass>);

/// What a launch does: loads panels from `first_load` on, and stores those from `first_store` on.
struct ColumnStep {
  std::int32_t first_store;
  std::int32_t stores;
  std::int32_t first_load;
  std::int32_t loads;
};

enum class ColumnJob : std::uint8_t { shuffle, rotate };

template <int U, Direction way, ColumnJob job>
struct ColumnPassKernel {
  static constexpr int threads = 256;
  /// Words that a thread has under way when rows are moved as they are.
  static constexpr int ahead = 4;

  ColumnPass pass;
  ColumnStep step;
  std::byte* data;
  std::byte* stored_from;  ///< scratch
  std::byte* loaded_to;

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    auto const turn = static_cast<std::int32_t>(
        pass.by_blocks.quotient(static_cast<std::uint32_t>(team.block())));
    Part const part = part_of(turn, team.block() - turn * static_cast<int>(pass.by_blocks.divisor));
    bool const is_diagonal = part.is_load == (way == Direction::c2r);
    if (is_diagonal) move_diagonals(team, part);
    else move_rows(team, part);
  }

 private:
  struct Part {
    bool is_load;
    std::byte* panel;    ///< its first row in the array
    std::byte* scratch;  ///< and in the scratch
    std::int32_t first;  ///< row of this block
    std::int32_t rows;   ///< that it moves
    std::int32_t first_column;
    std::int32_t last_column;
    tile::warp::Magic by_units;
  };

  /// Loads and stores in turns, as long as there are both.
  KOKKOS_FUNCTION Part part_of(std::int32_t turn, std::int32_t block) const {
    std::int32_t const both = step.loads < step.stores ? step.loads : step.stores;
    bool const is_paired = turn < 2 * both;
    bool const is_load = is_paired ? turn % 2 == 0 : step.loads > both;
    std::int32_t const of_kind = is_paired ? turn / 2 : turn - both;
    std::int32_t const number = of_kind + (is_load ? step.first_load : step.first_store);
    auto const matrix =
        static_cast<std::int32_t>(pass.by_panels.quotient(static_cast<std::uint32_t>(number)));
    auto const panels = static_cast<std::int32_t>(pass.by_panels.divisor);
    std::int32_t const panel = number - matrix * panels;
    auto const m = static_cast<std::int32_t>(pass.index.m());
    std::int32_t const first = block * pass.block_rows;
    std::int32_t const column = panel * pass.width;
    bool const is_last = panel == panels - 1;
    return {is_load,
            data + matrix * m * pass.row_bytes() + std::int64_t{column} * pass.element_bytes,
            (is_load ? loaded_to : stored_from) + of_kind * pass.scratch_panel(),
            first,
            m - first < pass.block_rows ? m - first : pass.block_rows,
            column,
            (is_last ? static_cast<std::int32_t>(pass.index.n()) : column + pass.width) - 1,
            is_last ? pass.by_last_units : pass.by_units};
  }

  /// How far a column of the panel is rotated.
  KOKKOS_FUNCTION std::int32_t rotation(std::int32_t column) const {
    if constexpr (job == ColumnJob::shuffle) return column;
    else return static_cast<std::int32_t>(pass.index.pre_rotation(column));
  }

  /// The scratch row that is row i of the panel.
  KOKKOS_FUNCTION std::int32_t row_in_scratch(Part const& part, std::int32_t i) const {
    if constexpr (job == ColumnJob::shuffle) {
      return static_cast<std::int32_t>(pass.index.q(i, rotation(part.first_column)));
    } else {
      std::int64_t const row = i + rotation(part.first_column);
      return static_cast<std::int32_t>(row < pass.index.m() ? row : row - pass.index.m());
    }
  }

  /// Rows of one side, in their order, and those of the other. Which these are, threads find out
  /// for all.
  template <class T>
  KOKKOS_FUNCTION void move_rows(T const& team, Part const& part) const {
    for (std::int32_t row = team.rank(); row < pass.block_rows; row += team.size()) {
      std::int32_t const i = part.first + (row < part.rows ? row : 0);
      team.template put<4>(row * 4, static_cast<std::uint32_t>(row_in_scratch(part, i)));
    }
    team.barrier();
    auto const units = static_cast<std::int32_t>(part.by_units.divisor);
    std::int32_t const slots = part.rows * units;
    for (std::int32_t first = 0; first < slots; first += ahead * team.size()) {
      team::Word<U> held[ahead];
      std::byte* to[ahead];
      ISOMER_UNROLL
      for (int k = 0; k < ahead; ++k) {
        std::int32_t const slot = first + k * team.size() + team.rank();
        bool const take = slot < slots;
        Place const place = place_of(part, take ? slot : 0);
        auto const q = static_cast<std::int64_t>(team.template get<4>(place.row * 4));
        std::byte* const in_panel =
            part.panel + (part.first + place.row) * pass.row_bytes() + place.unit * U;
        std::byte* const in_scratch = part.scratch + q * pass.scratch_pitch() + place.unit * U;
        held[k] = team.template load<U>(part.is_load ? in_panel : in_scratch, take);
        to[k] = part.is_load ? in_scratch : in_panel;
      }
      ISOMER_UNROLL
      for (int k = 0; k < ahead; ++k)
        team.template store<U>(to[k], held[k], first + k * team.size() + team.rank() < slots);
    }
  }

  struct Place {
    std::int32_t row;
    std::int32_t unit;
  };
  KOKKOS_FUNCTION static Place place_of(Part const& part, std::int32_t slot) {
    auto const row =
        static_cast<std::int32_t>(part.by_units.quotient(static_cast<std::uint32_t>(slot)));
    return {row, slot - row * static_cast<std::int32_t>(part.by_units.divisor)};
  }

  /// Row r of the side that is written takes its element j from row r + d of the other side, or
  /// r - d, where d is how much farther than the first column it is rotated. A parallelogram of
  /// these is loaded row by row and lands as a rectangle: elements of a row lie a pitch and a word
  /// apart, or a pitch less a word, and so in different banks.
  template <class T>
  KOKKOS_FUNCTION void move_diagonals(T const& team, Part const& part) const {
    constexpr std::int32_t sign = way == Direction::c2r ? 1 : -1;
    auto const units = static_cast<std::int32_t>(part.by_units.divisor);
    auto const m = static_cast<std::int32_t>(pass.index.m());
    std::int32_t const least = rotation(part.first_column);
    std::int32_t const reach = rotation(part.last_column) - least;
    std::int32_t const pitch = units * U;
    std::int32_t const lowest = part.first - (sign < 0 ? reach : 0);
    std::byte const* const from = part.is_load ? part.panel : part.scratch;
    std::int64_t const from_pitch = part.is_load ? pass.row_bytes() : pass.scratch_pitch();
    std::int32_t const slots = (part.rows + reach) * units;
    for (std::int32_t first = 0; first < slots; first += team.size()) {
      std::int32_t const slot = first + team.rank();
      Place const place = place_of(part, slot);
      auto const j = part.first_column + static_cast<std::int32_t>(pass.by_element.quotient(
                                             static_cast<std::uint32_t>(place.unit)));
      std::int32_t const row = lowest + place.row;
      std::int32_t const lands = row - sign * (rotation(j) - least) - part.first;
      bool const take = slot < slots && lands >= 0 && lands < part.rows;
      std::int32_t const in_matrix = row < 0 ? row + m : row >= m ? row - m : row;
      team.template copy_async<U>((take ? lands : 0) * pitch + place.unit * U,
                                  from + in_matrix * from_pitch + place.unit * U, take);
    }
    team.commit();
    team.template wait<0>();
    team.barrier();
    std::byte* const to = part.is_load ? part.scratch : part.panel;
    std::int64_t const to_pitch = part.is_load ? pass.scratch_pitch() : pass.row_bytes();
    for (std::int32_t first = 0; first < part.rows * units; first += team.size()) {
      std::int32_t const slot = first + team.rank();
      bool const take = slot < part.rows * units;
      Place const place = place_of(part, slot);
      team.template store<U>(to + (part.first + place.row) * to_pitch + place.unit * U,
                             team.template get<U>(take ? slot * U : 0), take);
    }
  }
};

}  // namespace isomer::in_place
