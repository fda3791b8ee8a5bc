// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "in_place/c2r/c2r_index.hpp"
#include "in_place/c2r/device_columns.hpp"
#include "in_place/c2r/direction.hpp"
#include "team/team.hpp"
#include "tile/warp/magic.hpp"
#include "tile/warp/run.hpp"
#include "tile/warp/walk.hpp"
#include "tile/warp/wide_product.hpp"

// The column pass of C2R (device_columns.hpp) without a scratch: a gang of blocks has the rotated
// rows of a panel in shared memory, some rows each, and stores once all of them have loaded.
//
//       panel          gang            panel
//      |\ \ \ |     |  block 0  |     |======|      row t of the gang has, of column j + d, the
//      | \ \ \| --> |  block 1  | --> |======|      element of panel row t + d, and is panel row
//      |\ \ \ |     |  block 2  |     |======|      q'(t - j), where q' is the inverse of q (eq.
//      34)
//
// R2C is the way back. Blocks of a gang wait for each other, so all of them have to be resident:
// the launch is a cooperative one (team/launch_gang.hpp). A gang takes every so manieth panel.
namespace isomer::in_place {

/// A kernel argument.
struct GangPass {
  C2rIndex index;
  tile::warp::Magic by_panels{};  ///< panels of a matrix
  tile::warp::Magic by_gang{};    ///< blocks of a gang
  ColumnPass::RowWords by_words{};
  ColumnPass::RowWords by_last_words{};
  tile::warp::Magic by_element{};  ///< units of an element
  std::int32_t block_rows = 0;
  std::int32_t width = 0;
  std::int32_t element_bytes = 0;
  std::int32_t panels = 0;  ///< of all matrices

  KOKKOS_FUNCTION std::int32_t row_bytes() const {
    return static_cast<std::int32_t>(index.n()) * element_bytes;
  }
  std::int32_t panel_row_bytes() const { return width * element_bytes; }
  KOKKOS_FUNCTION std::int32_t blocks_of_gang() const {
    return static_cast<std::int32_t>(by_gang.divisor);
  }
  /// For each panel the blocks that have loaded their rows.
  std::int64_t flag_count() const { return panels; }
  KOKKOS_FUNCTION int table_at() const {
    return (block_rows * width * element_bytes + 15) / 16 * 16;
  }
  int shared_bytes() const { return table_at() + block_rows * 4; }
};
static_assert(std::is_trivially_copyable_v<GangPass>);

inline constexpr int gang_threads = 512;

template <int U, Direction way>
struct ColumnGangKernel {
  static constexpr int threads = gang_threads;

  GangPass pass;
  std::byte* data;
  std::uint32_t* flags;

  std::int64_t flag_count() const { return pass.flag_count(); }
  /// Blocks that have to be resident together: any multiple of these may run.
  int gang() const { return pass.blocks_of_gang(); }
  /// Panels of a gang, where that many blocks run.
  int turns(int blocks) const {
    int const gangs = blocks / gang();
    return (pass.panels + gangs - 1) / gangs;
  }

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    std::int32_t const gangs = quotient(pass.by_gang, team.blocks());
    std::int32_t const of = quotient(pass.by_gang, team.block());
    std::int32_t const member = team.block() - of * pass.blocks_of_gang();
    for (std::int32_t panel = of; team.uniform(panel < pass.panels ? 1 : 0) != 0; panel += gangs) {
      Part const part = part_of(panel, member);
      put_table(team, part);
      if constexpr (way == Direction::c2r) load_diagonals(team, part);
      else load_rows(team, part);
      team.commit();
      team.template wait<0>();
      team.publish(flags + panel, 1);
      team.await(flags + panel, pass.by_gang.divisor, 1);
      if constexpr (way == Direction::c2r) store_rows(team, part);
      else store_diagonals(team, part);
      if constexpr (way == Direction::c2r) team.barrier();  // or the table's
    }
  }

 private:
  /// What a block has of a panel.
  struct Part {
    std::byte* panel;
    std::int32_t first;  ///< row of the gang
    std::int32_t rows;
    std::int32_t first_column;
    ColumnPass::RowWords by_words;

    KOKKOS_FUNCTION std::int32_t row_bytes() const {
      return static_cast<std::int32_t>(by_words.units.divisor) * U;
    }
  };

  KOKKOS_FUNCTION static std::int32_t quotient(tile::warp::Magic const& by, std::int32_t n) {
    return static_cast<std::int32_t>(by.quotient(static_cast<std::uint32_t>(n)));
  }
  /// Of two numbers of which one is below zero and so large, the other: a remainder.
  KOKKOS_FUNCTION static std::uint32_t least_of(std::uint32_t a, std::uint32_t b) {
    return a < b ? a : b;
  }

  KOKKOS_FUNCTION Part part_of(std::int32_t number, std::int32_t member) const {
    std::int32_t const matrix = quotient(pass.by_panels, number);
    auto const panels = static_cast<std::int32_t>(pass.by_panels.divisor);
    std::int32_t const panel = number - matrix * panels;
    auto const m = static_cast<std::int32_t>(pass.index.m());
    std::int32_t const first = member * pass.block_rows;
    std::int32_t const left = m - first;
    std::int32_t const column = panel * pass.width;
    return {data + std::int64_t{matrix} * m * pass.row_bytes() +
                std::int64_t{column} * pass.element_bytes,
            first, left < pass.block_rows ? left : pass.block_rows, column,
            panel == panels - 1 ? pass.by_last_words : pass.by_words};
  }

