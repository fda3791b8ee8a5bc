// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/permute_in_place.hpp>

namespace isomer {

/// Changes the layout of a View IN PLACE: returns a View of `NewLayout` (LayoutLeft or
/// LayoutRight) with the same extents and the same element at every index, on the same allocation,
/// reference counting intact. Asynchronous on `exec`; requirements as for `permute_in_place`.
///
///     auto columns = isomer::convert_layout<Kokkos::LayoutLeft>(exec, std::move(rows));
template <class NewLayout, detail::ExecutionSpace Exec, detail::ViewLike V>
auto convert_layout(Exec const& exec, V&& view, PlanOptions const& options = {}) {
  static_assert(detail::order_of<NewLayout>() != detail::Order::stride,
                "isomer::convert_layout: the new layout must be LayoutLeft or LayoutRight");
  using Result = typename detail::WithLayout<std::remove_cvref_t<V>, NewLayout>::type;
  auto const axes = Axes::identity(static_cast<int>(Kokkos::rank(view)));
  return detail::rearrange<Result>("isomer::convert_layout", exec, std::forward<V>(view), axes,
                                   detail::order_of<NewLayout>(), options);
}

/// With the caller's workspace, as `permute_in_place` has it.
template <class NewLayout, detail::ExecutionSpace Exec, detail::ViewLike V, detail::Workspace W>
auto convert_layout(Exec const& exec, V&& view, W const& workspace,
                    PlanOptions const& options = {}) {
  static_assert(detail::order_of<NewLayout>() != detail::Order::stride,
                "isomer::convert_layout: the new layout must be LayoutLeft or LayoutRight");
  using Result = typename detail::WithLayout<std::remove_cvref_t<V>, NewLayout>::type;
  auto const axes = Axes::identity(static_cast<int>(Kokkos::rank(view)));
  return detail::rearrange_in<Result>("isomer::convert_layout", exec, std::forward<V>(view), axes,
                                      detail::order_of<NewLayout>(), workspace, options);
}

/// As above on the default instance of the view's execution space; returns when it is done.
template <class NewLayout, detail::ViewLike V>
auto convert_layout(V&& view, PlanOptions const& options = {}) {
  typename std::remove_cvref_t<V>::execution_space const exec{};
  auto result = isomer::convert_layout<NewLayout>(exec, std::forward<V>(view), options);
  exec.fence("isomer::convert_layout: fence after the call without an instance");
  return result;
}

template <class NewLayout, detail::ViewLike V, detail::Workspace W>
auto convert_layout(V&& view, W const& workspace, PlanOptions const& options = {}) {
  typename std::remove_cvref_t<V>::execution_space const exec{};
  auto result = isomer::convert_layout<NewLayout>(exec, std::forward<V>(view), workspace, options);
  exec.fence("isomer::convert_layout: fence after the call without an instance");
  return result;
}

}  // namespace isomer
