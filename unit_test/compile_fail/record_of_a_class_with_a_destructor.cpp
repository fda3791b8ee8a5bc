// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

struct Point {
  float x, y;
#ifdef ISOMER_MISUSE
  ~Point() { x = 0; }
#endif
};
ISOMER_RECORD(Point, x, y);
