// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

struct Point {
  float x, y;
};
#ifndef ISOMER_MISUSE
ISOMER_RECORD(Point, x, y);
#endif

auto call(void* data) { return isomer::RecordView<Point, isomer::SoA>(data, 1, 1); }
