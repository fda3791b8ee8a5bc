// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

struct Point {
  float x, y;
};
ISOMER_RECORD(Point, x, y);

#ifdef ISOMER_MISUSE
using T = Point const;
#else
using T = Point;
#endif
using Host = Kokkos::DefaultHostExecutionSpace;

void call(isomer::RecordView<T, isomer::AoS, Host> const& dst,
          isomer::RecordView<Point, isomer::SoA, Host> const& src) {
  isomer::deep_copy(dst, src);
}
