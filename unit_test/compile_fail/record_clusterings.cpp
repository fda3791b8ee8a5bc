// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/records.hpp>

struct Point {
  float x, y;
};
ISOMER_RECORD(Point, x, y);

#ifndef ISOMER_MISUSE
#define ISOMER_MISUSE 0
#endif

using namespace isomer;
#if ISOMER_MISUSE == 1
using A = Clusters<In<SoA>, Rest<AoS>>;
#elif ISOMER_MISUSE == 2
using A = Clusters<In<SoA, "">, Rest<AoS>>;
#elif ISOMER_MISUSE == 3
using A = Clusters<>;
#elif ISOMER_MISUSE == 4
using A = Clusters<In<SoA, "x">, Rest<AoS>, Rest<SoA>>;
#elif ISOMER_MISUSE == 5
using A = Clusters<In<SoA, "x">, AoS>;
#elif ISOMER_MISUSE == 6
using A = DeclaredTiled<3>;
#else
using A = Clusters<In<SoA, "x">, Rest<AoS>>;
#endif

float call(RecordView<Point, A> const& view) { return view(0).x; }
