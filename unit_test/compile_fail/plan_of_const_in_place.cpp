// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/isomer.hpp>

#ifdef ISOMER_MISUSE
using Element = float const;
#else
using Element = float;
#endif

auto call(isomer::Plan const& plan, Kokkos::View<Element**> const& view) {
  return plan.execute(Kokkos::DefaultExecutionSpace{}, view);
}
