// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/detail/cast_of.hpp>
#include <isomer/detail/engine.hpp>
#include <isomer/detail/region.hpp>
#include <isomer/detail/scale_factors.hpp>
#include <isomer/detail/view_info.hpp>
#include <isomer/error.hpp>

namespace isomer {

namespace detail {

/// What any out-of-place call needs of its types, said once.
template <class Exec, class Dst, class Src>
constexpr void assert_types() {
  static_assert(has_kernels_v<Exec>,
                "isomer: this execution space is none of those the library was built for");
  static_assert(Kokkos::SpaceAccessibility<Exec, typename Dst::memory_space>::accessible,
                "isomer: the execution space must be able to access the memory of dst");
  static_assert(Kokkos::SpaceAccessibility<Exec, typename Src::memory_space>::accessible,
                "isomer: the execution space must be able to access the memory of src");
  static_assert(!std::is_const_v<typename Dst::value_type>,
                "isomer: dst must have non-const elements");
  assert_castable<typename Dst::non_const_value_type, typename Src::non_const_value_type>();
}

/// A call as a Problem, with every check.
template <class Dst, class Src>
Problem problem_of(char const* function, ViewInfo const& to, ViewInfo const& from,
                   Axes const& axes) {
  Problem problem = describe(function, to, from, axes);
  problem.cast = cast_of_views<Dst, Src>();
  return problem;
}

template <class Exec, class Dst, class Src>
void move_elements(char const* function, Exec const& exec, Dst const& dst, Src const& src,
                   Axes const& axes) {
  assert_types<Exec, Dst, Src>();
  Region const region(function);
  ViewInfo const to = view_info(dst);
  ViewInfo const from = view_info(src);
  Problem const problem = problem_of<Dst, Src>(function, to, from, axes);
  cached_plan(exec, problem, {}, function)->run(exec, to.data, from.data, nullptr);
}

template <class Exec, class Dst, class Src, class F>
void scale_elements(char const* function, Exec const& exec, Dst const& dst, Src const& src,
                    Axes const& axes, Scaling<F> const& scaling, PlanOptions const& options = {}) {
  assert_types<Exec, Dst, Src>();
  using T = typename Dst::non_const_value_type;
  Region const region(function);
  ViewInfo const to = view_info(dst);
  ViewInfo const from = view_info(src);
  Problem problem = problem_of<Dst, Src>(function, to, from, axes);
  ScaleFactors const factors = scale_factors<T>(function, scaling);
  bool const is_moved = is_plain<T>(scaling);
  if (!is_moved) problem.scalar = scalar_of<T>();
  cached_plan(exec, problem, options, function)
      ->run(exec, to.data, from.data, is_moved ? nullptr : &factors);
}

}  // namespace detail

/// Copies `src` to `dst` with its axes in another order:
/// `dst(i[axes[0]], i[axes[1]], ..) = src(i[0], i[1], ..)`.
///
/// Asynchronous on `exec`, never fences globally. Any ranks up to 8, any layouts, subviews with
/// gaps; `dst` and `src` must not overlap. Throws Error before any byte is written if `axes` is no
/// permutation of the axes of `src`, if extents do not match, or if the views overlap.
///
/// Elements of another arithmetic type are cast as `static_cast` does, in the same pass: float to
/// double, integers to any number, real to complex, complex to complex (doc/casts.md).
///
///     Kokkos::View<float****> nhwc("nhwc", n, h, w, c), nchw("nchw", n, c, h, w);
///     isomer::permute(exec, nchw, nhwc, {0, 3, 1, 2});
template <detail::ExecutionSpace Exec, detail::ViewLike Dst, detail::ViewLike Src>
void permute(Exec const& exec, Dst const& dst, Src const& src, Axes const& axes) {
  detail::move_elements("isomer::permute", exec, dst, src, axes);
}

/// `dst = alpha * op(src permuted) + beta * dst`, in the one pass that moves the data. Elements of
/// another type are cast first: arithmetic is that of the elements of `dst`.
template <detail::ExecutionSpace Exec, detail::ViewLike Dst, detail::ViewLike Src, class F>
void permute(Exec const& exec, Dst const& dst, Src const& src, Axes const& axes,
             Scaling<F> const& scaling) {
  detail::scale_elements("isomer::permute", exec, dst, src, axes, scaling);
}

/// As above on the default instance of the execution space of `dst`; returns when it is done.
template <detail::ViewLike Dst, detail::ViewLike Src>
void permute(Dst const& dst, Src const& src, Axes const& axes) {
  typename Dst::execution_space const exec{};
  permute(exec, dst, src, axes);
  exec.fence("isomer::permute: fence after the call without an instance");
}

/// As above on the default instance of the execution space of `dst`; returns when it is done.
template <detail::ViewLike Dst, detail::ViewLike Src, class F>
void permute(Dst const& dst, Src const& src, Axes const& axes, Scaling<F> const& scaling) {
  typename Dst::execution_space const exec{};
  permute(exec, dst, src, axes, scaling);
  exec.fence("isomer::permute: fence after the call without an instance");
}

}  // namespace isomer
