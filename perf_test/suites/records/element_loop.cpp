// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/records/element_loop.hpp"

#include <Kokkos_Core.hpp>

namespace isomer::perf {
namespace {

/// As tiles have them: the longer leaves first.
template <int Length>
struct Falling {
  static constexpr int length = Length;
  double x[3][Length];
  double m[Length];
  float v[3][Length];
  int id[Length];
};
/// As structs have them, and tiles in declared order, which are those of Cabana's AoSoA.
template <int Length>
struct Declared {
  static constexpr int length = Length;
  double x[3][Length];
  float v[3][Length];
  int id[Length];
  double m[Length];
};

template <class From, class To>
struct CopyElement {
  From const* src;
  To* dst;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    From const& from = src[i / From::length];
    To& to = dst[i / To::length];
    std::int64_t const k = i % From::length;
    std::int64_t const l = i % To::length;
    for (int c = 0; c < 3; ++c) to.x[c][l] = from.x[c][k];
    for (int c = 0; c < 3; ++c) to.v[c][l] = from.v[c][k];
    to.id[l] = from.id[k];
    to.m[l] = from.m[k];
  }
};

template <class From, class To>
Move loop_between(Bench const& bench, std::int64_t count) {
  return [=, exec = bench.exec, &bench](int turn) {
    CopyElement<From, To> const body{reinterpret_cast<From const*>(bench.buffers[2 * turn]),
                                     reinterpret_cast<To*>(bench.buffers[2 * turn + 1])};
    Kokkos::parallel_for("isomer_perf::element_loop",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, count),
                         body);
  };
}

/// Calls use.operator()<Particles>() for what an arrangement holds side by side.
template <class Use>
Move with_particles(std::string const& arrangement, Use const& use) {
  if (arrangement == "aos") return use.template operator()<Declared<1>>();
  if (arrangement == "tiled 4") return use.template operator()<Falling<4>>();
  if (arrangement == "tiled 16") return use.template operator()<Falling<16>>();
  if (arrangement == "tiled 32") return use.template operator()<Falling<32>>();
  if (arrangement == "tiled 64") return use.template operator()<Falling<64>>();
  if (arrangement == "declared tiled 16") return use.template operator()<Declared<16>>();
  if (arrangement == "declared tiled 64") return use.template operator()<Declared<64>>();
  return {};
}

}  // namespace

std::optional<Rival> element_loop(Bench const& bench, std::string const& from,
                                  std::string const& to, std::int64_t count) {
  Move const move = with_particles(from, [&]<class From>() {
    return with_particles(to, [&]<class To>() { return loop_between<From, To>(bench, count); });
  });
  if (!move) return std::nullopt;
  return Rival{"element_loop", move};
}

}  // namespace isomer::perf
