// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "in_place/panel/skinny_geometry.hpp"
#include "team/team.hpp"
#include "tile/warp/magic.hpp"

// Pass b: chunks follow the cycles of k -> source_of(k), without marks. The slots that are
// multiples of Q are starts; their chunks are saved. A segment begins in a start and ends
// before the next one, whose saved chunk its last slot takes, so that all segments move at once:
//
//     start k <- slot <- slot <- slot <- [saved chunk of the next start]
//
// Cycles without a start belong to their smallest slot, which finds that out by walking them.
namespace isomer::in_place {

/// A kernel argument. A chunk is moved in slices, each by a warp of its own.
struct ChunkCycles {
  SkinnyGeometry skinny;
  tile::warp::Magic by_gap;     ///< Q
  tile::warp::Magic by_starts;  ///< of an item
  tile::warp::Magic by_slices;  ///< of a chunk
  std::int32_t slice_bytes;     ///< a unit for each lane of a warp, or several
  std::int32_t ahead;           ///< slots whose chunks are loaded before the first is stored
  std::int32_t warps;           ///< that are needed, for all slices of all starts

  int blocks() const;

  KOKKOS_FUNCTION bool is_start(std::int32_t slot) const {
    return start_number(slot) * static_cast<std::int32_t>(by_gap.divisor) == slot;
  }
  KOKKOS_FUNCTION std::int32_t start_number(std::int32_t slot) const {
    return SkinnyGeometry::quotient(by_gap, slot);
  }
  std::int64_t starts() const { return std::int64_t{by_starts.divisor} * skinny.items; }
};
static_assert(std::is_trivially_copyable_v<ChunkCycles>);

inline constexpr int chunk_threads = 128;
/// Of a thread at most (cmake/cuda_compile/gates.txt).
inline constexpr int chunk_registers = 48;
/// For a unit, which is loaded and stored, and for a slice of a chunk.
inline constexpr double chunk_unit_instructions = 12.5;
inline constexpr double chunk_instructions = 60;

inline int ChunkCycles::blocks() const {
  constexpr int warps_of_block = chunk_threads / team::warp_lanes;
  return (warps + warps_of_block - 1) / warps_of_block;
}

/// Units that a lane has of a slice at most, and of all slots that it has under way.
inline constexpr int slice_units = 4;
inline constexpr int units_under_way = 16;

/// What a warp has to do: a slice of the chunks from a start on.
template <int U>
struct ChunkTask {
  template <class T>
  KOKKOS_FUNCTION ChunkTask(T const& team, int block, ChunkCycles const& cycles) {
    std::int32_t const warp = block * (team.size() / T::lanes) + team.rank() / T::lanes;
    is_there = warp < cycles.warps;
    std::int32_t const number = is_there ? warp : 0;
    std::int32_t const start = SkinnyGeometry::quotient(cycles.by_slices, number);
    std::int32_t const slice = number - start * static_cast<std::int32_t>(cycles.by_slices.divisor);
    item = SkinnyGeometry::quotient(cycles.by_starts, start);
    start_of_item = start - item * static_cast<std::int32_t>(cycles.by_starts.divisor);
    std::int32_t const slice_begin = slice * cycles.slice_bytes;
    std::int32_t const left = cycles.skinny.chunk_bytes() - slice_begin;
    std::int32_t const bytes = left < cycles.slice_bytes ? left : cycles.slice_bytes;
    first = slice_begin + team.rank() % T::lanes * U;
    end = slice_begin + (is_there ? bytes : 0);
  }

  /// Calls visit(byte of the chunk, number) for the units of a lane.
  template <class Visit>
  KOKKOS_FUNCTION void for_each_unit(Visit const& visit) const {
    std::int32_t number = 0;
    for (std::int32_t at = first; at < end; at += team::warp_lanes * U) visit(at, number++);
  }

  bool is_there;
  std::int32_t item;
  std::int32_t start_of_item;
  std::int32_t first;  ///< byte of the chunk that this lane's first unit is
  std::int32_t end;    ///< of the slice
};

/// Saves the chunks of all starts.
template <int U>
struct SaveStartsKernel {
  static constexpr int threads = chunk_threads;

  ChunkCycles cycles;
  std::byte const* data;
  std::byte* saved;

  int blocks() const { return cycles.blocks(); }

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    run(team, team.block());
  }
  template <class T>
  KOKKOS_FUNCTION void run(T const& team, int block) const {
    ChunkTask<U> const task(team, block, cycles);
    SkinnyGeometry const& skinny = cycles.skinny;
    auto const slot = task.start_of_item * static_cast<std::int32_t>(cycles.by_gap.divisor);
    std::byte const* const from = data + task.item * skinny.item_bytes() + skinny.slot_at(slot);
    std::int64_t const start =
        std::int64_t{task.item} * cycles.by_starts.divisor + task.start_of_item;
    std::byte* const to = saved + start * skinny.chunk_bytes();
    task.for_each_unit([&](std::int32_t at, std::int32_t) {
      team.template store<U>(to + at, team.template load<U>(from + at, true), true);
    });
  }
};

/// Moves the chunks of all segments. Each thread keeps what it has under way in shared memory,
/// where no other looks.
template <int U, SkinnyWay way>
struct SegmentsKernel {
  static constexpr int threads = chunk_threads;
  static constexpr int shared_bytes = threads * units_under_way * U;

  ChunkCycles cycles;
  std::byte* data;
  std::byte const* saved;

