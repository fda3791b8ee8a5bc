// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/permute.hpp>

namespace isomer {

/// Copies `src` to `dst` with all axes reversed: `dst(i[r-1], .., i[0]) = src(i[0], .., i[r-1])`.
/// Rank 2 is the matrix transposition. Asynchronous on `exec`; requirements as for `permute`.
///
///     isomer::transpose(exec, at, a);   // at(j, i) = a(i, j)
template <detail::ExecutionSpace Exec, detail::ViewLike Dst, detail::ViewLike Src>
void transpose(Exec const& exec, Dst const& dst, Src const& src) {
  detail::move_elements("isomer::transpose", exec, dst, src,
                        Axes::reversed(static_cast<int>(Kokkos::rank(src))));
}

/// `dst = alpha * op(src transposed) + beta * dst`.
template <detail::ExecutionSpace Exec, detail::ViewLike Dst, detail::ViewLike Src, class F>
void transpose(Exec const& exec, Dst const& dst, Src const& src, Scaling<F> const& scaling) {
  detail::scale_elements("isomer::transpose", exec, dst, src,
                         Axes::reversed(static_cast<int>(Kokkos::rank(src))), scaling);
}

/// As above on the default instance of the execution space of `dst`; returns when it is done.
template <detail::ViewLike Dst, detail::ViewLike Src>
void transpose(Dst const& dst, Src const& src) {
  typename Dst::execution_space const exec{};
  transpose(exec, dst, src);
  exec.fence("isomer::transpose: fence after the call without an instance");
}

/// As above on the default instance of the execution space of `dst`; returns when it is done.
template <detail::ViewLike Dst, detail::ViewLike Src, class F>
void transpose(Dst const& dst, Src const& src, Scaling<F> const& scaling) {
  typename Dst::execution_space const exec{};
  transpose(exec, dst, src, scaling);
  exec.fence("isomer::transpose: fence after the call without an instance");
}

}  // namespace isomer
