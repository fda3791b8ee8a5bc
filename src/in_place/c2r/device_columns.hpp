// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "in_place/c2r/c2r_index.hpp"
#include "in_place/c2r/direction.hpp"
#include "team/team.hpp"
#include "tile/warp/magic.hpp"
#include "tile/warp/run.hpp"
#include "tile/warp/walk.hpp"
#include "tile/warp/wide_product.hpp"

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
  tile::warp::Magic by_panels{};  ///< panels of a matrix
  tile::warp::Magic by_blocks{};  ///< blocks of a panel
  /// How a panel's row is cut.
  struct RowWords {
    tile::warp::Magic units{};
    tile::warp::Magic vectors{};  ///< whole ones
  };
  RowWords by_words{};
  RowWords by_last_words{};        ///< of the last panel, which may be narrower
  tile::warp::Magic by_element{};  ///< units of an element
  std::int32_t block_rows = 0;     ///< that a block moves
  std::int32_t width = 0;          ///< columns of a panel
  std::int32_t element_bytes = 0;
  std::int32_t panels = 0;  ///< of all matrices
  std::int32_t lead = 0;    ///< panels that are loaded before the first is stored
  std::int32_t ring = 0;    ///< panels that the scratch holds

  KOKKOS_FUNCTION std::int32_t row_bytes() const {
    return static_cast<std::int32_t>(index.n()) * element_bytes;
  }
  KOKKOS_FUNCTION std::int32_t panel_row_bytes() const { return width * element_bytes; }
  /// Panels begin on vectors, their rows lie one behind the other.
  KOKKOS_FUNCTION std::int64_t scratch_panel() const {
    return (index.m() * panel_row_bytes() + tile::warp::vector_bytes - 1) /
           tile::warp::vector_bytes * tile::warp::vector_bytes;
  }
  std::int64_t scratch_bytes() const { return ring * scratch_panel(); }
  /// A counter of tickets, and for each panel the blocks that have loaded and stored it.
  std::int64_t flag_count() const { return 1 + 2 * std::int64_t{panels}; }
  int blocks() const { return 2 * panels * blocks_of_panel(); }
  int blocks_of_panel() const { return static_cast<int>(by_blocks.divisor); }
  /// A block has rows in shared memory, which begin anywhere in a vector, and behind them where
  /// they come from or go.
  KOKKOS_FUNCTION int table_at() const {
    return (block_rows * panel_row_bytes() / tile::warp::vector_bytes + 2) *
           tile::warp::vector_bytes;
  }
  int shared_bytes() const { return table_at() + block_rows * 4; }
};
static_assert(std::is_trivially_copyable_v<ColumnPass>);

