// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

struct Point {
  float x, y;
};
#ifdef ISOMER_MISUSE
ISOMER_RECORD(Point, x, x);
#else
ISOMER_RECORD(Point, x, y);
#endif