  /// Which rows of the panel those of the block are.
  template <class T>
  KOKKOS_FUNCTION void put_table(T const& team, Part const& part) const {
    std::int64_t const m = pass.index.m();
    std::int64_t const turned = part.first_column < m ? part.first_column : part.first_column % m;
    for (std::int32_t row = team.rank(); row < pass.block_rows; row += team.size()) {
      std::int64_t const t = part.first + (row < part.rows ? row : 0) - turned;
      team.template put<4>(pass.table_at() + row * 4,
                           static_cast<std::uint32_t>(pass.index.q_inverse(t < 0 ? t + m : t)));
    }
    if constexpr (way == Direction::r2c) team.barrier();
  }

  /// Calls move(shared, panel) for the units of the block's rows, where they are in the panel. The
  /// corner above the diagonal goes with that below the last row, as in device_columns.hpp.
  template <class T, class Move>
  KOKKOS_FUNCTION void for_each_of_diagonals(T const& team, Part const& part,
                                             Move const& move) const {
    auto const m = static_cast<std::uint32_t>(pass.index.m());
    auto const rows = static_cast<std::uint32_t>(part.rows);
    std::int32_t const pitch = pass.row_bytes();
    tile::warp::Magic const& by_units = part.by_words.units;
    tile::warp::walk_columns(team, by_units, rows * by_units.divisor, [&](std::uint32_t unit) {
      std::int32_t const at = static_cast<std::int32_t>(unit) * U;
      auto const above =
          static_cast<std::uint32_t>(quotient(pass.by_element, static_cast<std::int32_t>(unit)));
      std::uint32_t const corner = above < rows ? above : 0;
      std::byte* const column = part.panel + at;
      return [=, &move](std::uint32_t row, std::uint32_t /*position*/) {
        std::uint32_t const lands = least_of(row - corner, row - corner + rows);
        std::uint32_t const source = lands + static_cast<std::uint32_t>(part.first) + above;
        std::uint32_t const in_matrix = least_of(source, source - m);
        move(static_cast<std::int32_t>(lands) * part.row_bytes() + at,
             column + tile::warp::wide_product(static_cast<std::int32_t>(in_matrix), pitch));
      };
    });
  }
  template <class T>
  KOKKOS_FUNCTION void load_diagonals(T const& team, Part const& part) const {
    for_each_of_diagonals(team, part, [&](std::int32_t at, std::byte const* from) {
      team.template copy_async<U>(at, from, true, team::Hint::once);
    });
  }
  template <class T>
  KOKKOS_FUNCTION void store_diagonals(T const& team, Part const& part) const {
    for_each_of_diagonals(team, part, [&](std::int32_t at, std::byte* to) {
      team.template store<U>(to, team.template get<U>(at), true, team::Hint::once);
    });
  }

  template <class T>
  KOKKOS_FUNCTION void load_rows(T const& team, Part const& part) const {
    for_each_word_of_rows(team, part, [&]<int W>(std::int32_t at, std::byte const* from) {
      team.template copy_async<W>(at, from, true, team::Hint::once);
    });
  }
  template <class T>
  KOKKOS_FUNCTION void store_rows(T const& team, Part const& part) const {
    for_each_word_of_rows(team, part, [&]<int W>(std::int32_t at, std::byte* to) {
      team.template store<W>(to, team.template get<W>(at), true, team::Hint::once);
    });
  }
  /// Calls move.operator()<W>(shared, panel) for the words of whole rows, by the table.
  template <class T, class Move>
  KOKKOS_FUNCTION void for_each_word_of_rows(T const& team, Part const& part,
                                             Move const& move) const {
    constexpr int vector = tile::warp::vector_bytes;
    bool const by_vectors = part.row_bytes() % vector == 0 && pass.row_bytes() % vector == 0 &&
                            tile::warp::shift_of(part.panel) == 0;
    if (by_vectors) walk<vector>(team, part, part.by_words.vectors, move);
    else walk<U>(team, part, part.by_words.units, move);
  }
  template <int W, class T, class Move>
  KOKKOS_FUNCTION void walk(T const& team, Part const& part, tile::warp::Magic const& by_words,
                            Move const& move) const {
    std::int32_t const pitch = pass.row_bytes();
    tile::warp::walk_columns(
        team, by_words, static_cast<std::uint32_t>(part.rows) * by_words.divisor,
        [&](std::uint32_t word) {
          std::int32_t const in_row = static_cast<std::int32_t>(word) * W;
          return [=, this, &team, &move](std::uint32_t row, std::uint32_t /*position*/) {
            auto const k = static_cast<std::int32_t>(row);
            auto const i = static_cast<std::int32_t>(team.template get<4>(pass.table_at() + k * 4));
            move.template operator()<W>(k * part.row_bytes() + in_row,
                                        part.panel + tile::warp::wide_product(i, pitch) + in_row);
          };
        });
  }
};

}  // namespace isomer::in_place
