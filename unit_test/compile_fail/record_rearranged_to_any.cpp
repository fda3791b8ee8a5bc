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

auto call(isomer::RecordView<Point, isomer::AoS>&& points) {
  return isomer::rearrange<A>(std::move(points));
}
