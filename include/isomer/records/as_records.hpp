// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/records/detail/change.hpp>

namespace isomer {

namespace detail {

/// Throws the Error about a View that is no array of records: its axis `axis` has a stride, or an
/// extent, that it must not have.
[[noreturn]] void throw_no_records(std::string const& label, char const* what, int axis,
                                   std::size_t is, std::size_t should_be);

template <class V>
inline constexpr bool is_left_v = std::is_same_v<typename V::array_layout, Kokkos::LayoutLeft>;

/// Whether all leaves of T are one F.
template <class T, class F>
constexpr bool has_equal_leaves() {
  return []<int... M>(std::integer_sequence<int, M...>) {
    return (std::is_same_v<typename LeafTable<T>::template Element<M>, F> && ...);
  }
  (std::make_integer_sequence<int, LeafTable<T>::members>{}) &&
      sizeof(T) == static_cast<std::size_t>(LeafTable<T>::leaves) * sizeof(F);
}

/// The records of a View that are `capacity` apart from column to column. Their room ends with its
/// last element: what lies behind may be rows of a larger View.
template <class V, class R>
R adopt(V const& view, std::size_t capacity) {
  using F = typename V::non_const_value_type;
  auto* const data = reinterpret_cast<std::byte*>(const_cast<F*>(view.data()));
  std::size_t const n = view.extent(0);
  std::size_t const lines = view.size() == 0 ? 0 : view.size() / n;
  std::size_t room = view.size() * sizeof(F);
  if (is_left_v<V> && lines > 0) room = ((lines - 1) * capacity + n) * sizeof(F);
  return RecordAccess::make<R>(HeldRecords{tracker_of(view), data, static_cast<std::int64_t>(n),
                                           static_cast<std::int64_t>(capacity), room});
}

template <class V>
void require(V const& view, char const* what, int axis, std::size_t is, std::size_t should_be) {
  if (view.extent(0) > 0 && is != should_be)
    throw_no_records(view.label(), what, axis, is, should_be);
}

}  // namespace detail

/// The records that a View holds, without a copy; the ownership is shared. `View<T*>` is AoS; a
/// View of rank 2 of equal members F, one column for each, is AoS if its layout is LayoutRight and
/// SoA if LayoutLeft, padded or not; the members lie in T in the order of its description. Throws
/// Error if there are other columns, or gaps between
/// records.
template <class Record, class V>
auto as_records(V const& view) {
  static_assert(Kokkos::is_view_v<V>, "isomer: as_records takes a Kokkos::View");
  using T = std::remove_const_t<Record>;
  using F = typename V::non_const_value_type;
  using Layout = typename V::array_layout;
  using Value = std::conditional_t<std::is_const_v<typename V::value_type>, T const, T>;
  constexpr bool is_left = detail::is_left_v<V>;
  static_assert(is_left || std::is_same_v<Layout, Kokkos::LayoutRight>,
                "isomer: the layout of a View of records must be LayoutLeft or LayoutRight");
  static_assert(detail::CheckedRecord<T>::value);
  constexpr auto leaves = static_cast<std::size_t>(detail::LeafTable<T>::leaves);
  if constexpr (V::rank() == 1) {
    static_assert(std::is_same_v<F, T>, "isomer: a View of rank 1 must have elements T");
    detail::require(view, "stride", 0, view.stride(0), 1);
    return detail::adopt<V, RecordView<Value, AoS, typename V::device_type>>(view, view.extent(0));
  } else {
    static_assert(V::rank() == 2, "isomer: a View of records must have rank 1 or 2");
    static_assert(detail::has_equal_leaves<T, F>(),
                  "isomer: all members of T must be of the element type of the View");
    static_assert(detail::is_laid_as_declared<T>(),
                  "isomer: a View of rank 2 must hold records that lie in the order of their "
                  "description");
    detail::require(view, "extent", 1, view.extent(1), leaves);
    if constexpr (is_left) {
      detail::require(view, "stride", 0, view.stride(0), 1);
      return detail::adopt<V, RecordView<Value, SoA, typename V::device_type>>(
          view, leaves == 1 ? view.extent(0) : view.stride(1));
    } else {
      detail::require(view, "stride", 0, view.stride(0), leaves);
      return detail::adopt<V, RecordView<Value, AoS, typename V::device_type>>(view,
                                                                               view.extent(0));
    }
  }
}

}  // namespace isomer
