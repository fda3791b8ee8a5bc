// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

struct Point {
  float x, y;
};
ISOMER_RECORD(Point, x, y);

#ifdef ISOMER_MISUSE
using Index = unsigned short;
#else
using Index = unsigned;
#endif

struct Body {
  void operator()(auto const& points, Index i) const { points(i).x = 0; }
};

void call(isomer::RecordView<Point, isomer::SoA, Kokkos::HostSpace> const& points) {
  isomer::for_each("clear", points, Body{});
}
