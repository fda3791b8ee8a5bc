// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

struct Point {
  float x, y;
};
ISOMER_RECORD(Point, x, y);

#ifdef ISOMER_MISUSE
struct Body {
  void operator()(auto const& point) const { point.x = 0; }
};
#else
struct Body {
  void operator()(auto const& points, int i) const { points(i).x = 0; }
};
#endif

void call(isomer::RecordView<Point, isomer::SoA, Kokkos::HostSpace> const& points) {
  isomer::for_each("clear", points, Body{});
}
