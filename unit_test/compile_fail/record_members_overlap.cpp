// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

struct Point {
  union {
    float x;
    int bits;
  };
  float y;
};
#ifdef ISOMER_MISUSE
ISOMER_RECORD(Point, x, bits, y);
#else
ISOMER_RECORD(Point, x, y);
#endif
