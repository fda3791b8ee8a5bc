// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/records/any_view.hpp>

namespace isomer {

/// New records like those of `view`, of its arrangement and capacity, in another memory; not
/// copied.
template <class Space, class T, class A, class S>
requires Kokkos::is_space<Space>::value auto create_mirror(Space const& /*space*/,
                                                           RecordView<T, A, S> const& view) {
  using Value = std::remove_const_t<T>;
  using Mirror = RecordView<Value, A, Space>;
  auto const own = detail::allocate_records<Space>(
      detail::dynamic_record<Value>(), view.label(), view.size(),
      static_cast<std::int64_t>(view.capacity()), {view.arrangement()});
  if constexpr (std::is_same_v<A, Any>)
    return detail::RecordAccess::make<Mirror>(own, view.arrangement());
  else return detail::RecordAccess::make<Mirror>(own);
}
/// The same in host memory.
template <class T, class A, class S>
auto create_mirror(RecordView<T, A, S> const& view) {
  return isomer::create_mirror(Kokkos::HostSpace{}, view);
}

/// `view` itself if its memory is that of `space`, else `create_mirror(space, view)`.
template <class Space, class T, class A, class S>
requires Kokkos::is_space<Space>::value auto create_mirror_view(Space const& space,
                                                                RecordView<T, A, S> const& view) {
  using Memory = typename RecordView<T, A, S>::memory_space;
  if constexpr (std::is_same_v<typename Space::memory_space, Memory>) return view;
  else return isomer::create_mirror(space, view);
}
/// The same in host memory.
template <class T, class A, class S>
auto create_mirror_view(RecordView<T, A, S> const& view) {
  return isomer::create_mirror_view(Kokkos::HostSpace{}, view);
}

}  // namespace isomer
