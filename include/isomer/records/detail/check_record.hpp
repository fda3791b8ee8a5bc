// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/records/detail/leaf_table.hpp>
#include <isomer/records/detail/place_leaves.hpp>

/// What has to hold of a description, each with its sentence.
namespace isomer::detail {

/// Initialises anything but an array, so that an array takes one for each component.
struct AnyLeaf {
  template <class U>
  operator U() const noexcept;
};

template <class T, std::size_t... K>
constexpr bool takes_initialisers(std::index_sequence<K...>) {
  return requires { T{(static_cast<void>(K), AnyLeaf{})...}; };
}

/// Whether T has more leaves than `Leaves`: T is then initialised by one more.
template <class T, int Leaves>
constexpr bool has_more_leaves() {
  if constexpr (std::is_aggregate_v<T>)
    return takes_initialisers<T>(std::make_index_sequence<static_cast<std::size_t>(Leaves) + 1>{});
  else return false;
}

/// The members in the order of their addresses.
template <class T>
constexpr auto by_offset() {
  auto leaf = LeafTable<T>::leaf;
  std::sort(leaf.begin(), leaf.end(),
            [](LeafShape const& a, LeafShape const& b) { return a.offset < b.offset; });
  return leaf;
}

template <class T>
constexpr bool has_overlap() {
  std::int64_t end = 0;
  for (LeafShape const& leaf : by_offset<T>()) {
    if (leaf.offset < end) return true;
    end = leaf.offset + leaf.bytes;
  }
  return end > static_cast<std::int64_t>(sizeof(T));
}

/// Whether T is initialised by as many leaves as are described: what lies between them is padding.
template <class T>
constexpr bool has_as_many_leaves() {
  constexpr auto leaves = static_cast<std::size_t>(LeafTable<T>::leaves);
  if constexpr (std::is_aggregate_v<T>)
    return takes_initialisers<T>(std::make_index_sequence<leaves>{}) &&
           !has_more_leaves<T, LeafTable<T>::leaves>();
  else return false;
}

/// The largest alignment that a leaf may have: that of its type, or what `alignas` made of it, if
/// it is known that no member lies before it.
template <class T>
constexpr std::int64_t possible_align(LeafShape const& leaf) {
  if (!has_as_many_leaves<T>() || leaf.offset == 0) return leaf.align;
  auto const of_offset = leaf.offset & -leaf.offset;
  return std::max<std::int64_t>(leaf.align,
                                std::min(of_offset, static_cast<std::int64_t>(alignof(T))));
}

template <class F, class B>
B owner_of(F B::*);

/// The struct that declares member M of T: T itself, or a base of it.
template <class T, int M>
using Owner = decltype(owner_of(std::get<M>(RecordOf<T>::pointers)));

/// The leaves of T that `B` declares.
template <class T, class B>
constexpr int leaves_declared_by() {
  return []<int... M>(std::integer_sequence<int, M...>) {
    return ((std::is_same_v<Owner<T, M>, B> ? components_of<typename LeafTable<T>::template Type<M>>
                                            : 0) +
            ...);
  }
  (std::make_integer_sequence<int, LeafTable<T>::members>{});
}

/// To which multiple of bytes the declaring struct of member M fills itself up, as far as that is
/// known: a base all of whose leaves are described may end with padding.
template <class T, int M>
constexpr std::int64_t filled_to() {
  using B = Owner<T, M>;
  if constexpr (!std::is_same_v<B, T> && std::is_aggregate_v<B>) {
    constexpr int leaves = leaves_declared_by<T, B>();
    if (takes_initialisers<B>(std::make_index_sequence<static_cast<std::size_t>(leaves)>{}) &&
        !has_more_leaves<B, leaves>())
      return alignof(B);
  }
  return 1;
}

/// Whether bytes are left that alignment does not explain.
template <class T>
constexpr bool has_gap() {
  constexpr auto filled = []<int... M>(std::integer_sequence<int, M...>) {
    return std::array{filled_to<T, M>()...};
  }
  (std::make_integer_sequence<int, LeafTable<T>::members>{});
  std::int64_t end = 0;
  for (LeafShape const& leaf : by_offset<T>()) {
    if (leaf.offset - end >= possible_align<T>(leaf)) return true;
    std::int64_t const to = filled[static_cast<std::size_t>(leaf.member)];
    end = rounded_up(leaf.offset + leaf.bytes, to);
  }
  return static_cast<std::int64_t>(sizeof(T)) - end >= static_cast<std::int64_t>(alignof(T));
}

template <class T>
constexpr bool is_aligned() {
  for (LeafShape const& leaf : LeafTable<T>::leaf)
    if (leaf.offset % leaf.align != 0) return false;
  return true;
}

/// The checks, once for each T: an instance is as good as a constant true.
template <class T>
struct CheckedRecord {
  static_assert(std::is_trivially_copyable_v<T>,
                "isomer: a record must be trivially copyable, its bytes are moved");
  static_assert(are_distinct(RecordOf<T>::name), "isomer: isomer::record names a member twice");
  static_assert(!has_overlap<T>(),
                "isomer: members of this record overlap, only one of a union can be named (and "
                "isomer::record wants the members in the order of their declaration)");
  static_assert(!has_more_leaves<T, LeafTable<T>::leaves>() && !has_gap<T>(),
                "isomer: a member of this record is missing, ISOMER_RECORD and isomer::record must "
                "name all of them (or alignas moves one: only in aggregates described by "
                "ISOMER_RECORD can that be told)");
  static_assert(is_aligned<T>(),
                "isomer: a member of this record is not aligned as its type wants, packed structs "
                "cannot be records");
  static constexpr bool value = true;
};

}  // namespace isomer::detail
