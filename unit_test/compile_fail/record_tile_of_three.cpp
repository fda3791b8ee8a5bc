// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

struct Point {
  float x, y;
};
ISOMER_RECORD(Point, x, y);

#ifdef ISOMER_MISUSE
using A = isomer::Tiled<3>;
#else
using A = isomer::Tiled<4>;
#endif

float call(isomer::RecordView<Point, A> const& view) { return view(0).x; }
