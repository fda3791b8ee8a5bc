// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

struct Point {
  float x, y;
};
ISOMER_RECORD(Point, x, y);

#ifdef ISOMER_MISUSE
using A = int;
#else
using A = isomer::Clusters<isomer::In<isomer::AoS, "x">, isomer::Rest<isomer::SoA> >;
#endif

float call(isomer::RecordView<Point, A> const& view) { return view(0).x; }
