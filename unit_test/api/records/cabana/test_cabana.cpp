// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Cabana_AoSoA.hpp>

#include <isomer/records.hpp>

/// Records in the memory of Cabana's own AoSoA.
namespace isomer::test {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

struct Atom {
  double x[3];
  float v[3];
  int cell;
  double mass;
};
using AtomTypes = Cabana::MemberTypes<double[3], float[3], int, double>;

}  // namespace
}  // namespace isomer::test

ISOMER_RECORD(isomer::test::Atom, x, v, cell, mass);

namespace isomer::test {
namespace {

template <class Aosoa>
void fill(Aosoa const& aosoa) {
  constexpr std::size_t v = Aosoa::vector_length;
  for (std::size_t i = 0; i < aosoa.size(); ++i) {
    auto& soa = aosoa.access(i / v);
    auto const k = static_cast<int>(i);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      Cabana::get<0>(soa, i % v, axis) = k + 0.25 * static_cast<double>(axis);
      Cabana::get<1>(soa, i % v, axis) = static_cast<float>(i * (2 + axis));
    }
    Cabana::get<2>(soa, i % v) = -k;
    Cabana::get<3>(soa, i % v) = k * 7.0;
  }
}

template <class View>
bool holds_all(View const& view) {
  for (std::size_t i = 0; i < view.size(); ++i) {
    auto const k = static_cast<int>(i);
    Atom const atom = view(i);
    for (int axis = 0; axis < 3; ++axis)
      if (atom.x[axis] != k + 0.25 * axis || atom.v[axis] != static_cast<float>(k * (2 + axis)))
        return false;
    if (atom.cell != -k || atom.mass != k * 7.0) return false;
  }
  return true;
}

template <int V>
void expect_there_and_back(std::size_t n) {
  SCOPED_TRACE(std::to_string(n) + " in tiles of " + std::to_string(V));
  auto records = [&] {
    Cabana::AoSoA<AtomTypes, Kokkos::HostSpace, V> const aosoa("atoms", n);
    fill(aosoa);
    auto shared = as_records<Atom>(aosoa);
    EXPECT_EQ(shared.data(), static_cast<void*>(aosoa.data()));
    EXPECT_EQ(shared.use_count(), 2);
    EXPECT_TRUE(holds_all(shared));
    return shared;
  }();
  using Tiles = typename decltype(records)::arrangement_type;
  EXPECT_EQ(records.use_count(), 1);
  EXPECT_TRUE(holds_all(records));
  auto arrays = rearrange<SoA>(Host{}, std::move(records));
  EXPECT_TRUE(holds_all(arrays));
  EXPECT_TRUE(holds_all(rearrange<Tiles>(Host{}, std::move(arrays))));
}

TEST(RecordsOfCabana, AreReadAndRearrangedInItsMemory) {
  for (std::size_t const n : {1, 64, 1000}) {
    expect_there_and_back<1>(n);
    expect_there_and_back<4>(n);
    expect_there_and_back<16>(n);
    expect_there_and_back<32>(n);
    expect_there_and_back<64>(n);
  }
}

}  // namespace
}  // namespace isomer::test
