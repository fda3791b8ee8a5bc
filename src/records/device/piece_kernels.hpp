// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "records/device/piece_places.hpp"
#include "team/team.hpp"

// The second pass (piece_segments.hpp): each warp follows segments, of which the table has the
// places one behind the other,
//
//     place 0 <- place 1 <- .. <- place moves
//
// so that the pieces of several moves are loaded before the first is stored.
namespace isomer::records {

inline constexpr int piece_threads = 128;
/// Blocks that have this many warps.
constexpr int blocks_of_warps(std::int32_t warps) {
  constexpr int of_block = piece_threads / team::warp_lanes;
  return (warps + of_block - 1) / of_block;
}

/// That of the calling thread among all of a launch.
template <class T>
KOKKOS_FUNCTION std::int32_t number_of_warp(T const& team) {
  return team.block() * (team.size() / T::lanes) + team.rank() / T::lanes;
}

/// Words that a thread has of a piece.
KOKKOS_INLINE_FUNCTION constexpr int words_of_piece(std::int32_t piece_bytes, int word) {
  return (piece_bytes + team::warp_lanes * word - 1) / (team::warp_lanes * word);
}
/// Shared memory of a block whose warps have that many moves under way, with the first piece of a
/// cycle.
constexpr std::int64_t bytes_under_way(int moves, std::int32_t piece_bytes, int word) {
  return std::int64_t{piece_threads} * word * words_of_piece(piece_bytes, word) * (moves + 1);
}

/// Moves whose pieces a warp has loaded before it stores the first: the more, the shorter they are,
/// and no more than `room` bytes of shared memory hold in words of that size or smaller. Less than
/// 1 where that is too little for any.
constexpr int moves_under_way(std::int32_t piece_bytes, int word, std::int64_t room) {
  constexpr std::int32_t bytes = 8 << 10;
  constexpr int fewest = 4;
  constexpr int most = 16;
  std::int64_t const fit = room / bytes_under_way(0, piece_bytes, word) - 1;
  return static_cast<int>(
      std::min<std::int64_t>(std::clamp(bytes / piece_bytes, fewest, most), fit));
}

/// A list of the table.
struct SegmentOfPlaces {
  std::uint32_t first;  ///< of its places, in the list of all
  std::int32_t moves;
  std::int32_t is_cycle;  ///< the last place is the first
  std::int32_t unused;
};
static_assert(sizeof(SegmentOfPlaces) == 16);

/// Each warp moves a piece from the first of two places to the second.
template <int V>
struct SavePiecesKernel {
  static constexpr int threads = piece_threads;

  PiecePlaces pieces;
  std::byte const* saved;  ///< list of the places of pieces to save
  std::uint32_t to;        ///< place of the first one saved
  std::int32_t count;

  int blocks() const { return blocks_of_warps(count); }

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    std::int32_t const k = number_of_warp(team);
    bool const is_there = k < count;
    std::int32_t const number = is_there ? k : 0;
    std::byte const* const from = pieces.at(team, team.template load<4>(saved + number * 4, true));
    std::byte* const target = pieces.at(team, to + static_cast<std::uint32_t>(number));
    std::int32_t const end = is_there ? pieces.piece_bytes : 0;
    for (std::int32_t x = team.rank() % T::lanes * V; x < end; x += T::lanes * V)
      team.template store<V>(target + x, team.template load<V>(from + x, true), true);
  }
};

/// Each warp follows a segment. A thread keeps what it has under way in shared memory, where no
/// other looks; behind that the first piece of a cycle, which its last move takes.
template <int V>
struct PieceSegmentsKernel {
  static constexpr int threads = piece_threads;

  PiecePlaces pieces;
  std::byte const* segments;  ///< list
  std::byte const* places;    ///< list
  std::int32_t count;
  std::int32_t ahead;  ///< moves under way

  int blocks() const { return blocks_of_warps(count); }
  int shared_bytes() const {
    return static_cast<int>(bytes_under_way(ahead, pieces.piece_bytes, V));
  }

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    std::int32_t const warp = number_of_warp(team);
    bool const is_there = warp < count;
    std::byte const* const segment =
        segments + std::int64_t{is_there ? warp : 0} * std::int64_t{sizeof(SegmentOfPlaces)};
    std::uint32_t const first = team.template load<4>(segment, true);
    auto const moves =
        is_there ? static_cast<std::int32_t>(team.template load<4>(segment + 4, true)) : 0;
    bool const is_cycle = team.template load<4>(segment + 8, true) != 0;
    std::byte const* const place = places + std::int64_t{first} * 4;
    if (moves == 0) return;
    load(team, ahead, piece_at(team, place, 0), is_cycle);
    for (std::int32_t done = 0; done < moves; done += ahead) {
      std::int32_t const left = moves - done;
      std::int32_t const now = left < ahead ? left : ahead;
      for (std::int32_t k = 0; k < now; ++k) {
        bool const is_kept = is_cycle && done + k + 1 == moves;
        load(team, k, piece_at(team, place, done + k + 1), !is_kept);
      }
      team.commit();
      team.template wait<0>();
      for (std::int32_t k = 0; k < now; ++k) {
        bool const is_kept = is_cycle && done + k + 1 == moves;
        store(team, is_kept ? ahead : k, piece_at(team, place, done + k));
      }
    }
  }

 private:
  template <class T>
  KOKKOS_FUNCTION std::byte* piece_at(T const& team, std::byte const* place,
                                      std::int32_t number) const {
    return pieces.at(team, team.template load<4>(place + std::int64_t{number} * 4, true));
  }
  /// Where a thread has the words of the k-th piece under way: every threads-th from here on.
  template <class T>
  KOKKOS_FUNCTION int shared_at(T const& team, std::int32_t k) const {
    return (k * words_of_piece(pieces.piece_bytes, V) * threads + team.rank()) * V;
  }
  template <class T>
  KOKKOS_FUNCTION void load(T const& team, std::int32_t k, std::byte const* from, bool take) const {
    int at = shared_at(team, k);
    for (std::int32_t x = team.rank() % T::lanes * V; x < pieces.piece_bytes; x += T::lanes * V) {
      team.template copy_async<V>(at, from + x, take);
      at += threads * V;
    }
  }
  template <class T>
  KOKKOS_FUNCTION void store(T const& team, std::int32_t k, std::byte* to) const {
    int at = shared_at(team, k);
    for (std::int32_t x = team.rank() % T::lanes * V; x < pieces.piece_bytes; x += T::lanes * V) {
      team.template store<V>(to + x, team.template get<V>(at), true);
      at += threads * V;
    }
  }
};

}  // namespace isomer::records
