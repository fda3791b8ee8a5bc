// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include <isomer/records/arrangements.hpp>

namespace isomer::detail {

/// What an arrangement is within `Clusters`; -1 where it cannot be there.
template <class A>
inline constexpr std::int64_t cluster_tile = -1;
template <>
inline constexpr std::int64_t cluster_tile<AoS> = 1;
template <>
inline constexpr std::int64_t cluster_tile<SoA> = 0;
template <int N>
inline constexpr std::int64_t cluster_tile<Tiled<N>> = N;

/// A cluster's arrangement and names; none for the rest. By members, for nvcc matches no packs of
/// strings.
template <class C>
struct ClusterOf {
  static constexpr bool is_cluster = false;
};
template <class C>
requires requires {
  typename C::arrangement_type;
  C::names;
}
struct ClusterOf<C> {
  static constexpr bool is_cluster = true;
  static constexpr std::int64_t tile = cluster_tile<typename C::arrangement_type>;
  static constexpr auto names = C::names;
};

}  // namespace isomer::detail
