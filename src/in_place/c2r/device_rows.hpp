// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "in_place/c2r/direction.hpp"
#include "in_place/move_units.hpp"
#include "team/team.hpp"
#include "tile/warp/magic.hpp"
#include "tile/warp/plan/row_slot.hpp"
#include "tile/warp/run.hpp"
#include "tile/warp/strided.hpp"
#include "tile/warp/walk.hpp"
#include "tile/warp/wide_product.hpp"

// The row pass of C2R on warps: the rotation before the row shuffle and the shuffle itself in one
// (eq. 23 and 24). With c = gcd(m, n) a row consists of c segments of b = n / c elements, and
//
//     old row i + k, segment k   --->   new row i, element x at column (i + k) mod m + x m  mod n
//
// so a block gathers the segments of c old rows in shared memory, each element at its new column,
// and then stores them as one row. R2C is the way back: a block has a row and scatters its
// segments.
//
//     row i        |s0|  |  |  |        rows go by ticket, in C2R from the first on, in R2C from
//     row i + 1    |  |s1|  |  |        the last: the rows from which this one takes segments are
//     row i + 2    |  |  |s2|  |        written by later tickets, which wait for this one's flag,
//     row i + 3    |  |  |  |s3|        and it waits for the c - 1 before it.
//
// Segments beyond the last row are those of the first c - 1 rows, which another kernel saves before
// (C2R), or puts back afterwards (R2C). Where there is no room for these, the rotation is a pass of
// its own (device_columns.hpp) and all segments of a row are in that row.
namespace isomer::in_place {

/// A kernel argument. An element is `units` units of a power of two of bytes, as many as the data
/// are aligned to.
struct RowPass {
  tile::warp::Magic by_rows;     ///< m
  tile::warp::Magic by_columns;  ///< n
  tile::warp::Magic by_segment;  ///< b
  tile::warp::RowSlot slot;
  std::int32_t segments;     ///< c
  bool rotates;              ///< whether they are of different rows
  std::int32_t column_step;  ///< m mod n
  std::int32_t element_bytes;
  std::int32_t units;
  std::int32_t blocks;  ///< rows of all matrices
  std::int32_t shared_bytes;
  std::int64_t saved_bytes;  ///< of a matrix

  KOKKOS_FUNCTION std::int32_t rows() const { return static_cast<std::int32_t>(by_rows.divisor); }
  KOKKOS_FUNCTION std::int32_t columns() const {
    return static_cast<std::int32_t>(by_columns.divisor);
  }
  KOKKOS_FUNCTION std::int32_t segment() const {
    return static_cast<std::int32_t>(by_segment.divisor);
  }
  KOKKOS_FUNCTION std::int64_t row_bytes() const { return std::int64_t{columns()} * element_bytes; }
  std::int64_t flag_count() const { return waits() ? 1 + std::int64_t{blocks} : 0; }
  KOKKOS_FUNCTION bool waits() const { return rotates && segments > 1; }

  /// In elements, from the beginning of what is saved of a matrix, as if there were all columns:
  /// where row t < c - 1 has its own, which begin at segment t + 1.
  KOKKOS_FUNCTION std::int64_t saved_row(std::int32_t t) const {
    std::int64_t const rest = segments - 1;
    return segment() * (t * rest - std::int64_t{t} * (t - 1) / 2 - t - 1);
  }
};
static_assert(std::is_trivially_copyable_v<RowPass>);

inline constexpr int row_threads = 256;
/// Of a thread at most (cmake/cuda_compile/gates.txt).
inline constexpr int row_registers = 56;
/// For a unit of a segment, and for a vector of the row.
inline constexpr double segment_unit_instructions = 13.5;
inline constexpr double row_vector_instructions = 12.5;

template <int U, Direction way>
struct RowPassKernel {
  static constexpr int threads = row_threads;

  RowPass pass;
  std::byte* data;
  std::byte* saved;
  std::uint32_t* flags;  ///< of all rows by ticket, behind the counter of the tickets

