// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/advisor.hpp>

struct Point {
  float x, y;
};
ISOMER_RECORD(Point, x, y);

#ifndef ISOMER_MISUSE
#define ISOMER_MISUSE 0
#endif

struct Body {
#if ISOMER_MISUSE == 1
  void operator()(auto const& points, int i) { points(i).x += 1; }
#elif ISOMER_MISUSE == 2
  void operator()(auto const& points) const { points(0).x += 1; }
#else
  void operator()(auto const& points, int i) const { points(i).x += 1; }
#endif
};

using Points = isomer::Records<Point, isomer::Offer<isomer::AoS>, Kokkos::HostSpace>;

isomer::Advice call(Points const& points) {
  return isomer::advise(points, {isomer::kernel("body", Body{}, 3)});
}
