// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

struct Point {
  float x, y;
};
ISOMER_RECORD(Point, x, y);

#ifdef ISOMER_MISUSE
constexpr int width = 3;
#else
constexpr int width = 4;
#endif

#if defined(ISOMER_HAS_VECTORS)
using Points = isomer::RecordView<Point, isomer::AoS, Kokkos::DefaultHostExecutionSpace>;
void call(Points const& points) {
  auto p = isomer::simd_load<width>(points, 0);
  isomer::simd_store(points, width, p);
}
#endif
