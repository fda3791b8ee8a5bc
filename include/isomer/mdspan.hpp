// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/convert_layout.hpp>
#include <isomer/deep_copy.hpp>
#include <isomer/detail/mdspan_view.hpp>
#include <isomer/padding.hpp>
#include <isomer/permute.hpp>
#include <isomer/permute_in_place.hpp>
#include <isomer/transpose.hpp>

/// The calls for `Kokkos::mdspan` (and `std::mdspan`) in place of a View, on either side. The
/// memory of one is what its accessor names as `memory_space`; without that name it is that of the
/// execution space given, and host memory where none is given.
namespace isomer {

namespace detail {

template <class Dst, class Src>
concept WithMdspan = ViewOrMdspan<Dst> && ViewOrMdspan<Src> &&(Mdspan<Dst> || Mdspan<Src>);

}  // namespace detail

/// An unmanaged View of the elements of an mdspan, for calls that take no mdspan: plans, batches,
/// mirrors. `Space` says where they are unless its accessor does.
///
///     auto const plan = isomer::plan_permute(exec, isomer::view_of(dst), isomer::view_of(src),
///     axes);
template <class Space = Kokkos::HostSpace, detail::Mdspan M>
auto view_of(M const& span) {
  return detail::view_for<Space>(span);
}

template <detail::ExecutionSpace Exec, class Dst, class Src>
requires detail::WithMdspan<Dst, Src>
void permute(Exec const& exec, Dst const& dst, Src const& src, Axes const& axes) {
  isomer::permute(exec, detail::view_for<Exec>(dst), detail::view_for<Exec>(src), axes);
}
/// With a Scaling or a Padding.
template <detail::ExecutionSpace Exec, class Dst, class Src, class How>
requires detail::WithMdspan<Dst, Src>
void permute(Exec const& exec, Dst const& dst, Src const& src, Axes const& axes, How const& how) {
  isomer::permute(exec, detail::view_for<Exec>(dst), detail::view_for<Exec>(src), axes, how);
}
template <class Dst, class Src>
requires detail::WithMdspan<Dst, Src>
void permute(Dst const& dst, Src const& src, Axes const& axes) {
  using Host = Kokkos::HostSpace;
  isomer::permute(detail::view_for<Host>(dst), detail::view_for<Host>(src), axes);
}
template <class Dst, class Src, class How>
requires detail::WithMdspan<Dst, Src>
void permute(Dst const& dst, Src const& src, Axes const& axes, How const& how) {
  using Host = Kokkos::HostSpace;
  isomer::permute(detail::view_for<Host>(dst), detail::view_for<Host>(src), axes, how);
}

template <detail::ExecutionSpace Exec, class Dst, class Src>
requires detail::WithMdspan<Dst, Src>
void transpose(Exec const& exec, Dst const& dst, Src const& src) {
  isomer::transpose(exec, detail::view_for<Exec>(dst), detail::view_for<Exec>(src));
}
template <detail::ExecutionSpace Exec, class Dst, class Src, class F>
requires detail::WithMdspan<Dst, Src>
void transpose(Exec const& exec, Dst const& dst, Src const& src, Scaling<F> const& scaling) {
  isomer::transpose(exec, detail::view_for<Exec>(dst), detail::view_for<Exec>(src), scaling);
}
template <class Dst, class Src>
requires detail::WithMdspan<Dst, Src>
void transpose(Dst const& dst, Src const& src) {
  using Host = Kokkos::HostSpace;
  isomer::transpose(detail::view_for<Host>(dst), detail::view_for<Host>(src));
}
template <class Dst, class Src, class F>
requires detail::WithMdspan<Dst, Src>
void transpose(Dst const& dst, Src const& src, Scaling<F> const& scaling) {
  using Host = Kokkos::HostSpace;
  isomer::transpose(detail::view_for<Host>(dst), detail::view_for<Host>(src), scaling);
}

template <detail::ExecutionSpace Exec, class Dst, class Src>
requires detail::WithMdspan<Dst, Src>
void deep_copy(Exec const& exec, Dst const& dst, Src const& src) {
  isomer::deep_copy(exec, detail::view_for<Exec>(dst), detail::view_for<Exec>(src));
}
/// As of Views without an instance: between two fences of everything.
template <class Dst, class Src>
requires detail::WithMdspan<Dst, Src>
void deep_copy(Dst const& dst, Src const& src) {
  using Host = Kokkos::HostSpace;
  isomer::deep_copy(detail::view_for<Host>(dst), detail::view_for<Host>(src));
}

/// In place: returns an mdspan with permuted extents, all dynamic, and the same layout on the same
/// elements. The one that was passed must not be read any more.
///
///     auto const moved = isomer::permute_in_place(exec, span, {2, 0, 1});
template <detail::ExecutionSpace Exec, detail::Mdspan M>
auto permute_in_place(Exec const& exec, M const& span, Axes const& axes,
                      PlanOptions const& options = {}) {
  return detail::permuted_span(
      span, isomer::permute_in_place(exec, detail::view_for<Exec>(span), axes, options));
}
/// With the caller's workspace.
template <detail::ExecutionSpace Exec, detail::Mdspan M, detail::Workspace W>
auto permute_in_place(Exec const& exec, M const& span, Axes const& axes, W const& workspace,
                      PlanOptions const& options = {}) {
  return detail::permuted_span(
      span, isomer::permute_in_place(exec, detail::view_for<Exec>(span), axes, workspace, options));
}
template <detail::Mdspan M>
auto permute_in_place(M const& span, Axes const& axes, PlanOptions const& options = {}) {
  return detail::permuted_span(span,
                               isomer::permute_in_place(isomer::view_of(span), axes, options));
}

template <detail::ExecutionSpace Exec, detail::Mdspan M>
auto transpose_in_place(Exec const& exec, M const& span, PlanOptions const& options = {}) {
  return detail::permuted_span(
      span, isomer::transpose_in_place(exec, detail::view_for<Exec>(span), options));
}
/// With the caller's workspace.
template <detail::ExecutionSpace Exec, detail::Mdspan M, detail::Workspace W>
auto transpose_in_place(Exec const& exec, M const& span, W const& workspace,
                        PlanOptions const& options = {}) {
  return detail::permuted_span(
      span, isomer::transpose_in_place(exec, detail::view_for<Exec>(span), workspace, options));
}
template <detail::Mdspan M>
auto transpose_in_place(M const& span, PlanOptions const& options = {}) {
  return detail::permuted_span(span, isomer::transpose_in_place(isomer::view_of(span), options));
}

namespace detail {

/// The new layout of an mdspan, which may be given as that of a View.
template <class NewLayout, class M>
struct NewLayoutOfMdspan {
  using of_span = mdspan_layout_t<NewLayout, typename M::layout_type>;
  static_assert(is_layout_left<of_span>() || is_layout_right<of_span>(),
                "isomer::convert_layout: the new layout of an mdspan must be layout_left or "
                "layout_right");
  using of_view = view_layout_t<of_span>;
};

}  // namespace detail

/// In place: returns an mdspan of `NewLayout` (`Kokkos::layout_left` or `layout_right`, or the
/// View's `LayoutLeft` or `LayoutRight` for them) with the
/// same extents and the same element at every index, on the same memory.
template <class NewLayout, detail::ExecutionSpace Exec, detail::Mdspan M>
auto convert_layout(Exec const& exec, M const& span, PlanOptions const& options = {}) {
  using Layouts = detail::NewLayoutOfMdspan<NewLayout, M>;
  using Layout = typename Layouts::of_view;
  return detail::span_like<typename M::extents_type, typename Layouts::of_span>(
      span, isomer::convert_layout<Layout>(exec, detail::view_for<Exec>(span), options));
}
/// With the caller's workspace.
template <class NewLayout, detail::ExecutionSpace Exec, detail::Mdspan M, detail::Workspace W>
auto convert_layout(Exec const& exec, M const& span, W const& workspace,
                    PlanOptions const& options = {}) {
  using Layouts = detail::NewLayoutOfMdspan<NewLayout, M>;
  using Layout = typename Layouts::of_view;
  return detail::span_like<typename M::extents_type, typename Layouts::of_span>(
      span, isomer::convert_layout<Layout>(exec, detail::view_for<Exec>(span), workspace, options));
}
template <class NewLayout, detail::Mdspan M>
auto convert_layout(M const& span, PlanOptions const& options = {}) {
  using Layouts = detail::NewLayoutOfMdspan<NewLayout, M>;
  using Layout = typename Layouts::of_view;
  return detail::span_like<typename M::extents_type, typename Layouts::of_span>(
      span, isomer::convert_layout<Layout>(isomer::view_of(span), options));
}

}  // namespace isomer
