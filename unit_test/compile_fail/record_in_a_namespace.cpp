// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

namespace physics {
struct Point {
  float x, y;
};
#ifdef ISOMER_MISUSE
ISOMER_RECORD(Point, x, y);
#endif
}  // namespace physics

#ifndef ISOMER_MISUSE
ISOMER_RECORD(physics::Point, x, y);
#endif
