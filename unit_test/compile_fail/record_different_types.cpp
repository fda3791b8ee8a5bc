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

#ifdef ISOMER_MISUSE
using T = Other;
#else
using T = Point;
#endif
using Host = Kokkos::DefaultHostExecutionSpace;

void call(isomer::RecordView<Point, isomer::AoS, Host> const& dst,
          isomer::RecordView<T, isomer::SoA, Host> const& src) {
  isomer::deep_copy(dst, src);
}
