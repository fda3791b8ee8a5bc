// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <type_traits>

#include <isomer/detail/copy_across.hpp>
#include <isomer/detail/describe.hpp>
#include <isomer/detail/strided_part.hpp>
#include <isomer/error.hpp>
#include <isomer/permute.hpp>

namespace isomer {

namespace detail {

/// Copies between Views that `exec` can both access.
template <class Exec, class Dst, class Src>
void copy_elements(char const* function, Exec const& exec, Dst const& dst, Src const& src) {
  constexpr bool same_elements =
      std::is_same_v<typename Dst::value_type, typename Src::non_const_value_type>;
  ViewInfo const to = view_info(dst);
  ViewInfo const from = view_info(src);
  if (both_unallocated(to, from) || (same_elements && same_mapping(to, from))) return;
  move_elements(function, exec, dst, src, Axes::identity(from.rank));
}

/// A View that Kokkos can fill: of its own, not those that are atomic and unmanaged.
template <class V>
decltype(auto) fillable(V const& view) {
  if constexpr (V::memory_traits::is_atomic) return strided_part(view, 0, view_info(view).extent);
  else return (view);
}

template <class Src>
void require_rank_0(Src const& src) {
  if constexpr (is_dyn_rank_view_v<Src>) {
    if (Kokkos::rank(src) != 0)
      throw Error("isomer::deep_copy: src \"" + src.label() + "\" has rank " +
                  std::to_string(Kokkos::rank(src)) + ", it has to have 0 to be copied to a value");
  } else {
    static_assert(Src::rank() == 0, "isomer: src must have rank 0 to be copied to a value");
  }
}

}  // namespace detail

/// Copies `src` to `dst` index by index, whatever their layouts: what `Kokkos::deep_copy` does, at
/// memory speed also where the layout changes. Asynchronous on `exec`. Two Views of the same memory
/// and mapping are left alone, two that are not allocated too. Throws Error before any byte is
/// written if extents differ or the views overlap in another way.
///
/// `exec` may reach one of two memories, if the host or `exec` reaches the other: dense Views of
/// the same layout are one transfer; others go slab by slab through pinned memory, the device
/// changes the layout, and the call returns when the data are there.
///
///     Kokkos::View<double**, Kokkos::LayoutLeft> columns("columns", m, n);
///     isomer::deep_copy(exec, columns, rows);   // columns(i, j) = rows(i, j)
template <detail::ExecutionSpace Exec, detail::ViewLike Dst, detail::ViewLike Src>
void deep_copy(Exec const& exec, Dst const& dst, Src const& src) {
  static constexpr char const* function = "isomer::deep_copy";
  if constexpr (detail::reaches_v<Exec, Dst> && detail::reaches_v<Exec, Src>)
    detail::copy_elements(function, exec, dst, src);
  else detail::copy_between_memories(function, exec, dst, src);
}

/// As above on a default instance, of the execution space of `dst` if that reaches both. As
/// `Kokkos::deep_copy` it waits for all that runs before it begins, and for the copy at the end.
template <detail::ViewLike Dst, detail::ViewLike Src>
void deep_copy(Dst const& dst, Src const& src) {
  typename detail::CopySpace<Dst, Src>::type const exec{};
  Kokkos::fence("isomer::deep_copy: fence before a copy without an instance");
  isomer::deep_copy(exec, dst, src);
  Kokkos::fence("isomer::deep_copy: fence after a copy without an instance");
}

/// Gives every element of `dst` a value: `Kokkos::deep_copy(exec, dst, value)`.
template <detail::ExecutionSpace Exec, detail::ViewLike Dst>
void deep_copy(Exec const& exec, Dst const& dst,
               std::type_identity_t<typename Dst::const_value_type>& value) {
  static_assert(!std::is_const_v<typename Dst::value_type>,
                "isomer: dst must have non-const elements");
  Kokkos::deep_copy(exec, detail::fillable(dst), value);
}
/// The same between two fences of everything, as Kokkos has it.
template <detail::ViewLike Dst>
void deep_copy(Dst const& dst, std::type_identity_t<typename Dst::const_value_type>& value) {
  static_assert(!std::is_const_v<typename Dst::value_type>,
                "isomer: dst must have non-const elements");
  Kokkos::deep_copy(detail::fillable(dst), value);
}

/// Copies the element of a View of rank 0 to a value in host memory:
/// `Kokkos::deep_copy(exec, value, src)`. Throws Error if a DynRankView has another rank.
template <detail::ExecutionSpace Exec, detail::ViewLike Src>
void deep_copy(Exec const& exec, std::type_identity_t<typename Src::non_const_value_type>& value,
               Src const& src) {
  detail::require_rank_0(src);
  Kokkos::deep_copy(exec, value, src);
}
/// The same between two fences of everything, as Kokkos has it.
template <detail::ViewLike Src>
void deep_copy(std::type_identity_t<typename Src::non_const_value_type>& value, Src const& src) {
  detail::require_rank_0(src);
  Kokkos::deep_copy(value, src);
}

}  // namespace isomer
