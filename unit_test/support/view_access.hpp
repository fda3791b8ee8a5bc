// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <Kokkos_Core.hpp>
#include <Kokkos_DynRankView.hpp>

#include "support/guarded_array.hpp"

/// Views on guarded memory, and their elements by an index whose length is only known at run time.
namespace isomer::test {

using Exec = Kokkos::DefaultExecutionSpace;
using Device = Kokkos::Device<Exec, Memory>;
inline constexpr bool runs_on_host =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, Exec::memory_space>::accessible;

/// `T*****` with as many stars as `Rank`.
template <class T, int Rank>
struct Stars {
  using type = typename Stars<T, Rank - 1>::type*;
};
template <class T>
struct Stars<T, 0> {
  using type = T;
};

template <class T, int Rank, class Layout>
using ManagedView = Kokkos::View<typename Stars<T, Rank>::type, Layout, Device>;
template <class T, int Rank, class Layout>
using UnmanagedView = Kokkos::View<typename Stars<T, Rank>::type, Layout, Device,
                                   Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

template <class V>
inline constexpr int rank_of = static_cast<int>(V::rank);

template <class Layout>
Layout make_layout(ArrayShape const& shape) {
  Layout layout;
  for (std::size_t k = 0; k < shape.extent.size(); ++k) {
    layout.dimension[k] = static_cast<std::size_t>(shape.extent[k]);
    if constexpr (std::is_same_v<Layout, Kokkos::LayoutStride>)
      layout.stride[k] = static_cast<std::size_t>(shape.stride[k]);
  }
  return layout;
}

/// An unmanaged View on the elements of `array`. A layout other than LayoutStride must be the one
/// that the array has.
template <class V>
V view_on(GuardedArray const& array) {
  using Layout = typename V::array_layout;
  return V(reinterpret_cast<typename V::pointer_type>(array.data()),
           make_layout<Layout>(array.shape()));
}

/// A View that owns its memory, with the given extents.
template <class V>
V allocate(char const* label, Index const& extent) {
  ArrayShape const shape{extent, Index(extent.size(), 1), 1};
  return V(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing),
           make_layout<typename V::array_layout>(shape));
}

/// The element at an index, through the View's own operator().
template <class V>
auto& at(V const& view, Index const& index) {
  return [&]<std::size_t... K>(std::index_sequence<K...>)->auto& {
    return view(static_cast<std::size_t>(index[K])...);
  }
  (std::make_index_sequence<static_cast<std::size_t>(rank_of<V>)>{});
}
template <class T, class... P>
T& at(Kokkos::DynRankView<T, P...> const& view, Index const& index) {
  std::array<std::size_t, 7> i{};
  for (std::size_t k = 0; k < index.size(); ++k) i[k] = static_cast<std::size_t>(index[k]);
  return view.access(i[0], i[1], i[2], i[3], i[4], i[5], i[6]);
}

template <class V>
Index extents_of(V const& view) {
  Index extent;
  for (unsigned k = 0; k < Kokkos::rank(view); ++k)
    extent.push_back(static_cast<std::int64_t>(view.extent(k)));
  return extent;
}

/// Gives every element of a View a value that tells its number in index order.
template <class V>
void fill_distinct(V const& view, int which = 0) {
  std::int64_t number = 0;
  for_each_index(extents_of(view), [&](Index const& index) {
    write_distinct(reinterpret_cast<std::byte*>(&at(view, index)), sizeof(typename V::value_type),
                   number++, which);
  });
}

/// Whether `dst(i[axes[0]], i[axes[1]], ..)` is the fill of element i of an array with `extent`.
template <class V>
testing::AssertionResult holds_permuted(V const& dst, Index const& extent,
                                        std::vector<int> const& axes, int which = 0) {
  using T = typename V::value_type;
  if (extents_of(dst) != permuted(extent, axes))
    return testing::AssertionFailure()
           << "the extents are " << testing::PrintToString(extents_of(dst)) << ", not those of "
           << testing::PrintToString(extent) << " permuted";
  std::int64_t number = 0;
  auto result = testing::AssertionSuccess();
  Index to;
  for_each_index(extent, [&](Index const& index) {
    std::array<std::byte, sizeof(T)> expected{};
    write_distinct(expected.data(), sizeof(T), number++, which);
    permute_into(to, index, axes);
    if (!result || std::memcmp(&at(dst, to), expected.data(), sizeof(T)) == 0) return;
    result = testing::AssertionFailure()
             << "element " << testing::PrintToString(to) << " is not the source's "
             << testing::PrintToString(index);
  });
  return result;
}

/// The same without a permutation.
template <class V>
testing::AssertionResult holds(V const& view, Index const& extent, int which = 0) {
  return holds_permuted(view, extent,
                        memory_order(detail::Order::right, static_cast<int>(extent.size())), which);
}

}  // namespace isomer::test