  std::int64_t flag_count() const { return pass.flag_count(); }

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    bool const waits = pass.waits();
    auto const number = static_cast<std::int32_t>(waits ? team.ticket(flags)
                                                        : static_cast<std::uint32_t>(team.block()));
    auto const matrix =
        static_cast<std::int32_t>(pass.by_rows.quotient(static_cast<std::uint32_t>(number)));
    std::int32_t const in_order = number - matrix * pass.rows();
    std::int32_t const row = way == Direction::c2r ? in_order : pass.rows() - 1 - in_order;
    Row const here{data + matrix * (pass.rows() * pass.row_bytes()),
                   saved + matrix * pass.saved_bytes, row};
    if constexpr (way == Direction::c2r) load_segments(team, here);
    else load_row(team, here);
    team.commit();
    team.template wait<0>();
    if (waits) {
      int const before = in_order < pass.segments - 1 ? in_order : pass.segments - 1;
      team.publish(flags + 1 + number, 1);
      team.await(flags + 1 + number - before, 1, before);
    } else {
      team.barrier();
    }
    if constexpr (way == Direction::c2r) store_row(team, here);
    else store_segments(team, here);
  }

 private:
  struct Row {
    std::byte* matrix;
    std::byte* saved;
    std::int32_t number;
  };

  KOKKOS_FUNCTION std::byte* begin_of(Row const& row) const {
    return row.matrix + row.number * pass.row_bytes();
  }

  template <class T>
  KOKKOS_FUNCTION void load_row(T const& team, Row const& row) const {
    tile::warp::for_each_word_of_run<U>(
        team.rank(), team.size(), static_cast<std::byte const*>(begin_of(row)),
        static_cast<std::int32_t>(pass.row_bytes()),
        [&]<int W>(std::int32_t at, std::byte const* from) {
          team.template copy_async<W>(place_of(units_in(at)), from, true);
        });
  }
  template <class T>
  KOKKOS_FUNCTION void store_row(T const& team, Row const& row) const {
    tile::warp::for_each_word_of_run<U>(
        team.rank(), team.size(), begin_of(row), static_cast<std::int32_t>(pass.row_bytes()),
        [&]<int W>(std::int32_t at, std::byte* to) {
          team.template store<W>(to, team.template get<W>(place_of(units_in(at))), true,
                                 team::Hint::once);
        });
  }

  template <class T>
  KOKKOS_FUNCTION void load_segments(T const& team, Row const& row) const {
    for_each_segment_unit(team, row, [&](std::int32_t at, std::byte const* from) {
      team.template copy_async<U>(at, from, true);
    });
  }
  template <class T>
  KOKKOS_FUNCTION void store_segments(T const& team, Row const& row) const {
    for_each_segment_unit(team, row, [&](std::int32_t at, std::byte* to) {
      team.template store<U>(to, team.template get<U>(at), true, team::Hint::once);
    });
  }

