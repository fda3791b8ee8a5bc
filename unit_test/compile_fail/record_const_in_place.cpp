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

auto call(isomer::RecordView<T, isomer::AoS, Kokkos::DefaultHostExecutionSpace> view) {
  return isomer::rearrange<isomer::SoA>(std::move(view));
}
