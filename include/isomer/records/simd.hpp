// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/records/detail/simd_leaves.hpp>
#include <isomer/records/subview.hpp>

#if defined(ISOMER_HAS_VECTORS)

namespace isomer {

/// W records at once: its members are named as those of the struct, and each is a `vec` of W
/// values, or a C array of them. `get<"x">()` and `get<&T::x>()` are the member x, also of a member
/// named `get`.
template <class T, int W>
class SimdRecord : public detail::SimdMembers<T, W> {
  static_assert(detail::is_width<W>,
                "isomer: the W of simd_load<W> must be a power of two from 2 to 64");
  // No member of a record has such names: it would be hidden.
  using IsomerPlaces = detail::SimdPlaces<T, W>;
  using IsomerTable = detail::LeafTable<T>;
  template <int M>
  using IsomerMember = typename IsomerPlaces::template Member<M>;

 public:
  SimdRecord() = default;

  template <detail::FixedString Name>
  KOKKOS_FORCEINLINE_FUNCTION auto& get() {
    return isomer_member<isomer_position<Name>()>(*this);
  }
  template <detail::FixedString Name>
  KOKKOS_FORCEINLINE_FUNCTION auto const& get() const {
    return isomer_member<isomer_position<Name>()>(*this);
  }
  template <auto Pointer>
  requires std::is_member_object_pointer_v<decltype(Pointer)> KOKKOS_FORCEINLINE_FUNCTION auto&
  get() {
    return isomer_member<isomer_position<Pointer>()>(*this);
  }
  template <auto Pointer>
  requires std::is_member_object_pointer_v<decltype(Pointer)>
      KOKKOS_FORCEINLINE_FUNCTION auto const& get() const {
    return isomer_member<isomer_position<Pointer>()>(*this);
  }

 private:
  template <detail::FixedString Name>
  static consteval int isomer_position() {
    constexpr int found = IsomerTable::position(detail::text_of<Name>());
    static_assert(found >= 0, "isomer: the record has no member of that name");
    return found;
  }
  template <auto Pointer>
  requires std::is_member_object_pointer_v<decltype(Pointer)>
  static consteval int isomer_position() {
    constexpr int found = IsomerTable::template position_of<Pointer>();
    static_assert(found >= 0, "isomer: the record has no such member");
    return found;
  }
  template <int M, class Self>
  static KOKKOS_FORCEINLINE_FUNCTION auto& isomer_member(Self& self) {
    static_assert(sizeof(SimdRecord) == IsomerPlaces::offset.back());
    constexpr std::size_t at = IsomerPlaces::offset[IsomerTable::first[M]];
    if constexpr (std::is_const_v<Self>)
      return *reinterpret_cast<IsomerMember<M> const*>(reinterpret_cast<std::byte const*>(&self) +
                                                       at);
    else return *reinterpret_cast<IsomerMember<M>*>(reinterpret_cast<std::byte*>(&self) + at);
  }
};

/// Records i to i + W - 1 of a view, on the host: all W must be there, which is not checked. No
/// byte is read but theirs. SoA is read by vectors, and so are tiles where no border lies between
/// the W; in AoS, rows of numbers are transposed in registers, and those 2 KiB further on
/// prefetched for the loop. nvcc does not have it.
///
///     for (; i + 8 <= n; i += 8) {
///       auto p = isomer::simd_load<8>(particles, i);
///       p.x += dt * p.v[0];
///       isomer::simd_store(particles, i, p);
///     }
template <int W, detail::RecordViewLike V, class I>
KOKKOS_FORCEINLINE_FUNCTION auto simd_load(V const& view, I i) {
  static_assert(detail::is_width<W>,
                "isomer: the W of simd_load<W> must be a power of two from 2 to 64");
  static_assert(Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename V::memory_space>::accessible,
                "isomer: simd_load works on the host, which cannot access the memory of this view");
  using T = typename V::non_const_value_type;
  static_assert(!std::is_same_v<typename V::arrangement_type, Any>,
                "isomer: simd_load needs an arrangement that is known at compile time");
  using Place = detail::SimdPlace<T, typename V::arrangement_type, detail::is_width<W> ? W : 2>;
  SimdRecord<T, W> records;
  Place{detail::RecordAccess::bytes(view),
        Place::At::padded(static_cast<std::int64_t>(view.capacity())), static_cast<std::int64_t>(i)}
      .load(records);
  return records;
}

/// Writes records i to i + W - 1 of a view, and no byte of others. Padding may become zero. By
/// vectors as `simd_load` reads, but AoS with members that are no numbers one by one.
template <detail::RecordViewLike V, class I, class T, int W>
KOKKOS_FORCEINLINE_FUNCTION void simd_store(V const& view, I i, SimdRecord<T, W> const& records) {
  static_assert(!std::is_const_v<typename V::value_type>,
                "isomer: the records of a const view cannot be written");
  static_assert(std::is_same_v<typename V::non_const_value_type, T>,
                "isomer: simd_store takes records of the type that the view has");
  static_assert(
      Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename V::memory_space>::accessible,
      "isomer: simd_store works on the host, which cannot access the memory of this view");
  using Place = detail::SimdPlace<T, typename V::arrangement_type, W>;
  Place{detail::RecordAccess::bytes(view),
        Place::At::padded(static_cast<std::int64_t>(view.capacity())), static_cast<std::int64_t>(i)}
      .store(records);
}

/// The same in a range of records.
template <int W, class T, class A, class S, class I>
KOKKOS_FORCEINLINE_FUNCTION auto simd_load(RecordSubview<T, A, S> const& part, I i) {
  return simd_load<W>(part.all(),
                      static_cast<std::int64_t>(part.first()) + static_cast<std::int64_t>(i));
}
template <class T, class A, class S, class I, class Record>
KOKKOS_FORCEINLINE_FUNCTION void simd_store(RecordSubview<T, A, S> const& part, I i,
                                            Record const& records) {
  simd_store(part.all(), static_cast<std::int64_t>(part.first()) + static_cast<std::int64_t>(i),
             records);
}

}  // namespace isomer

#endif
