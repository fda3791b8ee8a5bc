// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Particles that are read as structs, pushed as separate arrays, and written as structs again: one
// kernel for every arrangement, and the records rearranged in the memory where they lie.

#include <cstdio>

#include <isomer/isomer.hpp>
#include <isomer/records.hpp>

// [declare]
struct Particle {
  double x, y, z;
  float v[3];
  int cell;
  short kind;
};
ISOMER_RECORD(Particle, x, y, z, v, cell, kind);  // the struct itself is untouched
// [declare end]

namespace {

// [kernel]
struct Push {  // written once, for every arrangement
  double dt;
  KOKKOS_FUNCTION void operator()(auto const& particles, int i) const {
    auto p = particles(i);  // always a reference, never a copy
    p.x += dt * p.v[0];
    p.y += dt * p.v[1];
    p.z += dt * p.v[2];
  }
};
// [kernel end]

struct Begin {
  KOKKOS_FUNCTION void operator()(auto const& particles, int i) const {
    auto p = particles(i);
    p.x = i;
    p.y = 2.0 * i;
    p.z = 0;
    for (int k = 0; k < 3; ++k) p.v[k] = static_cast<float>(k + 1);
    p.cell = i / 64;
    p.kind = 1;
  }
};

// [offer]
using Offer = isomer::Offer<isomer::AoS, isomer::SoA, isomer::Tiled<8>, isomer::Tiled<64>>;
// [offer end]

using Structs = isomer::RecordView<Particle, isomer::AoS, Kokkos::HostSpace>;

/// The same push of structs as they lie, eight at a time; nvcc has no vectors.
void push_structs(Structs const& structs, double dt) {
  int const n = static_cast<int>(structs.size());
#if defined(ISOMER_HAS_VECTORS)
  // [simd]
  using Doubles = isomer::vec<double, 8>;
  for (int i = 0; i + 8 <= n; i += 8) {
    auto p = isomer::simd_load<8>(structs, i);
    p.x += dt * Doubles(p.v[0]);  // of floats, which convert only where it is said
    p.y += dt * Doubles(p.v[1]);
    p.z += dt * Doubles(p.v[2]);
    isomer::simd_store(structs, i, p);
  }
  // [simd end]
  for (int i = n / 8 * 8; i < n; ++i) Push{dt}(structs, i);
#else
  for (int i = 0; i < n; ++i) Push{dt}(structs, i);
#endif
}

bool is_right(Structs const& particles, int steps, double dt) {
  for (std::size_t k = 0; k < particles.size(); ++k) {
    auto const i = static_cast<double>(k);
    Particle const p = particles(k);
    bool const moved = p.x == i + steps * dt && p.y == 2 * i + steps * dt * 2;
    if (!moved || p.z != steps * dt * 3 || p.cell != static_cast<int>(k / 64) || p.kind != 1)
      return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultHostExecutionSpace const exec;
  constexpr int n = 100'000;
  constexpr int steps = 8;
  // [use]
  isomer::Records<Particle, Offer, Kokkos::HostSpace> particles("particles", n);  // AoS at first
  isomer::for_each("begin", exec, particles, Begin{});

  isomer::rearrange(exec, particles, isomer::Arrangement(isomer::SoA{}));  // in place
  for (int step = 0; step < steps; ++step) isomer::for_each("push", exec, particles, Push{0.5});
  isomer::rearrange(exec, particles, isomer::Arrangement(isomer::AoS{}));
  exec.fence();
  // [use end]

  std::printf("%zu bytes as aos, %zu as soa\n", isomer::footprint<Particle>(isomer::AoS{}, n),
              isomer::footprint<Particle>(isomer::SoA{}, n));
  push_structs(particles.view<isomer::AoS>(), 0.5);

  // [plan]
  auto const plan = isomer::plan_rearrange<Particle, isomer::AoS, isomer::Tiled<64>>(exec, n);
  std::printf("%.3g s, %s\n", plan.predicted_seconds(), plan.describe().c_str());
  Kokkos::View<std::byte*, Kokkos::HostSpace> workspace("workspace", plan.workspace_bytes());
  plan.execute(exec, particles, workspace);
  // [plan end]
  isomer::rearrange(exec, particles, isomer::AoS{});
  exec.fence();
  if (!is_right(particles.view<isomer::AoS>(), steps + 1, 0.5)) {
    std::puts("06_records: particles are wrong");
    return 1;
  }
  std::puts("06_records: structs, arrays and structs again; verified");
  return 0;
}
