// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "in_place/c2r/c2r_index.hpp"
#include "in_place/c2r/direction.hpp"
#include "team/team.hpp"
#include "tile/warp/magic.hpp"
#include "tile/warp/walk.hpp"

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
// goes back. The scratch is a ring of panels; blocks take parts of these by ticket, in an order in
// which what a block has to wait for comes long before it:
//
//     load 0 .. load L-1 | load L, store 0 | load L+1, store 1 | .. | store N-L .. store N-1
//
// A store waits for all loads of its panel, a load for the stores of the panel in whose place of
// the ring it comes.
//
// The rotation before the row shuffle (eq. 23), where the row pass does not do it, goes the same
// way with floor(j / b) for j and i for q(i).
namespace isomer::in_place {

/// A kernel argument.
struct ColumnPass {
  C2rIndex index;
  tile::warp::Magic by_panels{};      ///< panels of a matrix
  tile::warp::Magic by_blocks{};      ///< blocks of a panel
  tile::warp::Magic by_units{};       ///< units of a panel's row ..
  tile::warp::Magic by_last_units{};  ///< .. and of the last panel's, which may be narrower
  tile::warp::Magic by_element{};     ///< units of an element
  std::int32_t block_rows = 0;        ///< that a block moves
  std::int32_t width = 0;             ///< columns of a panel
  std::int32_t element_bytes = 0;
  std::int32_t panels = 0;  ///< of all matrices
  std::int32_t lead = 0;    ///< panels that are loaded before the first is stored
  std::int32_t ring = 0;    ///< panels that the scratch holds

  KOKKOS_FUNCTION std::int64_t row_bytes() const { return index.n() * element_bytes; }
  KOKKOS_FUNCTION std::int32_t scratch_pitch() const { return width * element_bytes; }
  KOKKOS_FUNCTION std::int64_t scratch_panel() const { return index.m() * scratch_pitch(); }
  std::int64_t scratch_bytes() const { return ring * scratch_panel(); }
  /// A counter of tickets, and for each panel the blocks that have loaded and stored it.
  std::int64_t flag_count() const { return 1 + 2 * std::int64_t{panels}; }
  int blocks() const { return 2 * panels * blocks_of_panel(); }
  int blocks_of_panel() const { return static_cast<int>(by_blocks.divisor); }
  /// A block has rows in shared memory, and behind them where they come from or go.
  KOKKOS_FUNCTION int table_at() const { return (block_rows * scratch_pitch() + 15) / 16 * 16; }
  int shared_bytes() const { return table_at() + block_rows * 4; }
};
static_assert(std::is_trivially_copyable_v<ColumnPass>);

inline constexpr int column_threads = 256;
/// Of a thread at most (cmake/cuda_compile/gates.txt).
inline constexpr int column_registers = 48;

enum class ColumnJob : std::uint8_t { shuffle, rotate };

template <int U, Direction way, ColumnJob job>
struct ColumnPassKernel {
  static constexpr int threads = column_threads;

  ColumnPass pass;
  std::byte* data;
  std::byte* scratch;
  std::uint32_t* flags;

  std::int64_t flag_count() const { return pass.flag_count(); }

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    std::uint32_t const ticket = team.ticket(flags);
    auto const turn = static_cast<std::int32_t>(pass.by_blocks.quotient(ticket));
    Part const part =
        part_of(turn, static_cast<std::int32_t>(ticket - static_cast<std::uint32_t>(turn) *
                                                             pass.by_blocks.divisor));
    await_others(team, part);
    bool const is_diagonal = part.is_load == (way == Direction::c2r);
    if (is_diagonal) load_diagonals(team, part);
    else load_rows(team, part);
    team.commit();
    team.template wait<0>();
    team.barrier();
    store(team, part, !is_diagonal && way == Direction::r2c);
    team.publish(part.is_load ? loaded(part.number) : stored(part.number), 1);
  }

 private:
  struct Part {
    bool is_load;
    std::int32_t number;  ///< of the panel
    std::byte* panel;     ///< its first row in the array
    std::byte* scratch;   ///< and in the scratch
    std::int32_t first;   ///< row of this block
    std::int32_t rows;    ///< that it moves
    std::int32_t first_column;
    std::int32_t last_column;
    tile::warp::Magic by_units;
  };

  KOKKOS_FUNCTION std::uint32_t* loaded(std::int32_t panel) const { return flags + 1 + 2 * panel; }
  KOKKOS_FUNCTION std::uint32_t* stored(std::int32_t panel) const { return flags + 2 + 2 * panel; }

  template <class T>
  KOKKOS_FUNCTION void await_others(T const& team, Part const& part) const {
    std::int32_t const before = part.number - pass.ring;
    bool const waits = !part.is_load || before >= 0;
    std::uint32_t const* const flag =
        part.is_load ? stored(before >= 0 ? before : 0) : loaded(part.number);
    team.await(flag, pass.by_blocks.divisor, team.uniform(waits ? 1 : 0));
  }

