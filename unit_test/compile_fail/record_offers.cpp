// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

struct Point {
  float x, y;
};
ISOMER_RECORD(Point, x, y);

#ifndef ISOMER_MISUSE
#define ISOMER_MISUSE 0
#endif

#if ISOMER_MISUSE == 1
using R = isomer::Records<Point, isomer::Offer<>>;
#elif ISOMER_MISUSE == 2
using R = isomer::Records<Point const, isomer::Offer<isomer::AoS>>;
#elif ISOMER_MISUSE == 3
using R = isomer::Records<Point, isomer::AoS>;
#else
using R = isomer::Records<Point, isomer::Offer<isomer::AoS>>;
#endif

std::size_t call(R const& records) { return records.size(); }
