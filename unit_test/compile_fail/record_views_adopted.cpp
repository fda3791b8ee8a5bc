// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <vector>

#include <isomer/records.hpp>

struct Point {
  float x, y;
};
ISOMER_RECORD(Point, x, y);

struct Mixed {
  double x;
  float y, z;
};
ISOMER_RECORD(Mixed, x, y, z);

#ifndef ISOMER_MISUSE
#define ISOMER_MISUSE 0
#endif

using Kokkos::View;
using Host = Kokkos::HostSpace;
#if ISOMER_MISUSE == 1
using V = std::vector<Point>;
#elif ISOMER_MISUSE == 2
using V = View<Point*, Kokkos::LayoutStride, Host>;
#elif ISOMER_MISUSE == 3
using V = View<float*, Host>;
#elif ISOMER_MISUSE == 4
using V = View<float***, Kokkos::LayoutRight, Host>;
#elif ISOMER_MISUSE == 5
using V = View<Mixed*, Host>;
#else
using V = View<Point*, Host>;
#endif

void call(V const& view) {
#if ISOMER_MISUSE == 5
  isomer::as_records<Mixed>(View<float* [4], Kokkos::LayoutRight, Host>(view.label(), 2));
#else
  isomer::as_records<Point>(view);
#endif
}
