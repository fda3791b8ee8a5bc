// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <isomer/isomer.hpp>

/// The functions for records inside a user's kernel, whatever execution space it is for.
namespace isomer::test {
namespace {

struct Particle {
  float position[3];
  float velocity[3];
  int cell;
};

using Exec = Kokkos::DefaultExecutionSpace;
using Team = Kokkos::TeamPolicy<Exec>::member_type;
using Particles = Kokkos::View<Particle*>;

constexpr int team_size = std::is_same_v<Exec, Kokkos::DefaultHostExecutionSpace> ? 1 : 64;

Particles some_particles(int count) {
  Particles particles("particles", static_cast<std::size_t>(count));
  auto const here = Kokkos::create_mirror_view(particles);
  for (int k = 0; k < count; ++k) {
    auto const x = static_cast<float>(k);
    here(k) = {{x, 2 * x, 3 * x}, {0.5F, 0.25F, 0.125F}, k};
  }
  Kokkos::deep_copy(particles, here);
  return particles;
}

/// Reads particles in reverse order, moves each on, and stores it in order.
struct Push {
  Particles particles;
  Particles pushed;
  int items;

  KOKKOS_FUNCTION void operator()(Team const& team) const {
    auto const count = static_cast<std::int64_t>(particles.extent(0));
    int const lanes = warp_lanes(team);
    std::int64_t const thread =
        std::int64_t{team.league_rank()} * team.team_size() + team.team_rank();
    std::int64_t const first = thread / lanes * lanes;
    Particle p = items == 1 ? load_records(team, static_cast<Particle const*>(particles.data()),
                                           first, count)
                            : gather_records(team, static_cast<Particle const*>(particles.data()),
                                             thread < count ? count - 1 - thread : -1);
    for (int k = 0; k < 3; ++k) p.position[k] += p.velocity[k];
    if (items == 1) store_records(team, pushed.data(), first, count, p);
    else scatter_records(team, pushed.data(), thread < count ? thread : -1, p);
  }
};

void expect_pushed(Particles const& pushed, bool in_order) {
  auto const here = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, pushed);
  auto const count = static_cast<int>(here.extent(0));
  for (int k = 0; k < count; ++k) {
    int const number = in_order ? k : count - 1 - k;
    EXPECT_EQ(here(k).cell, number);
    EXPECT_EQ(here(k).position[1], 2.0F * static_cast<float>(number) + 0.25F);
  }
}

TEST(RecordsInKernels, AreLoadedStoredGatheredAndScattered) {
  for (int const count : {1, 31, 32, 100, 1000})
    for (int const items : {1, 2}) {
      Particles const particles = some_particles(count);
      Particles const pushed("pushed", static_cast<std::size_t>(count));
      Kokkos::parallel_for("push",
                           Kokkos::TeamPolicy<Exec>((count + team_size - 1) / team_size, team_size),
                           Push{particles, pushed, items});
      expect_pushed(pushed, items == 1);
    }
}

struct Groups {
  Particles particles;
  Particles pushed;

  KOKKOS_FUNCTION void operator()(Team const& team) const {
    constexpr int items = 3;
    auto const count = static_cast<std::int64_t>(particles.extent(0));
    std::int64_t const thread =
        std::int64_t{team.league_rank()} * team.team_size() + team.team_rank();
    std::int64_t const first = thread / warp_lanes(team) * warp_lanes(team) * items;
    Particle p[items];
    load_records<items>(team, static_cast<Particle const*>(particles.data()), first, count, p);
    for (Particle& one : p)
      for (int k = 0; k < 3; ++k) one.position[k] += one.velocity[k];
    store_records<items>(team, pushed.data(), first, count, p);
  }
};

TEST(RecordsInKernels, AreSeveralOfALane) {
  for (int const count : {1, 2, 3, 100, 500}) {
    Particles const particles = some_particles(count);
    Particles const pushed("pushed", static_cast<std::size_t>(count));
    Kokkos::parallel_for("groups", Kokkos::TeamPolicy<Exec>(count / team_size + 1, team_size),
                         Groups{particles, pushed});
    expect_pushed(pushed, true);
  }
}

struct ByPointer {
  coalesced_ptr<Particle const> from;
  coalesced_ptr<Particle> to;

  KOKKOS_FUNCTION void operator()(int k) const {
    Particle p = from[k];
    for (int axis = 0; axis < 3; ++axis) p.position[axis] += p.velocity[axis];
    to[k] = p;
  }
};

TEST(RecordsInKernels, AreBehindPointers) {
  Particles const particles = some_particles(333);
  Particles const pushed("pushed", 333);
  Kokkos::parallel_for("pointers", Kokkos::RangePolicy<Exec>(0, 333),
                       ByPointer{coalesced_ptr<Particle const>(particles.data()),
                                 coalesced_ptr<Particle>(pushed.data())});
  expect_pushed(pushed, true);
}

}  // namespace
}  // namespace isomer::test
