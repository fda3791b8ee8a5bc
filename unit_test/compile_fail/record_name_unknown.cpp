// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

struct Point {
  float x, y;
};
ISOMER_RECORD(Point, x, y);

#ifdef ISOMER_MISUSE
#define NAME "z"
#else
#define NAME "y"
#endif

float call(isomer::RecordView<Point, isomer::SoA> const& view) { return view(0).get<NAME>(); }
