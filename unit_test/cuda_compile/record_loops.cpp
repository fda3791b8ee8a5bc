// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One kernel over records in every arrangement, changes between these, and advice, compiled for the
// GPU.

#include <isomer/advisor.hpp>
#include <isomer/records.hpp>

struct Particle {
  double x, y, z;
  float v[3];
  int cell;
  short kind;
};
ISOMER_RECORD(Particle, x, y, z, v, cell, kind);

namespace isomer::test {

struct Push {
  double dt;
  KOKKOS_FUNCTION void operator()(auto const& particles, int i) const {
    auto p = particles(i);
    p.x += dt * p.v[0];
    p.y += dt * p.v[1];
    p.z += dt * p.v[2];
  }
};

template <class A>
void push(RecordView<Particle, A, Kokkos::CudaSpace> const& particles) {
  for_each("push", Kokkos::Cuda(), particles, Push{0.1});
}

template void push(RecordView<Particle, AoS, Kokkos::CudaSpace> const&);
template void push(RecordView<Particle, SoA, Kokkos::CudaSpace> const&);
template void push(RecordView<Particle, Tiled<32>, Kokkos::CudaSpace> const&);
template void push(RecordView<Particle, Any, Kokkos::CudaSpace> const&);
template void push(RecordView<Particle, Clusters<In<Tiled<32>, "x", "y", "z", "v">, Rest<SoA>>,
                              Kokkos::CudaSpace> const&);

/// Some records, of a view or of such a part.
template <class A>
void push_some(RecordView<Particle, A, Kokkos::CudaSpace> const& particles,
               RecordView<Particle, AoS, Kokkos::CudaSpace> const& structs) {
  Kokkos::Cuda const exec;
  auto const some = subview(subview(particles, {1, 99}), {2, 9});
  for_each("push some", exec, some, Push{0.1});
  isomer::deep_copy(exec, some, subview(structs, {4, 11}));
  isomer::deep_copy(exec, isomer::create_mirror(some), some);
}

template void push_some(RecordView<Particle, AoS, Kokkos::CudaSpace> const&,
                        RecordView<Particle, AoS, Kokkos::CudaSpace> const&);
template void push_some(RecordView<Particle, SoA, Kokkos::CudaSpace> const&,
                        RecordView<Particle, AoS, Kokkos::CudaSpace> const&);
template void push_some(RecordView<Particle, Tiled<32>, Kokkos::CudaSpace> const&,
                        RecordView<Particle, AoS, Kokkos::CudaSpace> const&);
template void push_some(RecordView<Particle, Any, Kokkos::CudaSpace> const&,
                        RecordView<Particle, AoS, Kokkos::CudaSpace> const&);

using OnDevice = RecordView<Particle, AoS, Kokkos::CudaSpace>;
using OnHost = RecordView<Particle, SoA, Kokkos::HostSpace>;
using Choice = Records<Particle, Offer<AoS, SoA, Tiled<64>>, Kokkos::CudaSpace>;

void change_arrangements(OnDevice&& device, OnHost const& host, Choice& choice) {
  Kokkos::Cuda const exec;
  isomer::deep_copy(exec, device, host);
  isomer::deep_copy(exec, host, device);
  auto const columns = isomer::rearrange<SoA>(exec, std::move(device));
  isomer::deep_copy(exec, choice.view<AoS>(), columns);
  isomer::rearrange(exec, choice, isomer::tiled(64));
  isomer::plan_rearrange(exec, choice, isomer::tiled(64)).execute(exec, choice);
  Kokkos::View<std::byte*, Kokkos::CudaSpace> const workspace("workspace", 1 << 20);
  auto const to_tiles = isomer::plan_rearrange<Particle, SoA, Tiled<64>>(exec, columns.size());
  RecordView<Particle, SoA, Kokkos::CudaSpace> more("more", columns.size());
  auto const tiles = to_tiles.execute(exec, std::move(more), workspace);
  isomer::plan_deep_copy(exec, tiles, columns).execute(exec, tiles, columns);
  RecordView<Particle const, Any, Kokkos::CudaSpace> const any = choice;
  isomer::deep_copy(exec, isomer::create_mirror_view(any), any);
}

/// Uses all that references offer while they are recorded.
struct Meet {
  KOKKOS_FUNCTION void operator()(auto const& particles, int i) const {
    auto p = particles(i);
    auto const copy = p.x;
    for (auto& component : p.v) component *= static_cast<float>(copy);
    Kokkos::atomic_add(&p.cell, 1);
    ++p.kind;
    if (p.cell == 3) swap(p, particles(0));
    Particle const whole = particles(1);
    particles(i) = whole;
  }
};

Advice take_advice(Choice const& choice) {
  return isomer::advise(Kokkos::Cuda(), choice,
                        {isomer::kernel("push", Push{0.1}, 500), isomer::kernel("meet", Meet{}, 10),
                         isomer::accesses("age", 100).update("kind")});
}

}  // namespace isomer::test
