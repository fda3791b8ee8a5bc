// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

struct Point {
  float x, y;
};
ISOMER_RECORD(Point, x, y);

#ifdef ISOMER_MISUSE
using A = isomer::Tiled<8>;
#else
using A = isomer::SoA;
#endif

auto call(isomer::Records<Point, isomer::Offer<isomer::AoS, isomer::SoA>> const& records) {
  return records.view<A>();
}
