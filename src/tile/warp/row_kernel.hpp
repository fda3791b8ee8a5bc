// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "team/team.hpp"
#include "tile/warp/arrays.hpp"
#include "tile/warp/packed.hpp"
#include "tile/warp/row_geometry.hpp"
#include "tile/warp/run.hpp"
#include "tile/warp/shifted.hpp"
#include "tile/warp/walk.hpp"

// Pieces of runs, contiguous on both sides, go by way of shared memory, so that all of a block's
// are under way at once. A piece is loaded in vectors of 16 bytes as they lie in the source, and
// stored in vectors as they lie in the destination, which begin anywhere in those:
//
//     source           . . h|v v v v|v v v v|t . . .      h, t: edges, in units of U bytes
//     shared memory    . . h|v v v v|v v v v|t . . .
//                          a b c d|a b c d|a b c           a vector of the destination is got in
//     destination      .  |a b c d|a b c d|a b c .         words of 4 or 8 bytes
//
// U divides all addresses and distances; with 16 there are no edges.
namespace isomer::tile::warp {

template <int U, class Arrays = OnePair>
struct RowKernel {
  static constexpr int threads = RowGeometry::threads;

  RowGeometry rows;
  Arrays arrays;

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    write_table(team);
    team.barrier();
    for_each_piece(team, [&](Piece const& piece, std::int32_t lane, std::int32_t lanes) {
      load(team, piece, lane, lanes);
    });
    team.commit();
    team.template wait<0>();
    team.barrier();
    for_each_piece(team, [&](Piece const& piece, std::int32_t lane, std::int32_t lanes) {
      store(team, piece, lane, lanes);
    });
  }

 private:
  struct Piece {
    std::byte* to;
    std::byte const* from;
    std::int32_t bytes;
    std::int32_t at;  ///< in shared memory: of the vector in which it begins
  };

  /// Where the block's pieces are. Beyond the last of all there is nothing to move.
  template <class T>
  KOKKOS_FUNCTION void write_table(T const& team) const {
    for (std::int32_t k = team.rank(); k < rows.of_block; k += team.size()) {
      std::int32_t const number = team.block() * rows.of_block + k;
      bool const exists = number < rows.pieces;
      RowGeometry::Place const place = rows.locate(exists ? number : 0);
      team.template put<16>(RowGeometry::place_at(k),
                            team::Word16{{arrays.behind(team, Side::src, 0, place.src),
                                          arrays.behind(team, Side::dst, 0, place.dst)}});
      team.template put<4>(rows.bytes_at(k), static_cast<std::uint32_t>(exists ? place.bytes : 0));
    }
  }

  /// Calls visit(piece, lane, lanes) with those that a thread is a lane of.
  template <class T, class Visit>
  KOKKOS_FUNCTION void for_each_piece(T const& team, Visit const& visit) const {
    for_each_shared_line(team, rows.lanes_shift, rows.of_block,
                         [&](std::int32_t k, std::int32_t lane, std::int32_t lanes) {
                           auto const place = team.template get<16>(RowGeometry::place_at(k));
                           auto const bytes =
                               static_cast<std::int32_t>(team.template get<4>(rows.bytes_at(k)));
                           std::byte const* const from = shifted(arrays.source(0), place.half[0]);
                           visit(Piece{shifted(arrays.target(0), place.half[1]), from, bytes,
                                       rows.piece_at(k) + vector_of_sector(from)},
                                 lane, lanes);
                         });
  }

  /// How far behind a sector the vector begins that an address is in.
  KOKKOS_FUNCTION static std::int32_t vector_of_sector(std::byte const* address) {
    return static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(address) &
                                     std::uintptr_t{vector_bytes});
  }

  template <class T>
  KOKKOS_FUNCTION static void load(T const& team, Piece const& piece, std::int32_t lane,
                                   std::int32_t lanes) {
    for_each_word_of_run<U>(lane, lanes, piece.from, piece.bytes,
                            [&]<int W>(std::int32_t at, std::byte const* from) {
                              team.template copy_async<W>(piece.at + at, from, true);
                            });
    if constexpr (U < 4) fill_words(team, piece, lane, lanes);
  }

  /// What is left of the first and of the last word of four bytes, parts of which are got with
  /// their neighbours.
  template <class T>
  KOKKOS_FUNCTION static void fill_words(T const& team, Piece const& piece, std::int32_t lane,
                                         std::int32_t lanes) {
    std::int32_t const begin = shift_of(piece.from);
    std::int32_t const end = begin + piece.bytes;
    for (std::int32_t at = begin - begin % 4 + lane * U; at < begin; at += lanes * U)
      team.template put<U>(piece.at + at, 0);
    std::int32_t const behind = (end + 3) / 4 * 4;
    for (std::int32_t at = end + lane * U; at < behind; at += lanes * U)
      team.template put<U>(piece.at + at, 0);
  }

  template <class T>
  KOKKOS_FUNCTION static void store(T const& team, Piece const& piece, std::int32_t lane,
                                    std::int32_t lanes) {
    std::int32_t const begin = piece.at + shift_of(piece.from) - shift_of(piece.to);
    for_each_word_of_run<U>(
        lane, lanes, piece.to, piece.bytes, [&]<int W>(std::int32_t at, std::byte* to) {
          team.template store<W>(to, word_at<W>(team, begin + at), true, team::Hint::once);
        });
  }

  /// A unit, or a vector that begins on one.
  template <int W, class T>
  KOKKOS_FUNCTION static team::Word<W> word_at(T const& team, std::int32_t at) {
    if constexpr (W == U) return team.template get<W>(at);
    else if constexpr (U == 8) return {{team.template get<8>(at), team.template get<8>(at + 8)}};
    else if constexpr (U == 4) return vector_of(team, at, 0);
    else return vector_of(team, at - at % 4, at % 4);
  }

  /// Sixteen bytes from byte `shift` of a word of four on.
  template <class T>
  KOKKOS_FUNCTION static team::Word16 vector_of(T const& team, std::int32_t at,
                                                std::int32_t shift) {
    std::uint32_t word[5];
    for (int k = 0; k < 4; ++k) word[k] = team.template get<4>(at + 4 * k);
    if constexpr (U < 4) {
      word[4] = team.template get<4>(at + (shift == 0 ? 12 : 16));
      std::uint32_t const selector = 0x3210U + 0x1111U * static_cast<std::uint32_t>(shift);
      for (int k = 0; k < 4; ++k) word[k] = team.bytes(word[k], word[k + 1], selector);
    }
    return packed({word[0], word[1], word[2], word[3]});
  }
};

}  // namespace isomer::tile::warp
