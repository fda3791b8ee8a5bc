// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include "team/team.hpp"
#include "tile/warp/arrays.hpp"
#include "tile/warp/scaled_words.hpp"
#include "tile/warp/shifted.hpp"
#include "tile/warp/slice_geometry.hpp"
#include "tile/warp/walk.hpp"

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
    team::Word<W> const result = scaled_element<W>(factors, team.template get<W>(at), y);
    __builtin_memcpy(piece, &result, W);
    for (int k = 0; k < pieces; ++k)
      team.template store<U>(to + k * U, piece[k], take, team::Hint::once);
  }
};

template <class Words, class Arrays = OnePair>
struct SliceKernel {
  static constexpr int threads = slice_threads;
  static constexpr int unit_bytes = Words::unit_bytes;

  SliceGeometry slices;
  Arrays arrays;
  Words words;

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    SliceGeometry::Place place = slices.locate(team.block());
    place.shape = team.uniform(place.shape);
    write_in_table(team, place);
    write_out_table(team, place);
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
  KOKKOS_FUNCTION static std::uint32_t position_of(std::uint32_t entry, std::uint32_t low) {
    return entry < low ? entry : (entry - low) * low;
  }

  template <class T>
  KOKKOS_FUNCTION void write_in_table(T const& team, SliceGeometry::Place const& place) const {
    SliceGeometry::Shape const& shape = slices.shape[place.shape];
    std::uint32_t const low = low_of(shape.by_in);
    auto const size = static_cast<std::uint32_t>(team.size());
    for (auto entry = static_cast<std::uint32_t>(team.rank()); entry < low + shape.in_high;
         entry += size) {
      auto const in = slices.input(position_of(entry, low), place.shape);
      std::uint64_t const from = arrays.behind(team, Side::src, place.src, in.src, entry >= low);
      team.template put<16>(in_entry(entry),
                            team::Word16{{from, static_cast<std::uint64_t>(in.slot)}});
    }
  }

  template <class T>
  KOKKOS_FUNCTION void write_out_table(T const& team, SliceGeometry::Place const& place) const {
    SliceGeometry::Shape const& shape = slices.shape[place.shape];
    std::uint32_t const low = low_of(shape.by_out);
    auto const size = static_cast<std::uint32_t>(team.size());
    for (auto entry = static_cast<std::uint32_t>(team.rank()); entry < low + shape.out_high;
         entry += size) {
      std::int64_t const out = slices.output(position_of(entry, low), place.shape);
      team.template put<8>(out_entry(entry),
                           arrays.behind(team, Side::dst, place.dst, out, entry >= low));
    }
  }

  template <class T>
  KOKKOS_FUNCTION void read_words(T const& team, SliceGeometry::Place const& place) const {
    SliceGeometry::Shape const& shape = slices.shape[place.shape];
    std::uint32_t const low = low_of(shape.by_in);
    walk_columns(team, shape.by_in, shape.units, [&](std::uint32_t column) {
      std::uint32_t const word = column >> slices.unit_shift;
      std::uint32_t const unit = column - (word << slices.unit_shift);
      auto const a = team.template get<16>(in_entry(word));
      std::byte const* const from =
          shifted(arrays.source(place.src) + unit * unit_bytes, a.half[0]);
      std::uint32_t const slot = slot_of(a) + unit;
      return [=, this, &team](std::uint32_t row, std::uint32_t /*position*/) {
        auto const b = team.template get<16>(in_entry(low + row));
        words.read(team, place_of_slot(slot + slot_of(b)), shifted(from, b.half[0]), true);
      };
    });
  }

  template <class T>
  KOKKOS_FUNCTION void write_words(T const& team, SliceGeometry::Place const& place) const {
    SliceGeometry::Shape const& shape = slices.shape[place.shape];
    std::uint32_t const low = low_of(shape.by_out);
    walk_columns(team, shape.by_out, shape.units, [&](std::uint32_t column) {
      std::uint32_t const word = column >> slices.unit_shift;
      std::uint32_t const unit = column - (word << slices.unit_shift);
      std::byte* const to = shifted(arrays.target(place.dst) + unit * unit_bytes,
                                    team.template get<8>(out_entry(word)));
      return [=, this, &team](std::uint32_t row, std::uint32_t position) {
        words.write(team, shifted(to, team.template get<8>(out_entry(low + row))),
                    place_of_slot(position), true);
      };
    });
  }

  /// Where entries of the tables lie in shared memory.
  KOKKOS_FUNCTION static int in_entry(std::uint32_t entry) {
    return static_cast<int>(entry) * SliceGeometry::in_entry_bytes;
  }
  KOKKOS_FUNCTION int out_entry(std::uint32_t entry) const {
    return slices.out_table + static_cast<int>(entry) * SliceGeometry::out_entry_bytes;
  }
  KOKKOS_FUNCTION std::uint32_t slot_of(team::Word16 const& entry) const {
    return static_cast<std::uint32_t>(entry.half[1]) << slices.unit_shift;
  }
  /// Entries of the lower table: words, where the divisor counts units.
  KOKKOS_FUNCTION std::uint32_t low_of(Magic const& by) const {
    return by.divisor >> slices.unit_shift;
  }
};

}  // namespace isomer::tile::warp
