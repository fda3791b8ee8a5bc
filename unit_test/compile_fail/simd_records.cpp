// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <isomer/records.hpp>

struct Point {
  float x, y;
};
ISOMER_RECORD(Point, x, y);

struct Other {
  float x, y;
};
ISOMER_RECORD(Other, x, y);

#ifndef ISOMER_MISUSE
#define ISOMER_MISUSE 0
#endif

#if defined(ISOMER_HAS_VECTORS)
using Host = Kokkos::DefaultHostExecutionSpace;

void call(isomer::RecordView<Point, isomer::AoS, Host> const& points) {
  auto some = isomer::simd_load<4>(points, 0);
#if ISOMER_MISUSE == 1
  isomer::RecordView<Point const, isomer::AoS, Host> const constant(points);
  isomer::simd_store(constant, 0, some);
#elif ISOMER_MISUSE == 2
  isomer::SimdRecord<Other, 4> const others{};
  isomer::simd_store(points, 0, others);
#elif ISOMER_MISUSE == 3
  some.get<"q">() = 1;
#elif ISOMER_MISUSE == 4
  some.get<&Other::x>() = 1;
#elif ISOMER_MISUSE == 5
  isomer::vec<float, 3> const three{};
#elif ISOMER_MISUSE == 6
  isomer::vec<std::string, 4> const texts{};
#else
  isomer::simd_store(points, 0, some);
#endif
}
#endif
