// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <utility>

#include "api/records/record_types.hpp"

namespace isomer::test {

/// Clusters for a record: those that need its names, else a rest.
template <class T>
struct ClustersOf {
  using type = std::tuple<Clusters<Rest<AoS>>, Clusters<Rest<Tiled<16>>>>;
};
template <>
struct ClustersOf<Mixed> {
  using type = std::tuple<Clusters<In<Tiled<8>, "a", "c">, In<AoS, "e", "b">, Rest<SoA>>,
                          Clusters<In<AoS, "e">, In<Tiled<64>, "d", "a">, In<Tiled<2>, "b", "c">>,
                          Clusters<In<SoA, "d", "a">, Rest<Tiled<4>>>>;
};
template <>
struct ClustersOf<Arrays> {
  using type = std::tuple<Clusters<In<Tiled<8>, "v">, Rest<SoA>>,
                          Clusters<In<AoS, "c", "v">, In<Tiled<32>, "m">>>;
};

using Unclustered =
    AllUnlessSampled<std::tuple<AoS, SoA, Tiled<2>, Tiled<8>, Tiled<64>, Tiled<1024>,
                                DeclaredTiled<2>, DeclaredTiled<4>, DeclaredTiled<64>>,
                     std::tuple<AoS, SoA, Tiled<8>, DeclaredTiled<4>>>;
template <class T>
using ArrangementsOf = decltype(std::tuple_cat(std::declval<Unclustered>(),
                                               std::declval<typename ClustersOf<T>::type>()));

/// `visit.template operator()<T, A>()` for each arrangement of a record, and for all records.
template <class T, class Visit>
void for_arrangements(Visit const& visit) {
  [&]<class... A>(std::type_identity<std::tuple<A...>>) {
    (visit.template operator()<T, A>(), ...);
  }(std::type_identity<ArrangementsOf<T>>{});
}
template <class Visit>
void for_all(Visit const& visit) {
  [&]<class... T>(std::type_identity<std::tuple<T...>>) {
    (for_arrangements<T>(visit), ...);
  }(std::type_identity<AllRecords>{});
}

/// A third of these pairs: every record in some arrangements, every arrangement of some records.
/// Where leaves lie is tested for all pairs; what uses their addresses is the same code.
template <class Visit>
void for_a_third(Visit const& visit) {
  constexpr std::size_t step = 3;
  auto const some_of = [&]<std::size_t R, std::size_t... K>(std::index_sequence<R, K...>) {
    using T = std::tuple_element_t<R, AllRecords>;
    constexpr std::size_t n = std::tuple_size_v<ArrangementsOf<T>>;
    auto const one = [&]<std::size_t A>(std::index_sequence<A>) {
      if constexpr (A < n)
        visit.template operator()<T, std::tuple_element_t<A, ArrangementsOf<T>>>();
    };
    (one(std::index_sequence<step * K + R % step>{}), ...);
  };
  [&]<std::size_t... R>(std::index_sequence<R...>) {
    (some_of(std::index_sequence<R, 0, 1, 2, 3, 4>{}), ...);
  }
  (std::make_index_sequence<std::tuple_size_v<AllRecords>>{});
}

}  // namespace isomer::test
