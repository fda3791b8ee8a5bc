// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

struct Base {
  double a;
  int b;
#ifdef ISOMER_MISUSE
  char c;
#endif
};
struct Derived : Base {
  char d;
};

ISOMER_RECORD(Derived, a, b, d);
