// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "team/team.hpp"
#include "tile/warp/row_geometry.hpp"

// Threads of a group move a piece of a run, contiguous on both sides, in vectors of 16 bytes that
// lie where vectors of the destination do. Where they lie otherwise in the source, each is taken
// from two vectors there, the second of which the next thread has loaded:
//
//      destination      | head |   j   |  j+1  |  j+2  | tail |
//      source          | .. lo_j | lo_j+1 | lo_j+2 | lo_j+3 | ..
//                          |<- j ->|            j = (lo_j, lo_j+1) from byte `shift` on
//
// Head and tail, and vectors of which a part of the source lies outside of the piece, move in units
// of U bytes, which divide all addresses and distances; with 16 there are neither.
namespace isomer::tile::warp {

template <int U>
struct RowKernel {
  static constexpr int threads = RowGeometry::threads;
  static constexpr int vector_bytes = RowGeometry::vector_bytes;
  static constexpr int vectors = RowGeometry::vectors;
  /// In units: less than two vectors.
  static constexpr int max_edge = 2 * vector_bytes / U;

  RowGeometry rows;
  std::byte* dst;
  std::byte const* src;

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    int const group = rows.group < team.size() ? rows.group : team.size();
    int const of_block = threads / rows.group;
    int const together = team.size() / group;
    int const thread = team.rank() % group;
    for (int first = 0; first < of_block; first += together) {
      Piece const piece = piece_at(team.block() * of_block + first + team.rank() / group);
      move_vectors(team, piece, thread, group);
      if constexpr (U < vector_bytes) {
        move_edge(team, piece.to, piece.from, piece.head, thread, group);
        int const done = piece.head + piece.vectors * vector_bytes;
        move_edge(team, piece.to + done, piece.from + done, piece.bytes - done, thread, group);
      }
    }
  }

 private:
  struct Piece {
    std::byte* to;
    std::byte const* from;
    int bytes;
    int head;     ///< before the first vector
    int vectors;  ///< whole ones
    int shift;    ///< of the source's bytes against its vectors
  };

  KOKKOS_FUNCTION static int misalignment(std::byte const* at) {
    return static_cast<int>(reinterpret_cast<std::uintptr_t>(at) % vector_bytes);
  }

  /// Beyond the last piece there is nothing to move.
  KOKKOS_FUNCTION Piece piece_at(int number) const {
    bool const exists = number < rows.pieces;
    RowGeometry::Place const place = rows.locate(exists ? number : 0);
    Piece piece{dst + place.dst, src + place.src, exists ? place.bytes : 0, 0, 0, 0};
    if constexpr (U < vector_bytes) {
      piece.head = (vector_bytes - misalignment(piece.to)) % vector_bytes;
      piece.shift = (misalignment(piece.from) + piece.head) % vector_bytes;
      // The first vector of the source begins before the piece.
      if (piece.shift > piece.head) piece.head += vector_bytes;
      if (piece.head > piece.bytes) piece.head = piece.bytes;
    }
    int const behind = piece.shift == 0 ? 0 : vector_bytes - piece.shift;
    int const left = piece.bytes - piece.head - behind;
    piece.vectors = left > 0 ? left / vector_bytes : 0;
    return piece;
  }

  /// As many turns for all pieces, for lanes of a warp may have different ones.
  template <class T>
  KOKKOS_FUNCTION void move_vectors(T const& team, Piece const& piece, int thread,
                                    int group) const {
    int const most = (rows.piece_bytes + vector_bytes - 1) / vector_bytes;
    std::byte* const to = piece.to + piece.head;
    std::byte const* const from = piece.from + piece.head - piece.shift;
    for (int first = 0; first < most; first += vectors * group) {
      team::Word16 low[vectors];
      for (int k = 0; k < vectors; ++k) {
        int const j = first + k * group + thread;
        low[k] =
            team.template load<16>(from + j * vector_bytes, j < piece.vectors, team::Hint::once);
      }
      for (int k = 0; k < vectors; ++k) {
        int const j = first + k * group + thread;
        team::Word16 const word = shifted(team, piece, from, low[k], j, thread, group);
        team.template store<16>(to + j * vector_bytes, word, j < piece.vectors, team::Hint::once);
      }
    }
  }

  /// Sixteen bytes from byte `shift` of vector j of the source on.
  template <class T>
  KOKKOS_FUNCTION team::Word16 shifted(T const& team, Piece const& piece, std::byte const* from,
                                       team::Word16 const& low, int j, int thread,
                                       int group) const {
    if constexpr (U == vector_bytes) {
      return low;
    } else {
      int const lane = team.rank() % T::lanes;
      bool const has_next = thread + 1 < group && lane + 1 < T::lanes && j + 1 < piece.vectors;
      team::Word16 const high = team.template load<16>(
          from + (j + 1) * vector_bytes, j < piece.vectors && !has_next && piece.shift != 0);
      std::uint32_t word[8];
      for (int k = 0; k < 4; ++k) {
        word[k] = half_of(low, k);
        std::uint32_t const next = team.shuffle(word[k], (lane + 1) % T::lanes);
        word[4 + k] = has_next ? next : half_of(high, k);
      }
      return funnel(team, word, piece.shift);
    }
  }

  KOKKOS_FUNCTION static std::uint32_t half_of(team::Word16 const& word, int k) {
    return static_cast<std::uint32_t>(word.half[k / 2] >> 32 * (k % 2));
  }

  /// Four of the eight words, from a byte on: by two words, by one, then within words.
  template <class T>
  KOKKOS_FUNCTION static team::Word16 funnel(T const& team, std::uint32_t const (&word)[8],
                                             int shift) {
    std::uint32_t by_two[6];
    for (int k = 0; k < 6; ++k) by_two[k] = (shift & 8) != 0 ? word[k + 2] : word[k];
    std::uint32_t by_one[5];
    for (int k = 0; k < 5; ++k) by_one[k] = (shift & 4) != 0 ? by_two[k + 1] : by_two[k];
    std::uint32_t out[4];
    std::uint32_t const selector = 0x3210U + 0x1111U * static_cast<std::uint32_t>(shift & 3);
    for (int k = 0; k < 4; ++k)
      out[k] = U < 4 ? team.bytes(by_one[k], by_one[k + 1], selector) : by_one[k];
    return {{out[0] | static_cast<std::uint64_t>(out[1]) << 32,
             out[2] | static_cast<std::uint64_t>(out[3]) << 32}};
  }

  template <class T>
  KOKKOS_FUNCTION void move_edge(T const& team, std::byte* to, std::byte const* from, int bytes,
                                 int thread, int group) const {
    for (int first = 0; first < max_edge; first += group) {
      int const at = (first + thread) * U;
      team::Word<U> const word = team.template load<U>(from + at, at < bytes);
      team.template store<U>(to + at, word, at < bytes, team::Hint::once);
    }
  }
};

}  // namespace isomer::tile::warp
