// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <concepts>

#include <isomer/records/record_view.hpp>

/// Arrays of structs of arrays as Cabana has them, by the names of their members.
namespace isomer::detail {

template <class V>
concept Aosoa = requires(V const& aosoa) {
  typename V::soa_type;
  typename V::memory_space;
  { V::number_of_members } -> std::convertible_to<std::size_t>;
  { V::vector_length } -> std::convertible_to<int>;
  { V::memory_traits::is_unmanaged } -> std::convertible_to<bool>;
  { aosoa.data() } -> std::same_as<typename V::soa_type*>;
  { aosoa.size() } -> std::convertible_to<std::size_t>;
  { aosoa.capacity() } -> std::convertible_to<std::size_t>;
};

template <int V>
struct AosoaArrangementOf {
  using type = DeclaredTiled<V>;
};
template <>
struct AosoaArrangementOf<1> {
  using type = AoS;
};
template <int V>
using AosoaArrangement = typename AosoaArrangementOf<V>::type;

template <class T, class V>
constexpr bool has_members_of() {
  using Table = LeafTable<T>;
  if constexpr (V::number_of_members != static_cast<std::size_t>(Table::members)) return false;
  else return []<int... M>(std::integer_sequence<int, M...>) {
      return (std::is_same_v<typename V::template member_data_type<static_cast<std::size_t>(M)>,
                             typename Table::template Type<M>> &&
              ...);
    }
  (std::make_integer_sequence<int, Table::members>{});
}

/// The bytes of a tile.
template <class T, class V>
constexpr std::size_t soa_bytes() {
  return static_cast<std::size_t>(declared_table<T>(V::vector_length).leaf[0].block);
}

/// A share in memory that a View allocated; none in that of others.
template <Aosoa V>
Kokkos::Impl::SharedAllocationTracker tracker_of_aosoa(V const& aosoa) {
  using Record = Kokkos::Impl::SharedAllocationRecord<typename V::memory_space, void>;
  Kokkos::Impl::SharedAllocationTracker tracker;
  if constexpr (!V::memory_traits::is_unmanaged)
    if (aosoa.capacity() > 0)
      tracker.assign_allocated_record_to_uninitialized(Record::get_record(aosoa.data()));
  return tracker;
}

template <class R, Aosoa V>
R adopt_aosoa(V const& aosoa) {
  std::size_t const tiles = (aosoa.capacity() + V::vector_length - 1) / V::vector_length;
  return RecordAccess::make<R>(HeldRecords{
      tracker_of_aosoa(aosoa), reinterpret_cast<std::byte*>(aosoa.data()),
      static_cast<std::int64_t>(aosoa.size()), static_cast<std::int64_t>(aosoa.capacity()),
      tiles * sizeof(typename V::soa_type)});
}

}  // namespace isomer::detail
