// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/isomer.hpp>

#ifdef ISOMER_MISUSE
using Element = float const;
#else
using Element = float;
#endif

auto call(isomer::LayoutPlan<Kokkos::LayoutLeft> const& plan, Kokkos::View<Element**> const& view,
          Kokkos::View<std::byte*> const& workspace) {
  return plan.execute(Kokkos::DefaultExecutionSpace{}, view, workspace);
}