  int blocks() const { return cycles.blocks(); }

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    run(team, team.block());
  }
  template <class T>
  KOKKOS_FUNCTION void run(T const& team, int block) const {
    ChunkTask<U> const task(team, block, cycles);
    std::int32_t slot = task.start_of_item * static_cast<std::int32_t>(cycles.by_gap.divisor);
    bool is_under_way = task.is_there;
    while (is_under_way) {
      std::int32_t const first = slot;
      std::int32_t count = 0;
      for (; count < cycles.ahead && is_under_way; ++count) {
        std::int32_t const source = cycles.skinny.template source_of<way>(slot);
        is_under_way = !cycles.is_start(source);
        load(team, task, count, is_under_way ? chunk_of(task, source) : saved_chunk(task, source));
        slot = source;
      }
      team.commit();
      team.template wait<0>();
      std::int32_t to = first;
      for (std::int32_t k = 0; k < count; ++k) {
        store(team, task, k, chunk_of(task, to));
        to = cycles.skinny.template source_of<way>(to);
      }
    }
  }

 private:
  KOKKOS_FUNCTION std::byte* chunk_of(ChunkTask<U> const& task, std::int32_t slot) const {
    return data + task.item * cycles.skinny.item_bytes() + cycles.skinny.slot_at(slot);
  }
  KOKKOS_FUNCTION std::byte const* saved_chunk(ChunkTask<U> const& task, std::int32_t slot) const {
    std::int64_t const start =
        std::int64_t{task.item} * cycles.by_starts.divisor + cycles.start_number(slot);
    return saved + start * cycles.skinny.chunk_bytes();
  }

  /// Where a thread has its units of the k-th slot under way: every threads-th from here on.
  template <class T>
  KOKKOS_FUNCTION int place_of(T const& team, int k) const {
    return k * (cycles.slice_bytes / team::warp_lanes) * threads + team.rank() * U;
  }
  template <class T>
  KOKKOS_FUNCTION void load(T const& team, ChunkTask<U> const& task, int k,
                            std::byte const* from) const {
    int const place = place_of(team, k);
    task.for_each_unit([&](std::int32_t at, std::int32_t number) {
      team.template copy_async<U>(place + number * (threads * U), from + at, true);
    });
  }
  template <class T>
  KOKKOS_FUNCTION void store(T const& team, ChunkTask<U> const& task, int k, std::byte* to) const {
    int const place = place_of(team, k);
    task.for_each_unit([&](std::int32_t at, std::int32_t number) {
      team.template store<U>(to + at, team.template get<U>(place + number * (threads * U)), true);
    });
  }
};

/// Moves the cycles without a start, each as a warp finds its smallest slot among its 32.
template <int U, SkinnyWay way>
struct UncutCyclesKernel {
  static constexpr int threads = chunk_threads;
  static constexpr std::uint32_t none = ~0U;

  ChunkCycles cycles;
  std::byte* data;

  int blocks() const {
    std::int64_t const slots = std::int64_t{cycles.skinny.slots()} * cycles.skinny.items;
    return static_cast<int>((slots + threads - 1) / threads);
  }

  template <team::Team T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    run(team, team.block());
  }
  template <class T>
  KOKKOS_FUNCTION void run(T const& team, int block) const {
    std::int32_t const number = block * team.size() + team.rank();
    std::int32_t const item = SkinnyGeometry::quotient(cycles.skinny.by_slots, number);
    std::int32_t const slot = number - item * cycles.skinny.slots();
    bool const is_leader = item < cycles.skinny.items && leads(slot);
    for (int lane = 0; lane < T::lanes; ++lane) {
      std::uint32_t const leader =
          team.shuffle(is_leader ? static_cast<std::uint32_t>(number) : none, lane);
      if (leader != none) move(team, static_cast<std::int32_t>(leader));
    }
  }

 private:
  /// Whether the slot is the smallest of a cycle of several without a start.
  KOKKOS_FUNCTION bool leads(std::int32_t slot) const {
    if (cycles.is_start(slot)) return false;
    std::int32_t next = cycles.skinny.template source_of<way>(slot);
    if (next == slot) return false;
    while (next > slot && !cycles.is_start(next))
      next = cycles.skinny.template source_of<way>(next);
    return next == slot;
  }

  template <class T>
  KOKKOS_FUNCTION void move(T const& team, std::int32_t number) const {
    SkinnyGeometry const& skinny = cycles.skinny;
    std::int32_t const of_item = SkinnyGeometry::quotient(skinny.by_slots, number);
    std::byte* const item = data + of_item * skinny.item_bytes();
    std::int32_t const leader = number - of_item * skinny.slots();
    for (std::int32_t first = 0; first < skinny.chunk_bytes(); first += team::warp_lanes * U) {
      std::int32_t const at = first + team.rank() % T::lanes * U;
      bool const take = at < skinny.chunk_bytes();
      team::Word<U> const last = team.template load<U>(item + skinny.slot_at(leader) + at, take);
      std::int32_t slot = leader;
      for (std::int32_t source = skinny.template source_of<way>(slot); source != leader;
           source = skinny.template source_of<way>(slot)) {
        team.template store<U>(item + skinny.slot_at(slot) + at,
                               team.template load<U>(item + skinny.slot_at(source) + at, take),
                               take);
        slot = source;
      }
      team.template store<U>(item + skinny.slot_at(slot) + at, last, take);
    }
  }
};

}  // namespace isomer::in_place
