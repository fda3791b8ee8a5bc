// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/extents.hpp>
#include <isomer/plan.hpp>

/// Plans before there is memory.
namespace isomer {

/// A Plan for `permute` of Views of T with the extents `extents`, and those permuted,
/// without gaps. Ranks up to 32, of which a View takes 8.
///
///     auto const plan = isomer::plan_permute<double>(exec, {n, 3, 64}, {2, 0, 1});
///     if (plan.predicted_seconds() < saved) plan.execute(exec, dst, src);
template <class T, class DstLayout = Kokkos::LayoutRight, class SrcLayout = DstLayout,
          detail::ExecutionSpace Exec>
Plan plan_permute(Exec const& exec, Extents const& extents, Axes const& axes,
                  PlanOptions const& options = {}) {
  static constexpr char const* function = "isomer::plan_permute";
  auto const src = detail::PlanMaker::shape<T, SrcLayout>(function, extents);
  auto const call = detail::describe_shapes(function, src, detail::order_of<DstLayout>(), axes);
  return detail::PlanMaker::out_of_place(function, exec, call, axes, options);
}

/// A Plan for `permute_in_place` of a View of T with these extents, without gaps.
template <class T, class Layout = Kokkos::LayoutRight, detail::ExecutionSpace Exec>
Plan plan_permute_in_place(Exec const& exec, Extents const& extents, Axes const& axes,
                           PlanOptions const& options = {}) {
  static constexpr char const* function = "isomer::plan_permute_in_place";
  auto const shape = detail::PlanMaker::shape<T, Layout>(function, extents);
  auto const call = detail::describe_in_place_shape(function, shape, axes, detail::Order::stride);
  return detail::PlanMaker::in_place(function, exec, call.problem, axes, detail::Order::stride,
                                     options);
}

/// A plan for `convert_layout` of a View of T with these extents and the layout `From`, without
/// gaps.
template <class T, class From, class To, detail::ExecutionSpace Exec>
LayoutPlan<To> plan_convert_layout(Exec const& exec, Extents const& extents,
                                   PlanOptions const& options = {}) {
  static constexpr char const* function = "isomer::plan_convert_layout";
  auto const shape = detail::PlanMaker::shape<T, From>(function, extents);
  auto const call = detail::describe_in_place_shape(function, shape, Axes::identity(shape.rank),
                                                    detail::order_of<To>());
  return detail::PlanMaker::layout<To>(function, exec, call.problem, options);
}

}  // namespace isomer
