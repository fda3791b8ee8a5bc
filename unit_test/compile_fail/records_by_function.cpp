// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

#ifndef ISOMER_MISUSE
#define ISOMER_MISUSE 0
#endif

struct Point {
  float x, y;
#if ISOMER_MISUSE == 3
  ~Point() { x = 0; }
#endif
};
template <>
inline constexpr auto isomer::record_of<Point> =
#if ISOMER_MISUSE == 1
    isomer::record<Point>(isomer::field("x", &Point::x));
#elif ISOMER_MISUSE == 2
    isomer::record<Point>(isomer::field("x", &Point::x), isomer::field("y", &Point::y),
                          isomer::field("z", &Point::y));
#elif ISOMER_MISUSE == 4
    isomer::record<Point>(isomer::field("x", &Point::x), isomer::field("x", &Point::y));
#else
    isomer::record<Point>(isomer::field("x", &Point::x), isomer::field("y", &Point::y));
#endif

float call(isomer::RecordView<Point, isomer::SoA> const& view) { return view(0).get<"y">(); }