  /// Where a word of the row lies that is `units` behind the vector in which it begins.
  KOKKOS_FUNCTION std::int32_t place_of(std::int32_t units) const { return pass.slot(units) * U; }
  KOKKOS_FUNCTION static std::int32_t units_in(std::int32_t bytes) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(bytes) / U);
  }

  /// Calls move(shared, global) for the units of all segments of a row.
  template <class T, class Move>
  KOKKOS_FUNCTION void for_each_segment_unit(T const& team, Row const& row,
                                             Move const& move) const {
    std::int32_t const shift = units_in(tile::warp::shift_of(begin_of(row)));
    for_each_unit<U>(pass.units, move, [&](std::int32_t bytes, auto const& visit) {
      std::int32_t const units = units_in(bytes);
      for_each_segment_element(team, row, bytes, [&](std::int32_t column, std::byte* element) {
        visit(place_of(shift + column * units), element);
      });
    });
  }

  /// Element x = k b + j goes to column (row + k) mod m + x m mod n, where b m is a multiple of n:
  /// x m mod n depends on j only.
  template <class T, class Visit>
  KOKKOS_FUNCTION void for_each_segment_element(T const& team, Row const& row,
                                                std::int32_t element_bytes,
                                                Visit const& visit) const {
    std::int32_t const size = team.size();
    tile::warp::Share const share = tile::warp::share_of(team, pass.by_segment);
    auto const first = static_cast<std::int32_t>(share.first);
    std::int32_t const step = in_row(size * pass.column_step);
    std::int32_t const shuffled = in_row(first * pass.column_step);
    auto const groups = static_cast<std::int32_t>(share.groups);
    for (auto k = static_cast<std::int32_t>(share.group); k < pass.segments; k += groups) {
      Segment const segment = segment_of(row, k);
      std::int32_t column = less_a_row(segment.column + shuffled);
      tile::warp::for_each_strided(first, pass.segment(), size, [&](std::int32_t j) {
        visit(column, segment.begin + tile::warp::wide_product(j, element_bytes));
        column = less_a_row(column + step);
      });
    }
  }

  struct Segment {
    std::byte* begin;
    std::int32_t column;  ///< of its element 0
  };
  KOKKOS_FUNCTION Segment segment_of(Row const& row, std::int32_t k) const {
    std::int32_t const below = row.number + k;
    bool const wraps = below >= pass.rows();
    std::int32_t const of = wraps ? below - pass.rows() : below;
    bool const is_saved = wraps && pass.rotates;
    std::int64_t const row_begin =
        is_saved ? pass.saved_row(of)
                 : std::int64_t{pass.rotates ? of : row.number} * pass.columns();
    std::int64_t const begin = row_begin + std::int64_t{k} * pass.segment();
    return {(is_saved ? row.saved : row.matrix) + begin * pass.element_bytes, in_row(of)};
  }
  /// A product below 2^31, mod n.
  KOKKOS_FUNCTION std::int32_t in_row(std::int32_t a) const {
    auto const dividend = static_cast<std::uint32_t>(a);
    return static_cast<std::int32_t>(dividend -
                                     pass.by_columns.quotient(dividend) * pass.by_columns.divisor);
  }
  /// A sum of two columns, mod n: below n, less n is a large unsigned number.
  KOKKOS_FUNCTION std::int32_t less_a_row(std::int32_t sum) const {
    auto const whole = static_cast<std::uint32_t>(sum);
    std::uint32_t const less = whole - pass.by_columns.divisor;
    return static_cast<std::int32_t>(less < whole ? less : whole);
  }
};

/// Saves the segments of the first c - 1 rows that later rows take, or puts them there. A block has
/// a row of a matrix.
template <int U, Direction way>
struct SavedRowsKernel {
  static constexpr int threads = 128;

  RowPass pass;
  tile::warp::Magic by_saved_rows;  ///< c - 1
  std::byte* data;
  std::byte* saved;

  int blocks() const { return pass.waits() ? pass.blocks / pass.rows() * (pass.segments - 1) : 0; }

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    run(team, team.block());
  }
  template <class T>
  KOKKOS_FUNCTION void run(T const& team, int block) const {
    auto const matrix =
        static_cast<std::int32_t>(by_saved_rows.quotient(static_cast<std::uint32_t>(block)));
    std::int32_t const t = block - matrix * (pass.segments - 1);
    std::int32_t const first = (t + 1) * pass.segment();
    std::int64_t const row = std::int64_t{matrix} * pass.rows() + t;
    std::byte* const in_row = data + (row * pass.columns() + first) * pass.element_bytes;
    std::byte* const in_saved =
        saved + matrix * pass.saved_bytes + (pass.saved_row(t) + first) * pass.element_bytes;
    std::byte const* const from = way == Direction::c2r ? in_row : in_saved;
    std::byte* const to = way == Direction::c2r ? in_saved : in_row;
    std::int32_t const count = (pass.columns() - first) * pass.units;
    for (std::int32_t unit = team.rank(); unit < count; unit += team.size()) {
      std::int64_t const at = std::int64_t{unit} * U;
      team.template store<U>(to + at, team.template load<U>(from + at, true), true);
    }
  }
};

}  // namespace isomer::in_place
