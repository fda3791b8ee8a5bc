// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/records.hpp>

#include "particles.hpp"

ISOMER_RECORD(Particle, x, y, z, v, cell, kind);

/// The kernels of kernels_on_views.cpp for any arrangement, and an offer of five.
using Exec = Kokkos::DefaultHostExecutionSpace;
using Offer = isomer::Offer<isomer::AoS, isomer::SoA, isomer::Tiled<8>, isomer::Tiled<64>,
                            isomer::Tiled<1024>>;
using Particles = isomer::Records<Particle, Offer, Exec>;

struct Push {
  double dt;
  KOKKOS_FUNCTION void operator()(auto const& particles, int i) const {
    auto p = particles(i);
    p.x += dt * p.v[0];
    p.y += dt * p.v[1];
    p.z += dt * p.v[2];
  }
};
struct Kick {
  float field[3];
  KOKKOS_FUNCTION void operator()(auto const& particles, int i) const {
    auto p = particles(i);
    for (int k = 0; k < 3; ++k) p.v[k] += field[k];
  }
};
struct FindCell {
  double width;
  KOKKOS_FUNCTION void operator()(auto const& particles, int i) const {
    auto p = particles(i);
    p.cell = static_cast<int>(p.x / width) + static_cast<int>(p.y / width);
  }
};
struct Reflect {
  double wall;
  KOKKOS_FUNCTION void operator()(auto const& particles, int i) const {
    auto p = particles(i);
    if (p.x > wall) p.v[0] = -p.v[0];
  }
};
struct Age {
  short limit;
  KOKKOS_FUNCTION void operator()(auto const& particles, int i) const {
    auto p = particles(i);
    if (p.kind < limit) ++p.kind;
  }
};

inline void step(Exec const& exec, Particles const& particles) {
  isomer::for_each("push", exec, particles, Push{0.1});
  isomer::for_each("kick", exec, particles, Kick{{1, 2, 3}});
  isomer::for_each("find cell", exec, particles, FindCell{64});
  isomer::for_each("reflect", exec, particles, Reflect{100});
  isomer::for_each("age", exec, particles, Age{9});
}
