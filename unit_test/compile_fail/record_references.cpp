// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

using Points = isomer::RecordView<Point, isomer::SoA>;
using Others = isomer::RecordView<Other, isomer::SoA>;

float call(Points const& points, [[maybe_unused]] Others const& others) {
#if ISOMER_MISUSE == 1
  points(0) = others(0);
#elif ISOMER_MISUSE == 2
  return points(0).get<&Other::x>();
#elif ISOMER_MISUSE == 3
  points.field<"q">();
#else
  points(0) = points(1);
  points.field<"x">();
#endif
  return points(0).get<&Point::x>();
}
