// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

struct Position {
  float x, y, z;
};
struct Point {
  Position at;
  float mass;
};
ISOMER_RECORD(Point, at, mass);

#ifdef ISOMER_MISUSE
using A = isomer::AoS;
#else
using A = isomer::SoA;
#endif

auto call(isomer::RecordView<Point, A> const& view) { return view.field<"at">(); }
