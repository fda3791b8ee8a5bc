// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "in_place/c2r/c2r_index.hpp"
#include "in_place/c2r/c2r_shape.hpp"
#include "in_place/c2r/column_group.hpp"
#include "in_place/c2r/direction.hpp"
#include "in_place/c2r/row_shuffle.hpp"
#include "team/host_team.hpp"
#include "team/work_shares.hpp"

/// The passes of C2R and R2C, as kernels of a worker's part.
namespace isomer::in_place {

using detail::share_of;

/// Finds one row of each cycle of the row permutation. Serial: m steps of arithmetic.
struct FindCycles {
  C2rIndex index;
  std::int64_t* leaders;
  std::uint64_t* marks;

  void operator()(team::HostTeam const&) const {
    std::int64_t const m = index.m();
    std::fill_n(marks, m / 64 + 1, std::uint64_t{0});
    std::int64_t count = 0;
    for (std::int64_t first = 0; first < m; ++first) {
      if ((marks[first / 64] >> (first % 64) & 1) != 0) continue;
      std::int64_t i = index.q(first);
      if (i == first) continue;
      leaders[++count] = first;
      for (; i != first; i = index.q(i)) marks[i / 64] |= std::uint64_t{1} << (i % 64);
    }
    leaders[0] = count;
  }
};

template <class Piece>
struct C2rArrays {
  C2rShape shape;
  C2rIndex index;
  Piece piece;
  std::byte* data;
  std::int64_t const* leaders;

  std::int64_t pitch() const { return shape.n * shape.chunk; }
};

template <class Piece>
struct ShuffleRows {
  C2rArrays<Piece> arrays;

  void operator()(team::HostTeam const& team) const {
    std::int64_t const worker = team.block();
    RowShuffle<Piece> const shuffle(arrays.index, arrays.piece, arrays.shape.chunk);
    std::byte* const buffer = team.shared();
    auto const [begin, end] =
        share_of(worker, arrays.shape.workers, arrays.shape.batch * arrays.shape.m);
    std::int64_t i = begin % arrays.shape.m;
    for (std::int64_t row = begin; row < end; ++row) {
      std::byte* const at = arrays.data + row * arrays.pitch();
      if (arrays.shape.direction == Direction::c2r) shuffle.c2r(buffer, at, i);
      else shuffle.r2c(buffer, at, i);
      std::memcpy(at, buffer, static_cast<std::size_t>(arrays.pitch()));
      if (++i == arrays.shape.m) i = 0;
    }
  }
};

/// Calls `body` for the groups of columns of a worker. Groups begin on cache lines of the first
/// row, if columns do.
template <class Piece, class Body>
void for_each_group(C2rArrays<Piece> const& arrays, std::int64_t worker, Body const& body) {
  C2rShape const& shape = arrays.shape;
  auto const misalignment =
      static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(arrays.data) % 64);
  std::int64_t const head = 64 % shape.chunk == 0 && misalignment % shape.chunk == 0
                                ? std::min((64 - misalignment) % 64 / shape.chunk, shape.n)
                                : 0;
  std::int64_t const whole = (shape.n - head + shape.group_cols - 1) / shape.group_cols;
  std::int64_t const groups = whole + (head > 0 ? 1 : 0);
  auto const [begin, end] = share_of(worker, shape.workers, shape.batch * groups);
  for (std::int64_t at = begin; at < end; ++at) {
    std::int64_t const k = at % groups - (head > 0 ? 1 : 0);
    std::int64_t const j = k < 0 ? 0 : head + k * shape.group_cols;
    std::int64_t const cols = k < 0 ? head : std::min(shape.group_cols, shape.n - j);
    std::byte* const first = arrays.data + at / groups * shape.m * arrays.pitch() + j * shape.chunk;
    body(ColumnGroup<Piece>(first, arrays.pitch(), shape.m, cols, arrays.piece, shape.chunk), j);
  }
}

/// Eq. 23 before the row shuffle of C2R, eq. 36 behind that of R2C.
template <class Piece>
struct RotateByGroup {
  C2rArrays<Piece> arrays;

  void operator()(team::HostTeam const& team) const {
    std::int64_t const worker = team.block();
    std::int64_t const sign = arrays.shape.direction == Direction::c2r ? 1 : -1;
    for_each_group(arrays, worker, [&](ColumnGroup<Piece> const& group, std::int64_t first) {
      group.rotate([&](std::int64_t j) { return sign * arrays.index.pre_rotation(first + j); },
                   team.shared());
    });
  }
};

/// The column shuffle: eq. 32 and 33 behind the row shuffle of C2R, eq. 34 and 35 before that of
/// R2C.
template <class Piece>
struct ShuffleColumns {
  C2rArrays<Piece> arrays;

  void operator()(team::HostTeam const& team) const {
    std::int64_t const worker = team.block();
    auto const& index = arrays.index;
    if (arrays.shape.buffers_columns) return by_buffer(team);
    auto const* const leaders = arrays.leaders + 1;
    std::int64_t const count = arrays.leaders[0];
    for_each_group(arrays, worker, [&](ColumnGroup<Piece> const& group, std::int64_t first) {
      if (arrays.shape.direction == Direction::c2r) {
        group.rotate([&](std::int64_t j) { return first + j; }, team.shared());
        group.permute_rows([&](std::int64_t i) { return index.q(i); }, leaders, count);
      } else {
        group.permute_rows([&](std::int64_t i) { return index.q_inverse(i); }, leaders, count);
        group.rotate([&](std::int64_t j) { return -(first + j); }, team.shared());
      }
    });
  }

 private:
  void by_buffer(team::HostTeam const& team) const {
    auto const& index = arrays.index;
    auto const q = [&](std::int64_t i) { return index.q(i); };
    for_each_group(arrays, team.block(), [&](ColumnGroup<Piece> const& group, std::int64_t first) {
      std::int64_t const base = first % index.m();
      if (arrays.shape.direction == Direction::c2r)
        group.rotate_and_permute(base, q, team.shared());
      else group.permute_and_rotate(base, q, team.shared());
    });
  }
};

}  // namespace isomer::in_place
