// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <isomer/detail/rebind_view.hpp>
#include <isomer/detail/view_info.hpp>

namespace isomer::detail {

/// Some elements of a View as one with strides, without an owner and without memory traits: of the
/// same rank, of rank 7 for a DynRankView. `offset` leads to the first of them.
template <class V>
auto strided_part(V const& view, std::int64_t offset, std::array<std::int64_t, max_rank> extent) {
  constexpr int rank = [] {
    if constexpr (is_dyn_rank_view_v<V>) return 7;
    else return static_cast<int>(V::rank());
  }();
  using Part = Kokkos::View<typename DynamicData<typename V::value_type, rank>::type,
                            Kokkos::LayoutStride, typename V::device_type, Kokkos::MemoryUnmanaged>;
  ViewInfo const info = view_info(view);
  auto stride = info.stride;
  for (int k = info.rank; k < rank; ++k)
    extent[static_cast<std::size_t>(k)] = stride[static_cast<std::size_t>(k)] = 1;
  return Part(view.data() + offset, make_layout<Kokkos::LayoutStride>(rank, extent, stride));
}

}  // namespace isomer::detail
