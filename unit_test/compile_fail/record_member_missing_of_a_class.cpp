// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

class Point {
 public:
  explicit Point(float all) : x(all), y(all) {}
  float x, y;
#ifdef ISOMER_MISUSE
  float z = 0;
#endif
};
ISOMER_RECORD(Point, x, y);
