// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/advisor.hpp>
#include <isomer/records.hpp>

struct Point {
  float x, y;
};
ISOMER_RECORD(Point, x, y);

struct Clear {
  void operator()(auto const& points, int i) const { points(i).x = 0; }
};

#ifndef ISOMER_MISUSE
#define ISOMER_MISUSE 0
#endif

using Host = Kokkos::DefaultHostExecutionSpace;
using Points = isomer::RecordView<Point, isomer::AoS, Host>;
using Choice = isomer::Records<Point, isomer::Offer<isomer::AoS, isomer::SoA>, Host>;

#if ISOMER_MISUSE > 0 && ISOMER_MISUSE < 5
isomer::RecordSubview<Point, isomer::AoS, Host> given(Points& points) {
  return isomer::subview(points, {0, 9});
}
#else
Points&& given(Points& points) { return std::move(points); }
#endif

void call(Host const& exec, Points points, Choice const& choice) {
#if ISOMER_MISUSE == 1
  isomer::rearrange<isomer::SoA>(exec, given(points));
#elif ISOMER_MISUSE == 2
  isomer::rearrange<isomer::SoA>(given(points));
#elif ISOMER_MISUSE == 3
  isomer::plan_rearrange(exec, given(points), isomer::Arrangement(isomer::SoA{}));
#elif ISOMER_MISUSE == 4
  isomer::advise(exec, given(points), {isomer::kernel("clear", Clear{}, 3)});
#elif ISOMER_MISUSE == 5
  isomer::advise(given(points), {isomer::kernel("clear", Clear{}, 3)});
#else
  isomer::plan_rearrange(exec, points, isomer::Arrangement(isomer::SoA{}));
  isomer::advise(exec, choice, {isomer::kernel("clear", Clear{}, 3)});
  isomer::rearrange<isomer::SoA>(exec, given(points));
#endif
  static_cast<void>(choice);
}
