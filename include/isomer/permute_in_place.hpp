// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <utility>

#include <isomer/detail/describe.hpp>
#include <isomer/detail/engine.hpp>
#include <isomer/detail/rebind_view.hpp>
#include <isomer/detail/region.hpp>
#include <isomer/detail/view_info.hpp>
#include <isomer/error.hpp>

namespace isomer {

namespace detail {

/// Whether the caller keeps a view passed as `V&&`: an lvalue, or one that is const and cannot be
/// emptied.
template <class V>
inline constexpr bool stays_with_caller_v =
    std::is_lvalue_reference_v<V> || std::is_const_v<std::remove_reference_t<V>>;

/// Refuses a view that others could still read through its old layout. One that stays with the
/// caller is such an alias itself.
template <class V>
void require_sole_owner(char const* function, std::remove_cvref_t<V> const& view,
                        ViewInfo const& info, PlanOptions const& options) {
  int const use_count = view.use_count();
  bool const is_managed = use_count > 0;
  if (!is_managed || options.allow_aliases) return;
  if (use_count > 1) throw_shared(function, info, use_count);
  if (stays_with_caller_v<V>) throw_shared(function, info, 0);
}

template <class Exec, class View>
constexpr void assert_in_place() {
  static_assert(has_kernels_v<Exec>,
                "isomer: this execution space is none of those the library was built for");
  static_assert(Kokkos::SpaceAccessibility<Exec, typename View::memory_space>::accessible,
                "isomer: the execution space must be able to access the memory of the view");
  static_assert(!std::is_const_v<typename View::value_type>,
                "isomer: a view is rearranged in place, so its elements must not be const");
}

/// Runs what `Result` and `order` call for on the allocation of `view`; an rvalue is left empty.
template <class Result, class Exec, class V>
Result rearrange(char const* function, Exec const& exec, V&& view, Axes const& axes, Order order,
                 PlanOptions const& options, CallerWorkspace const* workspace = nullptr) {
  using From = std::remove_cvref_t<V>;
  assert_in_place<Exec, From>();
  Region const region(function);
  ViewInfo const info = view_info(view);
  InPlaceCall call = describe_in_place(function, info, axes, order);
  call.problem.has_workspace = workspace != nullptr;
  require_sole_owner<V>(function, view, info, options);
  auto const plan = cached_plan(exec, call.problem, options, function);
  auto result = rebind_view<Result>(view, call.extent, call.stride);
  require_strides(function, info, call, view_info(result));
  if (workspace == nullptr) run_in_place(function, exec, *plan, info.data);
  else run_in_place(function, exec, *plan, info.data, span_bytes(call.problem), *workspace);
  if constexpr (!stays_with_caller_v<V>) view = From{};
  return result;
}

/// The same within the caller's workspace.
template <class Result, class Exec, class V, class W>
Result rearrange_in(char const* function, Exec const& exec, V&& view, Axes const& axes, Order order,
                    W const& workspace, PlanOptions options) {
  CallerWorkspace const given = caller_workspace<Exec>(workspace);
  options.workspace_limit = given.bytes;
  return rearrange<Result>(function, exec, std::forward<V>(view), axes, order, options, &given);
}

}  // namespace detail

/// Permutes the axes of a View IN PLACE and returns the permuted View on the same allocation,
/// reference counting intact: `result(i[axes[0]], i[axes[1]], ..) = view(i[0], i[1], ..)`.
///
/// The result keeps the layout of the view (for LayoutStride: the order in memory of its axes).
/// Asynchronous on `exec`. The view must be contiguous, or have gaps that can stay where they are
/// (doc/in_place.md), and, if managed, be the only owner of its allocation (pass
/// `std::move(view)`), unless `options.allow_aliases` is set. Throws Error before the first byte
/// moves.
///
///     field = isomer::permute_in_place(exec, std::move(field), {2, 0, 1});
template <detail::ExecutionSpace Exec, detail::ViewLike V>
auto permute_in_place(Exec const& exec, V&& view, Axes const& axes,
                      PlanOptions const& options = {}) {
  using Result = typename detail::WithDynamicExtents<std::remove_cvref_t<V>>::type;
  return detail::rearrange<Result>("isomer::permute_in_place", exec, std::forward<V>(view), axes,
                                   detail::Order::stride, options);
}

/// With the caller's workspace, a View of bytes in which the fastest way that it has room for is
/// taken: nothing is allocated and nothing fenced. It has to begin on a multiple of 64 bytes and
/// must not be touched until `exec` is done.
template <detail::ExecutionSpace Exec, detail::ViewLike V, detail::Workspace W>
auto permute_in_place(Exec const& exec, V&& view, Axes const& axes, W const& workspace,
                      PlanOptions const& options = {}) {
  using Result = typename detail::WithDynamicExtents<std::remove_cvref_t<V>>::type;
  return detail::rearrange_in<Result>("isomer::permute_in_place", exec, std::forward<V>(view), axes,
                                      detail::Order::stride, workspace, options);
}

/// As above on the default instance of the view's execution space; returns when it is done.
template <detail::ViewLike V>
auto permute_in_place(V&& view, Axes const& axes, PlanOptions const& options = {}) {
  typename std::remove_cvref_t<V>::execution_space const exec{};
  auto result = isomer::permute_in_place(exec, std::forward<V>(view), axes, options);
  exec.fence("isomer::permute_in_place: fence after the call without an instance");
  return result;
}

template <detail::ViewLike V, detail::Workspace W>
auto permute_in_place(V&& view, Axes const& axes, W const& workspace,
                      PlanOptions const& options = {}) {
  typename std::remove_cvref_t<V>::execution_space const exec{};
  auto result = isomer::permute_in_place(exec, std::forward<V>(view), axes, workspace, options);
  exec.fence("isomer::permute_in_place: fence after the call without an instance");
  return result;
}

/// Reverses all axes of a View IN PLACE: returns the View with reversed extents and the same
/// layout, `result(i[r-1], .., i[0]) = view(i[0], .., i[r-1])`. Otherwise as `permute_in_place`.
///
///     auto at = isomer::transpose_in_place(exec, std::move(a));   // at(j, i) was a(i, j)
template <detail::ExecutionSpace Exec, detail::ViewLike V>
auto transpose_in_place(Exec const& exec, V&& view, PlanOptions const& options = {}) {
  using Result = typename detail::WithDynamicExtents<std::remove_cvref_t<V>>::type;
  auto const axes = Axes::reversed(static_cast<int>(Kokkos::rank(view)));
  return detail::rearrange<Result>("isomer::transpose_in_place", exec, std::forward<V>(view), axes,
                                   detail::Order::stride, options);
}

/// With the caller's workspace, as `permute_in_place` has it.
template <detail::ExecutionSpace Exec, detail::ViewLike V, detail::Workspace W>
auto transpose_in_place(Exec const& exec, V&& view, W const& workspace,
                        PlanOptions const& options = {}) {
  using Result = typename detail::WithDynamicExtents<std::remove_cvref_t<V>>::type;
  auto const axes = Axes::reversed(static_cast<int>(Kokkos::rank(view)));
  return detail::rearrange_in<Result>("isomer::transpose_in_place", exec, std::forward<V>(view),
                                      axes, detail::Order::stride, workspace, options);
}

/// As above on the default instance of the view's execution space; returns when it is done.
template <detail::ViewLike V>
auto transpose_in_place(V&& view, PlanOptions const& options = {}) {
  typename std::remove_cvref_t<V>::execution_space const exec{};
  auto result = isomer::transpose_in_place(exec, std::forward<V>(view), options);
  exec.fence("isomer::transpose_in_place: fence after the call without an instance");
  return result;
}

template <detail::ViewLike V, detail::Workspace W>
auto transpose_in_place(V&& view, W const& workspace, PlanOptions const& options = {}) {
  typename std::remove_cvref_t<V>::execution_space const exec{};
  auto result = isomer::transpose_in_place(exec, std::forward<V>(view), workspace, options);
  exec.fence("isomer::transpose_in_place: fence after the call without an instance");
  return result;
}

}  // namespace isomer
