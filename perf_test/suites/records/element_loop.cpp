// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "suites/records/element_loop.hpp"

#include <Kokkos_Core.hpp>

namespace isomer::perf {
namespace {

/// As tiles have them: the longer leaves first.
template <int Length>
struct Particles {
  double x[3][Length];
  double m[Length];
  float v[3][Length];
  int id[Length];
};
template <>
struct Particles<1> {
  double x[3][1];
  float v[3][1];
  int id[1];
  double m[1];
};

template <int From, int To>
struct CopyElement {
  Particles<From> const* src;
  Particles<To>* dst;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    Particles<From> const& from = src[i / From];
    Particles<To>& to = dst[i / To];
    std::int64_t const k = i % From;
    std::int64_t const l = i % To;
    for (int c = 0; c < 3; ++c) to.x[c][l] = from.x[c][k];
    for (int c = 0; c < 3; ++c) to.v[c][l] = from.v[c][k];
    to.id[l] = from.id[k];
    to.m[l] = from.m[k];
  }
};

template <int From, int To>
Move loop_between(Bench const& bench, std::int64_t count) {
  return [=, exec = bench.exec, &bench](int turn) {
    CopyElement<From, To> const body{
        reinterpret_cast<Particles<From> const*>(bench.buffers[2 * turn]),
        reinterpret_cast<Particles<To>*>(bench.buffers[2 * turn + 1])};
    Kokkos::parallel_for("isomer_perf::element_loop",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, count),
                         body);
  };
}

/// Calls use.operator()<Length>() for the length that an arrangement has.
template <class Use>
Move with_length(std::string const& arrangement, Use const& use) {
  if (arrangement == "aos") return use.template operator()<1>();
  if (arrangement == "tiled 4") return use.template operator()<4>();
  if (arrangement == "tiled 16") return use.template operator()<16>();
  if (arrangement == "tiled 32") return use.template operator()<32>();
  if (arrangement == "tiled 64") return use.template operator()<64>();
  return {};
}

}  // namespace

std::optional<Rival> element_loop(Bench const& bench, std::string const& from,
                                  std::string const& to, std::int64_t count) {
  Move const move = with_length(from, [&]<int From>() {
    return with_length(to, [&]<int To>() { return loop_between<From, To>(bench, count); });
  });
  if (!move) return std::nullopt;
  return Rival{"element_loop", move};
}

}  // namespace isomer::perf
