// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

struct Atom {
  double x;
  float v, w;
};
#if defined(ISOMER_MISUSE) && ISOMER_MISUSE == 3
ISOMER_RECORD(Atom, v, w, x);
#else
ISOMER_RECORD(Atom, x, v, w);
#endif

#ifndef ISOMER_MISUSE
#define ISOMER_MISUSE 0
#endif

constexpr int length = ISOMER_MISUSE == 3 ? 1 : 8;

/// With the members of a Cabana::AoSoA.
struct Array {
  struct soa_type {
    double x[length];
    float v[length];
    float w[length];
#if ISOMER_MISUSE == 2
    double more[length];
#endif
  };
#if ISOMER_MISUSE == 1
  using Types = std::tuple<double, double, float>;
#elif ISOMER_MISUSE == 3
  using Types = std::tuple<float, float, double>;
#else
  using Types = std::tuple<double, float, float>;
#endif
  template <std::size_t M>
  using member_data_type = std::tuple_element_t<M, Types>;
  using memory_space = Kokkos::HostSpace;
  using memory_traits = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
  static constexpr std::size_t number_of_members = 3;
  static constexpr int vector_length = length;
  soa_type* data() const { return nullptr; }
  std::size_t size() const { return 0; }
  std::size_t capacity() const { return 0; }
};

void call(Array const& array) { isomer::as_records<Atom>(array); }
