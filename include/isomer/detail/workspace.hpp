// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include <isomer/detail/view_info.hpp>

namespace isomer::detail {

/// A caller's memory for a plan in place, or none.
struct CallerWorkspace {
  std::byte* data = nullptr;
  std::size_t bytes = 0;
};

template <class T>
inline constexpr bool is_byte_v =
    std::is_same_v<T, std::byte> || std::is_same_v<T, char> || std::is_same_v<T, unsigned char>;

/// A View of rank 1 whose elements are bytes.
template <class W>
concept Workspace = Kokkos::is_view_v<std::remove_cvref_t<W>> && std::remove_cvref_t<W>::rank()
== 1 && is_byte_v<typename std::remove_cvref_t<W>::value_type>;

/// One that is not the source of a permutation out of place to the View before it.
template <class W, class V>
concept WorkspaceOf = Workspace<W> && ViewLike<V> &&
    !(Workspace<V> && std::is_same_v<typename std::remove_cvref_t<V>::value_type,
                                     typename std::remove_cvref_t<W>::value_type>);

template <class Exec, Workspace W>
CallerWorkspace caller_workspace(W const& workspace) {
  static_assert(Kokkos::SpaceAccessibility<Exec, typename W::memory_space>::accessible,
                "isomer: the execution space must be able to access the memory of the workspace");
  static_assert(!std::is_same_v<typename W::array_layout, Kokkos::LayoutStride>,
                "isomer: a workspace must be contiguous, so its layout must not be LayoutStride");
  return {reinterpret_cast<std::byte*>(workspace.data()), workspace.extent(0)};
}

}  // namespace isomer::detail
