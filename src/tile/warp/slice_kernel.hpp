// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "team/team.hpp"
#include "tile/warp/scaled_words.hpp"
#include "tile/warp/shifted.hpp"
#include "tile/warp/slice_geometry.hpp"

// A block moves one slice through shared memory:
//
//      source                        shared memory                      destination
//      positions in input order      slots in output order              positions in output order
//      in.low[] + in.high[]   ---->  slot + slot / 32            ---->  out.low[] + out.high[]
//
// Both sides are as coalesced as the runs of the slice are long, whichever axes these have in
// common. The tables (slice_geometry.hpp) lie before the words.
namespace isomer::tile::warp {

/// How one word, or a unit of it, enters shared memory and leaves it: as it is ..
template <int W>
struct PlainWords {
  static constexpr int unit_bytes = W;

  template <class T>
  KOKKOS_FUNCTION void read(T const& team, int at, std::byte const* from, bool take) const {
    team.template copy_async<W>(at, from, take);
  }
  template <class T>
  KOKKOS_FUNCTION void write(T const& team, std::byte* to, int at, bool take) const {
    team.template store<W>(to, team.template get<W>(at), take, team::Hint::once);
  }
};

/// .. or scaled. Addresses are multiples of U bytes only.
template <int W, int U>
struct ScaledWords {
  static constexpr int unit_bytes = W;
  static constexpr int pieces = W / U;

  Factors factors;

  template <class T>
  KOKKOS_FUNCTION void read(T const& team, int at, std::byte const* from, bool take) const {
    for (int k = 0; k < pieces; ++k) team.template copy_async<U>(at + k * U, from + k * U, take);
  }
  template <class T>
  KOKKOS_FUNCTION void write(T const& team, std::byte* to, int at, bool take) const {
    team::Word<U> piece[pieces];
    for (int k = 0; k < pieces; ++k)
      piece[k] = team.template load<U>(to + k * U, take && factors.reads_dst);
    team::Word<W> y;
    __builtin_memcpy(&y, piece, W);
    team::Word<W> const result = scaled<W>(factors, team.template get<W>(at), y);
    __builtin_memcpy(piece, &result, W);
    for (int k = 0; k < pieces; ++k)
      team.template store<U>(to + k * U, piece[k], take, team::Hint::once);
  }
};

template <class Words>
struct SliceKernel {
  static constexpr int threads = slice_threads;
  static constexpr int unit_bytes = Words::unit_bytes;

  SliceGeometry slices;
  std::byte* dst;
  std::byte const* src;
  Words words;

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    SliceGeometry::Place place = slices.locate(team.block());
    place.shape = team.uniform(place.shape);
    write_in_table(team, place.shape);
    write_out_table(team, place.shape);
    team.barrier();
    read_words(team, place);
    team.commit();
    team.template wait<0>();
    team.barrier();
    write_words(team, place);
  }

 private:
  /// Of an unsigned number, which may wrap: see `shifted`.
  KOKKOS_FUNCTION int place_of_slot(std::uint32_t slot) const {
    return static_cast<int>(static_cast<std::uint32_t>(slices.words_at) +
                            slices.padded(slot) * static_cast<std::uint32_t>(unit_bytes));
  }
  /// The position that an entry of a table is for.
  KOKKOS_FUNCTION static std::uint32_t position_of(int entry, int low) {
    return static_cast<std::uint32_t>(entry < low ? entry : (entry - low) * low);
  }

  template <class T>
  KOKKOS_FUNCTION void write_in_table(T const& team, int number) const {
    SliceGeometry::Shape const& shape = slices.shape[number];
    auto const low = static_cast<int>(shape.in_low.divisor);
    for (int entry = team.rank(); entry < low + shape.in_high; entry += team.size()) {
      auto const in = slices.input(position_of(entry, low), number);
      team.template put<16>(
          entry * SliceGeometry::in_entry_bytes,
          team::Word16{{static_cast<std::uint64_t>(in.src), static_cast<std::uint64_t>(in.slot)}});
    }
  }

  template <class T>
  KOKKOS_FUNCTION void write_out_table(T const& team, int number) const {
    SliceGeometry::Shape const& shape = slices.shape[number];
    auto const low = static_cast<int>(shape.out_low.divisor);
    for (int entry = team.rank(); entry < low + shape.out_high; entry += team.size())
      team.template put<8>(
          slices.out_table + entry * SliceGeometry::out_entry_bytes,
          static_cast<std::uint64_t>(slices.output(position_of(entry, low), number)));
  }

  /// What a thread moves in one turn. Threads beyond the last unit look at the first, and move
  /// nothing.
  struct Turn {
    int word;  ///< its position
    int unit;  ///< of the word
    bool take;
  };
  KOKKOS_FUNCTION Turn turn_of(int position, int units) const {
    bool const take = position < units;
    int const at = take ? position : 0;
    int const word = at >> slices.unit_shift;
    return {word, at - (word << slices.unit_shift), take};
  }

  template <class T>
  KOKKOS_FUNCTION void read_words(T const& team, SliceGeometry::Place const& place) const {
    SliceGeometry::Shape const& shape = slices.shape[place.shape];
    auto const low = static_cast<int>(shape.in_low.divisor);
    int const units = shape.words << slices.unit_shift;
    for (int first = 0; first < units; first += team.size()) {
      Turn const turn = turn_of(first + team.rank(), units);
      auto const high =
          static_cast<int>(shape.in_low.quotient(static_cast<std::uint32_t>(turn.word)));
      team::Word16 const a =
          team.template get<16>((turn.word - high * low) * SliceGeometry::in_entry_bytes);
      team::Word16 const b = team.template get<16>((low + high) * SliceGeometry::in_entry_bytes);
      auto const slot = static_cast<std::uint32_t>(a.half[1] + b.half[1]) << slices.unit_shift;
      words.read(team, place_of_slot(slot + static_cast<std::uint32_t>(turn.unit)),
                 shifted(src + place.src + turn.unit * unit_bytes, a.half[0] + b.half[0]),
                 turn.take);
    }
  }

  template <class T>
  KOKKOS_FUNCTION void write_words(T const& team, SliceGeometry::Place const& place) const {
    SliceGeometry::Shape const& shape = slices.shape[place.shape];
    auto const low = static_cast<int>(shape.out_low.divisor);
    int const units = shape.words << slices.unit_shift;
    for (int first = 0; first < units; first += team.size()) {
      Turn const turn = turn_of(first + team.rank(), units);
      auto const high =
          static_cast<int>(shape.out_low.quotient(static_cast<std::uint32_t>(turn.word)));
      std::uint64_t const a = team.template get<8>(
          slices.out_table + (turn.word - high * low) * SliceGeometry::out_entry_bytes);
      std::uint64_t const b =
          team.template get<8>(slices.out_table + (low + high) * SliceGeometry::out_entry_bytes);
      words.write(
          team, shifted(dst + place.dst + turn.unit * unit_bytes, a + b),
          place_of_slot(static_cast<std::uint32_t>((turn.word << slices.unit_shift) + turn.unit)),
          turn.take);
    }
  }
};

}  // namespace isomer::tile::warp
