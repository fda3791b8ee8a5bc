// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Macros.hpp>

#include <isomer/records/detail/addresses.hpp>
#include <isomer/records/detail/component_ref.hpp>

namespace isomer::detail {

/// Where record `first + distance` lies. The two are apart because all but the distance is loop
/// invariant: both records are in one block of each tile. Where all leaves are in one tile, `data`
/// is that tile, and `first` a record of it.
template <class T, class A>
struct Place {
  using Value = std::remove_const_t<T>;
  using Table = LeafTable<Value>;
  using At = Addresses<Value, A>;
  template <class F>
  using AsConst = std::conditional_t<std::is_const_v<T>, F const, F>;
  template <int M>
  using Element = AsConst<typename Table::template Element<M>>;

  std::byte* data = nullptr;
  std::int64_t padded = 0;  ///< capacity, in whole tiles
  std::int64_t first = 0;
  std::int64_t distance = 0;

  template <int L>
  KOKKOS_FORCEINLINE_FUNCTION std::byte* byte() const {
    constexpr LeafAddress leaf = At::template address<L>();
    constexpr std::int64_t bytes = Table::template shape<L>().bytes;
    if constexpr (At::is_one_tile) {
      return data + first * bytes + distance * bytes + leaf.offset;
    } else if constexpr (leaf.tile == 1) {
      return data + padded * leaf.before + (first + distance) * leaf.block + leaf.offset;
    } else {
      auto const from = static_cast<std::uint64_t>(first);
      auto const block = static_cast<std::int64_t>(from / leaf.tile);
      auto const lane = static_cast<std::int64_t>(from % leaf.tile);
      return data + padded * leaf.before + block * leaf.block + lane * bytes + distance * bytes +
             leaf.offset;
    }
  }

  /// Record i of all records.
  KOKKOS_FORCEINLINE_FUNCTION static Place of(std::byte* all, std::int64_t padded, std::int64_t i) {
    if constexpr (At::is_one_tile) {
      auto const from = static_cast<std::uint64_t>(i);
      auto const tile = static_cast<std::int64_t>(from / At::largest_tile);
      return {all + tile * At::stride, padded, static_cast<std::int64_t>(from % At::largest_tile),
              0};
    } else {
      return {all, padded, i, 0};
    }
  }

  template <int L>
  using Leaf = Element<Table::leaf[L].member>;
  template <int L>
  KOKKOS_FORCEINLINE_FUNCTION Leaf<L>& leaf() const {
    return *reinterpret_cast<Leaf<L>*>(byte<L>());
  }

  /// Bytes from component to component of a member.
  template <int M>
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t step() const {
    constexpr int first_leaf = Table::template first_of<M>();
    if constexpr (first_leaf + 1 == Table::template first_of<M + 1>()) {
      return 0;
    } else {
      constexpr LeafAddress a = At::template address<first_leaf>();
      constexpr LeafAddress b = At::template address<first_leaf + 1>();
      return padded * (b.before - a.before) + (b.offset - a.offset);
    }
  }

  template <int M>
  using Member =
      std::conditional_t<std::is_array_v<typename Table::template Type<M>>,
                         ComponentRef<AsConst<typename Table::template Type<M>>>, Element<M>&>;

  /// A reference to member M.
  template <int M>
  KOKKOS_FORCEINLINE_FUNCTION Member<M> member() const {
    constexpr int first_leaf = Table::template first_of<M>();
    if constexpr (std::is_array_v<typename Table::template Type<M>>)
      return {byte<first_leaf>(), step<M>()};
    else return leaf<first_leaf>();
  }
};

}  // namespace isomer::detail
