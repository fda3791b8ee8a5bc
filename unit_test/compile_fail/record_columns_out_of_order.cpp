// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

struct Point {
  float x, y;
};
#ifdef ISOMER_MISUSE
ISOMER_RECORD(Point, y, x);
#else
ISOMER_RECORD(Point, x, y);
#endif

void call(Kokkos::View<float* [2], Kokkos::LayoutRight, Kokkos::HostSpace> const& view) {
  isomer::as_records<Point>(view);
}
