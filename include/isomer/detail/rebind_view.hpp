// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include <isomer/detail/limits.hpp>
#include <isomer/detail/view_info.hpp>

/// Another View type on the allocation that a View already holds: what an in-place call returns.
namespace isomer::detail {

/// `T*****` with as many stars as `Rank`.
template <class T, int Rank>
struct DynamicData {
  using type = typename DynamicData<T, Rank - 1>::type*;
};
template <class T>
struct DynamicData<T, 0> {
  using type = T;
};

/// The View that `convert_layout` returns: same extents, static ones included.
template <class V, class Layout>
struct WithLayout {
  using type = Kokkos::View<typename V::data_type, Layout, typename V::device_type,
                            typename V::memory_traits>;
};
template <class T, class... P, class Layout>
struct WithLayout<Kokkos::DynRankView<T, P...>, Layout> {
  using V = Kokkos::DynRankView<T, P...>;
  using type = Kokkos::DynRankView<T, Layout, typename V::device_type, typename V::memory_traits>;
};

/// The View that a permutation in place returns: all extents become dynamic, because a static
/// extent cannot stand before a dynamic one.
template <class V>
struct WithDynamicExtents {
  using type =
      Kokkos::View<typename DynamicData<typename V::value_type, static_cast<int>(V::rank)>::type,
                   typename V::array_layout, typename V::device_type, typename V::memory_traits>;
};
template <class T, class... P>
struct WithDynamicExtents<Kokkos::DynRankView<T, P...>> {
  using type = Kokkos::DynRankView<T, P...>;
};

/// The stride that stands for the padding of a layout, if it has any: of LayoutRight Kokkos 5 pads
/// the fastest axis, Kokkos 4 all but the slowest.
template <class Layout>
std::size_t padded_stride(int rank, std::array<std::int64_t, max_rank> const& extent,
                          std::array<std::int64_t, max_rank> const& stride) {
  if (rank < 2) return KOKKOS_IMPL_CTOR_DEFAULT_ARG;
  constexpr bool is_left = std::is_same_v<Layout, Kokkos::LayoutLeft>;
  constexpr bool pads_fastest = is_left || KOKKOS_VERSION >= 50000;
  auto const last = static_cast<std::size_t>(rank) - 1;
  std::size_t const padded = is_left ? 1 : pads_fastest ? last - 1 : 0;
  std::int64_t dense = 1;
  std::size_t const first_below = is_left ? 0 : padded + 1;
  std::size_t const last_below = is_left ? 0 : last;
  for (std::size_t k = first_below; k <= last_below; ++k)
    dense *= std::max<std::int64_t>(extent[k], 1);
  return stride[padded] > dense ? static_cast<std::size_t>(stride[padded])
                                : KOKKOS_IMPL_CTOR_DEFAULT_ARG;
}

/// Without padding, where the layout says all strides.
template <class Layout>
Layout make_layout(int rank, std::array<std::int64_t, max_rank> const& extent) {
  Layout layout;
  for (int k = 0; k < rank; ++k)
    layout.dimension[k] = static_cast<std::size_t>(extent[static_cast<std::size_t>(k)]);
  return layout;
}

template <class Layout>
Layout make_layout(int rank, std::array<std::int64_t, max_rank> const& extent,
                   std::array<std::int64_t, max_rank> const& stride) {
  auto layout = make_layout<Layout>(rank, extent);
  if constexpr (std::is_same_v<Layout, Kokkos::LayoutStride>)
    for (int k = 0; k < rank; ++k)
      layout.stride[k] = static_cast<std::size_t>(stride[static_cast<std::size_t>(k)]);
  else layout.stride = padded_stride<Layout>(rank, extent, stride);
  return layout;
}

/// A `To` with the given layout that shares ownership with whoever `tracker` tracks. An unmanaged
/// View lends its mapping: that is the part of the recipe all supported Kokkos releases share.
template <class To>
To share(Kokkos::Impl::SharedAllocationTracker const& tracker, typename To::value_type* data,
         typename To::array_layout const& layout) {
  To const lent(data, layout);
  if constexpr (To::traits::memory_traits::is_unmanaged) {
    return lent;
  } else if constexpr (requires(To const& view) { view.mapping(); }) {
    return To(typename To::data_handle_type(tracker, data), lent.mapping());
  } else {
    return To(tracker, lent.impl_map());
  }
}

/// The tracker of a View of any kind.
template <class V>
Kokkos::Impl::SharedAllocationTracker const& tracker_of(V const& view) {
  return view.impl_track();
}

/// `view`'s allocation as a `To` with the given extents and strides.
template <class To, class From>
To rebind_view(From const& view, std::array<std::int64_t, max_rank> const& extent,
               std::array<std::int64_t, max_rank> const& stride) {
  using Layout = typename To::array_layout;
  int const rank = static_cast<int>(Kokkos::rank(view));
  if constexpr (is_dyn_rank_view_v<To>) {
    constexpr int full = 7;  // a DynRankView is a View of rank 7 inside
    using Full = Kokkos::View<typename DynamicData<typename To::value_type, full>::type, Layout,
                              typename To::device_type, typename To::memory_traits>;
    auto padded_extent = extent;
    auto padded_stride = stride;
    for (int k = rank; k < max_view_rank; ++k) {
      padded_extent[static_cast<std::size_t>(k)] = 1;
      padded_stride[static_cast<std::size_t>(k)] = 1;
    }
    return To(share<Full>(tracker_of(view.ConstDownCast()), view.data(),
                          make_layout<Layout>(full, padded_extent, padded_stride)),
              static_cast<std::size_t>(rank));
  } else {
    return share<To>(tracker_of(view), view.data(), make_layout<Layout>(rank, extent, stride));
  }
}

}  // namespace isomer::detail
