// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include <Kokkos_Core.hpp>
#include <Kokkos_DynRankView.hpp>

#include <isomer/detail/erased_view.hpp>

namespace isomer::detail {

template <class>
inline constexpr bool is_dyn_rank_view_v = false;
template <class... P>
inline constexpr bool is_dyn_rank_view_v<Kokkos::DynRankView<P...>> = true;

/// A Kokkos::View or a Kokkos::DynRankView, of any constness.
template <class V>
inline constexpr bool is_view_like_v = Kokkos::is_view_v<V> || is_dyn_rank_view_v<V>;

template <class V>
concept ViewLike = is_view_like_v<std::remove_cvref_t<V>>;

template <class E>
concept ExecutionSpace = Kokkos::is_execution_space_v<E>;

template <class Layout>
constexpr Order order_of() {
  if constexpr (std::is_same_v<Layout, Kokkos::LayoutLeft>) return Order::left;
  else if constexpr (std::is_same_v<Layout, Kokkos::LayoutRight>) return Order::right;
  else {
    static_assert(std::is_same_v<Layout, Kokkos::LayoutStride>,
                  "isomer: the layout of a View must be LayoutLeft, LayoutRight or LayoutStride");
    return Order::stride;
  }
}

template <class V>
ViewInfo view_info(V const& view) {
  using T = typename V::non_const_value_type;
  static_assert(std::is_trivially_copyable_v<T>,
                "isomer: the element type of a View must be trivially copyable");
  ViewInfo info;
  info.data = reinterpret_cast<std::byte*>(const_cast<T*>(view.data()));
  info.rank = static_cast<int>(Kokkos::rank(view));
  info.order = order_of<typename V::array_layout>();
  info.element_bytes = static_cast<std::int32_t>(sizeof(T));
  for (int k = 0; k < info.rank; ++k) {
    auto const i = static_cast<std::size_t>(k);
    info.extent[i] = static_cast<std::int64_t>(view.extent(i));
    info.stride[i] = static_cast<std::int64_t>(view.stride(i));
  }
  info.view = &view;
  info.label = [](void const* v) { return std::string(static_cast<V const*>(v)->label()); };
  return info;
}

}  // namespace isomer::detail
