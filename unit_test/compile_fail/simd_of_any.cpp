// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

struct Point {
  float x, y;
};
ISOMER_RECORD(Point, x, y);

#ifdef ISOMER_MISUSE
using A = isomer::Any;
#else
using A = isomer::SoA;
#endif

#if defined(ISOMER_HAS_VECTORS)
using Points = isomer::RecordView<Point, A, Kokkos::DefaultHostExecutionSpace>;
auto call(Points const& points) { return isomer::simd_load<4>(points, 0); }
#endif
