// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

struct Point {
  float x, y;
};
ISOMER_RECORD(Point, x, y);

#ifdef ISOMER_MISUSE
using O = isomer::Offer<isomer::AoS, isomer::SoA, isomer::AoS>;
#else
using O = isomer::Offer<isomer::AoS, isomer::SoA>;
#endif

std::size_t call(isomer::Records<Point, O> const& records) { return records.size(); }
