// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

struct Point {
  char a;
#ifdef ISOMER_MISUSE
  char hidden;  // where the compiler would put padding
#endif
  int b;
};
ISOMER_RECORD(Point, a, b);
