// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>

#include "particles.hpp"

using Exec = Kokkos::DefaultHostExecutionSpace;
using Particles = Kokkos::View<Particle*, Exec>;

struct Push {
  Particles particles;
  double dt;
  KOKKOS_FUNCTION void operator()(int i) const {
    auto& p = particles(i);
    p.x += dt * p.v[0];
    p.y += dt * p.v[1];
    p.z += dt * p.v[2];
  }
};
struct Kick {
  Particles particles;
  float field[3];
  KOKKOS_FUNCTION void operator()(int i) const {
    auto& p = particles(i);
    for (int k = 0; k < 3; ++k) p.v[k] += field[k];
  }
};
struct FindCell {
  Particles particles;
  double width;
  KOKKOS_FUNCTION void operator()(int i) const {
    auto& p = particles(i);
    p.cell = static_cast<int>(p.x / width) + static_cast<int>(p.y / width);
  }
};
struct Reflect {
  Particles particles;
  double wall;
  KOKKOS_FUNCTION void operator()(int i) const {
    auto& p = particles(i);
    if (p.x > wall) p.v[0] = -p.v[0];
  }
};
struct Age {
  Particles particles;
  short limit;
  KOKKOS_FUNCTION void operator()(int i) const {
    auto& p = particles(i);
    if (p.kind < limit) ++p.kind;
  }
};

void step(Exec const& exec, Particles const& particles) {
  Kokkos::RangePolicy<Exec> const all(exec, 0, particles.extent(0));
  Kokkos::parallel_for("push", all, Push{particles, 0.1});
  Kokkos::parallel_for("kick", all, Kick{particles, {1, 2, 3}});
  Kokkos::parallel_for("find cell", all, FindCell{particles, 64});
  Kokkos::parallel_for("reflect", all, Reflect{particles, 100});
  Kokkos::parallel_for("age", all, Age{particles, 9});
}
