// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/permute.hpp>

namespace isomer {

/// Copies `src` to `dst` index by index, whatever their layouts: what `Kokkos::deep_copy` does, at
/// memory speed also where the layout changes. Asynchronous on `exec`; requirements as for
/// `permute`, so both views must be accessible from `exec`.
///
///     Kokkos::View<double**, Kokkos::LayoutLeft> columns("columns", m, n);
///     isomer::deep_copy(exec, columns, rows);   // columns(i, j) = rows(i, j)
template <detail::ExecutionSpace Exec, detail::ViewLike Dst, detail::ViewLike Src>
void deep_copy(Exec const& exec, Dst const& dst, Src const& src) {
  detail::move_elements("isomer::deep_copy", exec, dst, src,
                        Axes::identity(static_cast<int>(Kokkos::rank(src))));
}

/// As above on the default instance of the execution space of `dst`; returns when it is done.
template <detail::ViewLike Dst, detail::ViewLike Src>
void deep_copy(Dst const& dst, Src const& src) {
  typename Dst::execution_space const exec{};
  isomer::deep_copy(exec, dst, src);
  exec.fence("isomer::deep_copy: fence after the call without an instance");
}

}  // namespace isomer