  /// What comes at this place of the order.
  KOKKOS_FUNCTION Part part_of(std::int32_t turn, std::int32_t block) const {
    std::int32_t const since = turn - pass.lead;
    std::int32_t const both = pass.panels - pass.lead;
    bool const is_load = since < 0 || (since < 2 * both && since % 2 == 0);
    std::int32_t number = turn;
    if (since >= 0)
      number = since >= 2 * both ? turn - pass.panels : is_load ? pass.lead + since / 2 : since / 2;
    auto const matrix =
        static_cast<std::int32_t>(pass.by_panels.quotient(static_cast<std::uint32_t>(number)));
    auto const panels = static_cast<std::int32_t>(pass.by_panels.divisor);
    std::int32_t const panel = number - matrix * panels;
    auto const m = static_cast<std::int32_t>(pass.index.m());
    std::int32_t const first = block * pass.block_rows;
    std::int32_t const column = panel * pass.width;
    bool const is_last = panel == panels - 1;
    return {is_load,
            number,
            data + matrix * m * pass.row_bytes() + std::int64_t{column} * pass.element_bytes,
            scratch + number % pass.ring * pass.scratch_panel(),
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

  KOKKOS_FUNCTION static std::int32_t quotient(tile::warp::Magic const& by, std::int32_t n) {
    return static_cast<std::int32_t>(by.quotient(static_cast<std::uint32_t>(n)));
  }

  /// Which rows of the scratch the rows of the block are.
  template <class T>
  KOKKOS_FUNCTION void put_table(T const& team, Part const& part) const {
    for (std::int32_t row = team.rank(); row < pass.block_rows; row += team.size()) {
      std::int32_t const i = part.first + (row < part.rows ? row : 0);
      team.template put<4>(pass.table_at() + row * 4,
                           static_cast<std::uint32_t>(row_in_scratch(part, i)));
    }
  }
  template <class T>
  KOKKOS_FUNCTION static std::int64_t table_row(T const& team, int table_at, std::uint32_t row) {
    return team.template get<4>(table_at + static_cast<int>(row * 4));
  }

  /// Loads the rows of the block from the scratch, or from the panel to go there.
  template <class T>
  KOKKOS_FUNCTION void load_rows(T const& team, Part const& part) const {
    put_table(team, part);
    if constexpr (way == Direction::c2r) team.barrier();
    std::byte const* const panel = part.panel + part.first * pass.row_bytes();
    for_each_unit(team, part, [&](std::uint32_t unit) {
      return [=, this, &team](std::uint32_t row, std::uint32_t slot) {
        std::byte const* from = panel + row * pass.row_bytes();
        if constexpr (way == Direction::c2r)
          from = part.scratch + table_row(team, pass.table_at(), row) * pass.scratch_pitch();
        team.template copy_async<U>(static_cast<int>(slot * U), from + unit * U, true);
      };
    });
  }

  /// Row r of the block takes its element j from row r + d of the side that is read, or r - d,
  /// where d is how much farther than the first column it is rotated. A parallelogram of these is
  /// loaded row by row and lands as a rectangle: elements of a row lie a pitch and a word apart, or
  /// a pitch less a word, and so in different banks.
  template <class T>
  KOKKOS_FUNCTION void load_diagonals(T const& team, Part const& part) const {
    constexpr std::int32_t sign = way == Direction::c2r ? 1 : -1;
    auto const m = static_cast<std::int32_t>(pass.index.m());
    std::int32_t const units = units_of(part);
    std::int32_t const least = rotation(part.first_column);
    std::int32_t const reach = rotation(part.last_column) - least;
    std::int32_t const lowest = part.first - (sign < 0 ? reach : 0);
    std::byte const* const from = part.is_load ? part.panel : part.scratch;
    std::int64_t const pitch = part.is_load ? pass.row_bytes() : pass.scratch_pitch();
    tile::warp::walk_columns(
        team, part.by_units, static_cast<std::uint32_t>((part.rows + reach) * units),
        [&](std::uint32_t unit) {
          std::int32_t const j =
              part.first_column + quotient(pass.by_element, static_cast<std::int32_t>(unit));
          std::int32_t const up = part.first - lowest + sign * (rotation(j) - least);
          return [=, &team](std::uint32_t of_parallelogram, std::uint32_t /*slot*/) {
            auto const below = static_cast<std::int32_t>(of_parallelogram);
            std::int32_t const lands = below - up;
            bool const take = lands >= 0 && lands < part.rows;
            std::int32_t const row = lowest + below;
            std::int32_t const in_matrix = row < 0 ? row + m : row >= m ? row - m : row;
            team.template copy_async<U>(
                ((take ? lands : 0) * units + static_cast<std::int32_t>(unit)) * U,
                from + in_matrix * pitch + unit * U, take);
          };
        });
  }

  /// Stores the rows of the block where they belong.
  template <class T>
  KOKKOS_FUNCTION void store(T const& team, Part const& part, bool is_by_table) const {
    std::int64_t const pitch = part.is_load ? pass.scratch_pitch() : pass.row_bytes();
    std::byte* const begin = part.is_load ? part.scratch : part.panel;
    int const table = pass.table_at();
    for_each_unit(team, part, [&](std::uint32_t unit) {
      return [=, &team](std::uint32_t row, std::uint32_t slot) {
        std::int64_t to = part.first + std::int64_t{row};
        if constexpr (way == Direction::r2c) to = is_by_table ? table_row(team, table, row) : to;
        team.template store<U>(begin + to * pitch + unit * U,
                               team.template get<U>(static_cast<int>(slot * U)), true);
      };
    });
  }

  /// Calls at(unit) for units of a row of the block, and what that returns with (row, slot).
  template <class T, class At>
  KOKKOS_FUNCTION static void for_each_unit(T const& team, Part const& part, At const& at) {
    tile::warp::walk_columns(team, part.by_units,
                             static_cast<std::uint32_t>(part.rows * units_of(part)), at);
  }
  KOKKOS_FUNCTION static std::int32_t units_of(Part const& part) {
    return static_cast<std::int32_t>(part.by_units.divisor);
  }
};

}  // namespace isomer::in_place
