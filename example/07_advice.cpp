// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which arrangement suits the kernels of a particle code, whether changing to it pays, and why: the
// kernels are given as they are, the library watches them on a few records. With a file name, the
// advice is drawn too.

#include <cstdio>

#include <isomer/advisor.hpp>
#include <isomer/isomer.hpp>

// [declare]
struct Particle {
  double x, y;
  float v[2];
  float charge, mass;
  double born;
  long id;
  int cell;
  short kind;
};
ISOMER_RECORD(Particle, x, y, v, charge, mass, born, id, cell, kind);
// [declare end]

namespace {

// [kernels]
struct Push {
  double dt;
  KOKKOS_FUNCTION void operator()(auto const& particles, int i) const {
    auto p = particles(i);
    p.x += dt * p.v[0];
    p.y += dt * p.v[1];
  }
};
struct Kick {
  float field[2];
  KOKKOS_FUNCTION void operator()(auto const& particles, int i) const {
    auto p = particles(i);
    float const strength = p.charge / p.mass;
    for (int k = 0; k < 2; ++k) p.v[k] += strength * field[k];
  }
};
struct FindCell {
  double width;
  KOKKOS_FUNCTION void operator()(auto const& particles, int i) const {
    auto p = particles(i);
    p.cell = static_cast<int>(p.x / width);
  }
};
// [kernels end]

struct Begin {
  KOKKOS_FUNCTION void operator()(auto const& particles, int i) const {
    auto p = particles(i);
    p.x = i;
    p.y = 2.0 * i;
    p.v[0] = 1;
    p.v[1] = 2;
    p.charge = 2;
    p.mass = 4;
    p.born = 0;
    p.id = i;
    p.cell = -1;
    p.kind = 1;
  }
};

// [offer]
using Offer = isomer::Offer<isomer::AoS, isomer::SoA, isomer::Tiled<64>>;
using Particles = isomer::Records<Particle, Offer>;  // where kernels run: a host, or a GPU
// [offer end]

bool is_right(Particles const& particles, int steps) {
  double way = 0;
  float speed = 1;
  for (int step = 0; step < steps; ++step, speed += 1) way += 0.5 * speed;
  return isomer::with_arrangement(particles, [&](auto const& view) {
    auto const here = isomer::create_mirror(view);
    isomer::deep_copy(Kokkos::DefaultExecutionSpace{}, here, view);
    Kokkos::fence();
    for (int i = 0; i < static_cast<int>(here.size()); ++i) {
      auto p = here(i);
      bool const has_moved = p.x == i + way && p.y == 2.0 * i + steps && p.v[0] == speed;
      if (!has_moved || p.cell != static_cast<int>(p.x / 64) || p.id != i) return false;
    }
    return true;
  });
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  constexpr int n = 1'000'000;
  constexpr int steps = 4;
  // [use]
  Particles particles("particles", n);  // AoS at first
  isomer::for_each("begin", exec, particles, Begin{});

  Push const push{0.5};
  Kick const kick{{2, 0}};
  FindCell const find_cell{64};
  // Calls to come: 500, 500 and 10. Nothing is moved.
  auto const advice =
      isomer::advise(exec, particles,
                     {isomer::kernel("push", push, 500), isomer::kernel("kick", kick, 500),
                      isomer::kernel("find cell", find_cell, 10)});
  std::puts(advice.words().c_str());
  std::puts(advice.table().c_str());
  if (argc > 1) advice.save_svg(argv[1]);

  isomer::rearrange(exec, particles, advice.best());  // in place; "keep" does nothing
  // [use end]
  for (int step = 0; step < steps; ++step) {
    isomer::for_each("push", exec, particles, push);
    isomer::for_each("kick", exec, particles, kick);
  }
  isomer::for_each("find cell", exec, particles, find_cell);
  exec.fence();
  if (!is_right(particles, steps)) {
    std::puts("07_advice: particles are wrong");
    return 1;
  }
  std::printf("07_advice: run in %s; verified\n", particles.arrangement().name().c_str());
  return 0;
}
