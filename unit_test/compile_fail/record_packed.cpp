// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

#ifdef ISOMER_MISUSE
#pragma pack(push, 1)
#endif
struct Point {
  char a;
  float x;
};
#ifdef ISOMER_MISUSE
#pragma pack(pop)
#endif
ISOMER_RECORD(Point, a, x);
