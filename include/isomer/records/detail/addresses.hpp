// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Macros.hpp>

#include <isomer/records/detail/check_record.hpp>
#include <isomer/records/detail/clustering.hpp>

/// Addresses at compile time.
namespace isomer::detail {

/// The addresses of all leaves in an arrangement.
template <class T>
struct AddressTable {
  std::array<LeafAddress, static_cast<std::size_t>(LeafTable<T>::leaves)> leaf{};
  std::int64_t record_bytes = 0;
};

/// A table with one cluster for all.
template <class T>
constexpr AddressTable<T> address_table(ClusterShape const& shape, std::int64_t align) {
  AddressTable<T> table;
  ClusterOfLeaf<T> const all_in_one{};
  table.record_bytes =
      place_leaves({LeafTable<T>::leaf, {&shape, 1}, all_in_one, align}, table.leaf);
  return table;
}

/// A table of tiles with leaves in declared order.
template <class T>
constexpr AddressTable<T> declared_table(std::int64_t tile) {
  AddressTable<T> table;
  table.record_bytes = place_as_declared(LeafTable<T>::leaf, tile, alignof(T), table.leaf);
  return table;
}

/// Where each leaf of a T lies in the arrangement A.
template <class T, class A>
struct ArrangementOf {
  static constexpr bool is_known = false;
};
template <class T>
struct ArrangementOf<T, AoS> {
  static constexpr bool is_known = true;
  static constexpr AddressTable<T> table = [] {
    AddressTable<T> all{{}, sizeof(T)};
    for (std::size_t l = 0; l < all.leaf.size(); ++l)
      all.leaf[l] = {0, 1, sizeof(T), LeafTable<T>::leaf[l].offset};
    return all;
  }();
};
template <class T>
struct ArrangementOf<T, SoA> {
  static constexpr bool is_known = true;
  static constexpr AddressTable<T> table = address_table<T>({0}, 1);
};
template <class T, int N>
struct ArrangementOf<T, Tiled<N>> {
  static_assert(std::is_empty_v<Tiled<N>>);
  static constexpr bool is_known = true;
  static constexpr AddressTable<T> table = address_table<T>({N}, alignof(T));
};
template <class T, int N>
struct ArrangementOf<T, DeclaredTiled<N>> {
  static_assert(std::is_empty_v<DeclaredTiled<N>>);
  static constexpr bool is_known = true;
  static constexpr AddressTable<T> table = declared_table<T>(N);
};
template <class T, class... C>
struct ArrangementOf<T, Clusters<C...>> {
  static constexpr bool is_known = true;
  static constexpr AddressTable<T> table = [] {
    AddressTable<T> all;
    using Of = Clustering<T, C...>;
    all.record_bytes = place_leaves({LeafTable<T>::leaf, Of::shape, Of::of_leaf, 1}, all.leaf);
    return all;
  }();
};

/// The table, and what follows from it.
template <class T, class A>
struct Addresses {
  static_assert(CheckedRecord<T>::value);
  static_assert(ArrangementOf<T, A>::is_known,
                "isomer: an arrangement is AoS, SoA, Tiled<N>, DeclaredTiled<N> or Clusters<...>");
  static constexpr auto table = ArrangementOf<T, A>::table;
  static constexpr std::int64_t record_bytes = table.record_bytes;

  /// Where leaf L lies: kernels cannot index the table.
  template <int L>
  static consteval LeafAddress address() {
    return table.leaf[L];
  }

  static constexpr std::int64_t largest_tile = [] {
    std::int64_t tile = 1;
    for (LeafAddress const& leaf : table.leaf) tile = std::max(tile, leaf.tile);
    return tile;
  }();
  /// Records that follow each other at constant distances in every leaf, from each multiple of it.
  static constexpr std::int64_t window = [] {
    std::int64_t tile = 256;
    for (LeafAddress const& leaf : table.leaf)
      if (leaf.tile > 1) tile = std::min(tile, leaf.tile);
    return tile;
  }();
  static constexpr bool has_tiles = largest_tile > 1;
  /// Whether all leaves of a record are in one tile.
  static constexpr bool is_one_tile = [] {
    for (LeafAddress const& leaf : table.leaf)
      if (leaf.tile < 2 || leaf.before > 0) return false;
    return true;
  }();
  /// Whether addresses depend on the capacity.
  static constexpr bool has_regions = [] {
    for (LeafAddress const& leaf : table.leaf)
      if (leaf.before > 0) return true;
    return false;
  }();
  /// From tile to tile, where all leaves are in one.
  static constexpr std::int64_t stride = table.leaf[0].block;
  KOKKOS_FORCEINLINE_FUNCTION static constexpr std::int64_t padded(std::int64_t capacity) {
    return (capacity + largest_tile - 1) / largest_tile * largest_tile;
  }
  KOKKOS_FORCEINLINE_FUNCTION static constexpr std::int64_t bytes(std::int64_t capacity) {
    return padded(capacity) * record_bytes;
  }
};

/// Whether the struct itself has its members in the order of its description.
template <class T>
constexpr bool is_laid_as_declared() {
  return ArrangementOf<T, AoS>::table.leaf == declared_table<T>(1).leaf;
}

}  // namespace isomer::detail
