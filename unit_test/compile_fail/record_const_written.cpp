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

void call(isomer::RecordView<T, isomer::SoA> const& view) { view(0) = Point{1, 2}; }