inline constexpr int column_threads = 256;
/// Of a thread at most (cmake/cuda_compile/gates.txt).
inline constexpr int column_registers = 48;
/// For a unit of a diagonal, a vector of a run, one of a row by the table, and a word of a panel.
inline constexpr double diagonal_instructions = 11.5;
inline constexpr double run_instructions = 8.5;
inline constexpr double table_instructions = 12;
inline constexpr double panel_row_instructions = 8;

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
    if (!is_diagonal) put_table(team, part);
    if (is_diagonal) load_diagonals(team, part);
    else load_rows(team, part);
    team.commit();
    team.template wait<0>();
    team.barrier();
    if (part.is_load) store_to_scratch(team, part);
    else store_to_panel(team, part);
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
    ColumnPass::RowWords by_words;

    /// Of a row, here and in the scratch.
    KOKKOS_FUNCTION std::int32_t row_bytes() const {
      return static_cast<std::int32_t>(by_words.units.divisor) * U;
    }
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
            data + std::int64_t{matrix} * m * pass.row_bytes() +
                std::int64_t{column} * pass.element_bytes,
            scratch + number % pass.ring * pass.scratch_panel(),
            first,
            m - first < pass.block_rows ? m - first : pass.block_rows,
            column,
            (is_last ? static_cast<std::int32_t>(pass.index.n()) : column + pass.width) - 1,
            is_last ? pass.by_last_words : pass.by_words};
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

  /// Row r of the block takes its element j from row r + d of the side that is read, or r - d,
  /// where d is how much farther than the first column it is rotated. Together these are a
  /// parallelogram, of which lanes side by side load the same row, and which lands as a rectangle:
  ///
  ///     |\            The corner above the diagonal is loaded together with that below the last
  ///     | \           row: of rows k and k + rows a column has one. What a request loads lies a
  ///      \ |          pitch and a word apart, or a pitch less a word, in different banks.
  ///       \|
  template <class T>
  KOKKOS_FUNCTION void load_diagonals(T const& team, Part const& part) const {
    constexpr std::int32_t sign = way == Direction::c2r ? 1 : -1;
    auto const m = static_cast<std::uint32_t>(pass.index.m());
    auto const rows = static_cast<std::uint32_t>(part.rows);
    std::int32_t const least = rotation(part.first_column);
    std::int32_t const reach = rotation(part.last_column) - least;
    std::int32_t const lowest = part.first - (sign < 0 ? reach : 0);
    std::byte const* const from = part.is_load ? part.panel : part.scratch;
    std::int32_t const pitch = part.is_load ? pass.row_bytes() : part.row_bytes();
    std::int32_t const shift = part.is_load ? tile::warp::shift_of(in_scratch(part)) : 0;
    tile::warp::Magic const& by_units = part.by_words.units;
    tile::warp::walk_columns(team, by_units, rows * by_units.divisor, [&](std::uint32_t unit) {
      std::int32_t const at = static_cast<std::int32_t>(unit) * U;
      std::int32_t const j =
          part.first_column + quotient(pass.by_element, static_cast<std::int32_t>(unit));
      std::int32_t const up = part.first - lowest + sign * (rotation(j) - least);
      auto const above = static_cast<std::uint32_t>(up);
      std::uint32_t const corner = above < rows ? above : 0;
      std::byte const* const column = from + at;
      return [=, &team](std::uint32_t row, std::uint32_t /*position*/) {
        std::uint32_t const lands = least_of(row - corner, row - corner + rows);
        std::uint32_t const source = lands + static_cast<std::uint32_t>(lowest + up);
        std::uint32_t const in_matrix = least_of(source, sign < 0 ? source + m : source - m);
        team.template copy_async<U>(
            shift + static_cast<std::int32_t>(lands) * part.row_bytes() + at,
            column + tile::warp::wide_product(static_cast<std::int32_t>(in_matrix), pitch), true,
            way == Direction::c2r ? team::Hint::once : team::Hint::keep);
      };
    });
  }
  /// Of two numbers of which one is below zero and so large, the other: a remainder.
  KOKKOS_FUNCTION static std::uint32_t least_of(std::uint32_t a, std::uint32_t b) {
    return a < b ? a : b;
  }

  /// Loads the rows of the block from the scratch, or from the panel to go there.
  template <class T>
  KOKKOS_FUNCTION void load_rows(T const& team, Part const& part) const {
    constexpr team::Hint hint = way == Direction::c2r ? team::Hint::keep : team::Hint::once;
    auto const load = [&]<int W>(std::int32_t at, std::byte const* from) {
      team.template copy_async<W>(at, from, true, hint);
    };
    if constexpr (way == Direction::c2r) {
      team.barrier();
      for_each_word(team, part, is_of_vectors(part), rows_by_table(team, part), load);
    } else {
      for_each_word(team, part, is_of_vectors_in_panel(part), rows_of_panel(part), load);
    }
  }

  template <class T>
  KOKKOS_FUNCTION void store_to_scratch(T const& team, Part const& part) const {
    auto const store = [&]<int W>(std::int32_t at, std::byte* to) {
      team.template store<W>(to, team.template get<W>(at), true, team::Hint::keep);
    };
    if constexpr (way == Direction::c2r)
      tile::warp::for_each_word_of_run<U>(team.rank(), team.size(), in_scratch(part),
                                          part.rows * part.row_bytes(), store);
    else for_each_word(team, part, is_of_vectors(part), rows_by_table(team, part), store);
  }

  template <class T>
  KOKKOS_FUNCTION void store_to_panel(T const& team, Part const& part) const {
    for_each_word(team, part, is_of_vectors_in_panel(part), rows_of_panel(part),
                  [&]<int W>(std::int32_t at, std::byte* to) {
                    team.template store<W>(to, team.template get<W>(at), true, team::Hint::once);
                  });
  }

  /// The rows of the block in the scratch as they lie there ..
  KOKKOS_FUNCTION static std::byte* in_scratch(Part const& part) {
    return part.scratch + std::int64_t{part.first} * part.row_bytes();
  }
  /// .. or by the table; and those in the panel.
  template <class T>
  KOKKOS_FUNCTION auto rows_by_table(T const& team, Part const& part) const {
    return [=, &team, table = pass.table_at()](std::int32_t row) {
      auto const to = static_cast<std::int32_t>(team.template get<4>(table + row * 4));
      return part.scratch + tile::warp::wide_product(to, part.row_bytes());
    };
  }
  KOKKOS_FUNCTION auto rows_of_panel(Part const& part) const {
    std::int32_t const pitch = pass.row_bytes();
    return [first = part.panel + std::int64_t{part.first} * pitch, pitch](std::int32_t row) {
      return first + tile::warp::wide_product(row, pitch);
    };
  }

  KOKKOS_FUNCTION static bool is_of_vectors(Part const& part) {
    return part.row_bytes() % tile::warp::vector_bytes == 0;
  }
  KOKKOS_FUNCTION bool is_of_vectors_in_panel(Part const& part) const {
    return is_of_vectors(part) && pass.row_bytes() % tile::warp::vector_bytes == 0 &&
           tile::warp::shift_of(part.panel) == 0;
  }

  /// Calls move.operator()<W>(shared, global) for the rows of the block, of which row_at(row) is
  /// where one begins: in words of 16 bytes, or units.
  template <class T, class RowAt, class Move>
  KOKKOS_FUNCTION static void for_each_word(T const& team, Part const& part, bool by_vectors,
                                            RowAt const& row_at, Move const& move) {
    if (by_vectors) walk<tile::warp::vector_bytes>(team, part, part.by_words.vectors, row_at, move);
    else walk<U>(team, part, part.by_words.units, row_at, move);
  }
  template <int W, class T, class RowAt, class Move>
  KOKKOS_FUNCTION static void walk(T const& team, Part const& part,
                                   tile::warp::Magic const& by_words, RowAt const& row_at,
                                   Move const& move) {
    tile::warp::walk_columns(
        team, by_words, static_cast<std::uint32_t>(part.rows) * by_words.divisor,
        [&](std::uint32_t word) {
          std::int32_t const in_row = static_cast<std::int32_t>(word) * W;
          return [=, &move](std::uint32_t of_block, std::uint32_t /*position*/) {
            auto const row = static_cast<std::int32_t>(of_block);
            move.template operator()<W>(row * part.row_bytes() + in_row, row_at(row) + in_row);
          };
        });
  }
};

}  // namespace isomer::in_place
