// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/detail/rebind_view.hpp>
#include <isomer/records/detail/place.hpp>

namespace isomer::detail {

/// The View of member M of the records T in arrangement A.
template <class T, class A, class Device, int M>
struct FieldView {
  using Table = LeafTable<std::remove_const_t<T>>;
  using At = Addresses<std::remove_const_t<T>, A>;
  using Element = typename Place<T, A>::template Element<M>;
  static constexpr LeafAddress leaf = At::table.leaf[Table::first[M]];
  static constexpr auto bytes = static_cast<std::int64_t>(sizeof(Element));
  static constexpr bool is_tiled = leaf.tile > 1;
  static constexpr bool is_array = std::is_array_v<typename Table::template Type<M>>;
  static constexpr bool is_contiguous = !is_tiled && !is_array && leaf.block == bytes;
  static constexpr int rank = 1 + (is_tiled ? 1 : 0) + (is_array ? 1 : 0);
  static_assert(leaf.block % bytes == 0,
                "isomer: this member has no View in this arrangement, the distance of its values "
                "is no multiple of their size");

  using Layout = std::conditional_t<is_contiguous, Kokkos::LayoutLeft, Kokkos::LayoutStride>;
  using type = Kokkos::View<typename DynamicData<Element, rank>::type, Layout, Device>;

  /// Of `count` records from `first` on, which begins a tile.
  static type make(Kokkos::Impl::SharedAllocationTracker const& tracker, Place<T, A> const& first,
                   std::int64_t count) {
    std::array<std::int64_t, max_rank> extent{};
    std::array<std::int64_t, max_rank> stride{};
    std::size_t axis = 0;
    auto const add = [&](std::int64_t n, std::int64_t distance) {
      extent[axis] = n;
      stride[axis++] = distance / bytes;
    };
    add((count + leaf.tile - 1) / leaf.tile, leaf.block);
    if constexpr (is_tiled) add(leaf.tile, bytes);
    if constexpr (is_array)
      add(components_of<typename Table::template Type<M>>, first.template step<M>());
    return share<type>(tracker, &first.template leaf<Table::first[M]>(),
                       make_layout<Layout>(rank, extent, stride));
  }
};

}  // namespace isomer::detail
