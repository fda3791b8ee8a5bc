// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/records/subview.hpp>

namespace isomer {

namespace detail {

/// New records like those of `view`, of its arrangement.
template <class Space, class V>
auto records_like(V const& view, std::size_t count, std::int64_t capacity) {
  using Value = typename V::non_const_value_type;
  using A = typename V::arrangement_type;
  using Mirror = RecordView<Value, A, Space>;
  auto const own = allocate_records<Space>(dynamic_record<Value>(), view.label(), count, capacity,
                                           {view.arrangement()});
  if constexpr (std::is_same_v<A, Any>) return RecordAccess::make<Mirror>(own, view.arrangement());
  else return RecordAccess::make<Mirror>(own);
}

}  // namespace detail

/// New records like those of `view`, of its arrangement and capacity, in another memory; not
/// copied.
template <class Space, class T, class A, class S>
requires Kokkos::is_space<Space>::value auto create_mirror(Space const& /*space*/,
                                                           RecordView<T, A, S> const& view) {
  return detail::records_like<Space>(view, view.size(), static_cast<std::int64_t>(view.capacity()));
}
/// As many as in `part`: a whole view, with the capacity of one.
template <class Space, class T, class A, class S>
requires Kokkos::is_space<Space>::value auto create_mirror(Space const& /*space*/,
                                                           RecordSubview<T, A, S> const& part) {
  auto const& record = detail::dynamic_record<std::remove_const_t<T>>();
  return detail::records_like<Space>(part, part.size(), detail::own_capacity(record, part.size()));
}
/// The same in host memory.
template <detail::RecordsLike V>
auto create_mirror(V const& view) {
  return isomer::create_mirror(Kokkos::HostSpace{}, view);
}

/// `view` itself if its memory is that of `space`, else `create_mirror(space, view)`.
template <class Space, detail::RecordsLike V>
requires Kokkos::is_space<Space>::value auto create_mirror_view(Space const& space, V const& view) {
  if constexpr (std::is_same_v<typename Space::memory_space, typename V::memory_space>) return view;
  else return isomer::create_mirror(space, view);
}
/// The same in host memory.
template <detail::RecordsLike V>
auto create_mirror_view(V const& view) {
  return isomer::create_mirror_view(Kokkos::HostSpace{}, view);
}

}  // namespace isomer
