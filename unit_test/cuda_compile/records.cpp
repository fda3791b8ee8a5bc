// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The public functions for records in a user's kernels, compiled for the GPU: their machine code is
// held to gates.txt.

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <isomer/warp.hpp>

namespace isomer::test {

struct Floats7 {
  float value[7];
};
struct Doubles3 {
  double value[3];
};
struct Bytes5 {
  char value[5];
};

using Member = Kokkos::TeamPolicy<Kokkos::Cuda>::member_type;

template <class Record>
struct MovesInOrder {
  Record const* from;
  Record* to;
  std::int64_t count;

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    std::int64_t const thread =
        std::int64_t{team.league_rank()} * team.team_size() + team.team_rank();
    std::int64_t const first = thread / warp_lanes(team) * warp_lanes(team);
    Record const record = load_records(team, from, first, count);
    store_records(team, to, first, count, record);
  }
};

template <class Record>
struct MovesAnywhere {
  Record const* from;
  Record* to;
  std::int64_t const* index;

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    std::int64_t const thread =
        std::int64_t{team.league_rank()} * team.team_size() + team.team_rank();
    scatter_records(team, to, index[thread], gather_records(team, from, index[thread]));
  }
};

struct TransposesItems {
  float* data;

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    float item[5];
    for (int k = 0; k < 5; ++k) item[k] = data[32 * k + team.team_rank()];
    warp_transpose(team, item);
    for (int k = 0; k < 5; ++k) data[5 * team.team_rank() + k] = 2 * item[k];
  }
};

/// Consecutive items of each lane, all of which are there, to where they lie as words.
struct MovesItemsBack {
  float const* from;
  float* to;

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    std::int64_t const first = std::int64_t{team.league_rank()} * 5 * 32;
    float item[5];
    load_records<5>(team, from, first, item);
    warp_transpose_back(team, item);
    for (int k = 0; k < 5; ++k) to[first + 32 * k + team.team_rank()] = item[k];
  }
};

/// Two records of each lane, some of which may not be there.
struct MovesPairs {
  Doubles3 const* from;
  Doubles3* to;
  std::int64_t count;

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    std::int64_t const first = std::int64_t{team.league_rank()} * 2 * 32;
    Doubles3 pair[2];
    load_records<2>(team, from, first, count, pair);
    store_records<2>(team, to, first, count, pair);
    Doubles3 const one = load_records(team, from, first);
    store_records(team, to, first, one);
  }
};

struct ByPointer {
  coalesced_ptr<Doubles3 const> from;
  coalesced_ptr<Doubles3> to;

  KOKKOS_FUNCTION void operator()(int k) const { to[k] = from[k]; }
};

void launch_all(Kokkos::Cuda const& exec, Floats7* floats, Doubles3* doubles, Bytes5* bytes,
                std::int64_t const* index, std::int64_t count) {
  Kokkos::TeamPolicy<Kokkos::Cuda> const policy(exec, 100, 128);
  Kokkos::parallel_for("floats", policy, MovesInOrder<Floats7>{floats, floats, count});
  Kokkos::parallel_for("doubles", policy, MovesInOrder<Doubles3>{doubles, doubles, count});
  Kokkos::parallel_for("bytes", policy, MovesInOrder<Bytes5>{bytes, bytes, count});
  Kokkos::parallel_for("anywhere", policy, MovesAnywhere<Floats7>{floats, floats, index});
  Kokkos::parallel_for("items", policy, TransposesItems{floats->value});
  Kokkos::parallel_for("items back", policy, MovesItemsBack{floats->value, floats->value});
  Kokkos::parallel_for("pairs", policy, MovesPairs{doubles, doubles, count});
  Kokkos::parallel_for(
      "pointers", Kokkos::RangePolicy<Kokkos::Cuda>(exec, 0, 100),
      ByPointer{coalesced_ptr<Doubles3 const>(doubles), coalesced_ptr<Doubles3>(doubles)});
}

}  // namespace isomer::test
