// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <isomer/records/detail/fixed_string.hpp>
#include <isomer/records/detail/move_leaves.hpp>

namespace isomer {

/// A reference to a record: its members are named as those of the struct and are references to
/// where their values lie. `T t = ref` copies the record, `ref = t` and `ref = other` write
/// through, and `ref.get<"x">()` and `ref.get<&T::x>()` are `ref.x`, also of a member named `get`.
template <class IsomerPlace>
class RecordReference
    : public detail::RecordOf<typename IsomerPlace::Value>::template Members<IsomerPlace> {
  // No member of a record has such names: it would be hidden, or shadowed.
  using IsomerValue = typename IsomerPlace::Value;
  using IsomerTable = typename IsomerPlace::Table;
  using IsomerMembers = typename detail::RecordOf<IsomerValue>::template Members<IsomerPlace>;
  using IsomerLeaves = detail::AllLeaves<IsomerPlace>;
  static constexpr int isomer_names =
      std::is_same_v<IsomerMembers, detail::NoMembers<IsomerPlace>> ? 0 : IsomerTable::members;

 public:
  KOKKOS_FORCEINLINE_FUNCTION explicit RecordReference(IsomerPlace const& isomer_at)
      : RecordReference(isomer_at, std::make_integer_sequence<int, isomer_names>{}) {}
  /// To the same record: members that are no references may not be copied one by one.
  KOKKOS_FORCEINLINE_FUNCTION RecordReference(RecordReference const& isomer_other)
      : RecordReference(isomer_other.isomer_place_) {}

  /// Writes the record that `other` refers to.
  KOKKOS_FORCEINLINE_FUNCTION RecordReference const& operator=(
      RecordReference const& isomer_other) const {
    isomer_assign(isomer_other.isomer_place_);
    return *this;
  }
  template <class Other>
  KOKKOS_FORCEINLINE_FUNCTION RecordReference const& operator=(
      RecordReference<Other> const& isomer_other) const {
    static_assert(std::is_same_v<IsomerValue, typename Other::Value>,
                  "isomer: both references must be to the same record type");
    isomer_assign(isomer_other.isomer_place());
    return *this;
  }
  KOKKOS_FORCEINLINE_FUNCTION RecordReference const& operator=(
      IsomerValue const& isomer_record) const {
    isomer_assign(detail::place_of_struct(&isomer_record));
    return *this;
  }

  /// A copy of the record.
  KOKKOS_FORCEINLINE_FUNCTION operator IsomerValue() const {
    detail::Unmade<IsomerValue> isomer_made;
    detail::copy_leaves(detail::place_of_struct(&isomer_made.record), isomer_place_,
                        IsomerLeaves{});
    return isomer_made.record;
  }

  /// The member of that name: a reference, or a proxy with `[k]` if it is a C array.
  template <detail::FixedString Name>
  KOKKOS_FORCEINLINE_FUNCTION decltype(auto) get() const {
    constexpr int isomer_position = IsomerTable::template position_named<Name>();
    static_assert(isomer_position >= 0, "isomer: the record has no member of that name");
    return isomer_place_.template member<isomer_position>();
  }
  template <auto Pointer>
  requires std::is_member_object_pointer_v<decltype(Pointer)>
      KOKKOS_FORCEINLINE_FUNCTION decltype(auto) get() const {
    constexpr int isomer_position = IsomerTable::template position_of<Pointer>();
    static_assert(isomer_position >= 0, "isomer: the record has no such member");
    return isomer_place_.template member<isomer_position>();
  }

  /// Exchanges two records. By value, for then an unqualified call prefers it to std::swap, which
  /// keeps a reference where it means a copy, and leaves one record twice. Nothing can be done for
  /// who writes `std::swap`; `std::ranges::swap` finds this one.
  friend KOKKOS_FORCEINLINE_FUNCTION void swap(RecordReference a, RecordReference b) {
    detail::swap_leaves(a.isomer_place_, b.isomer_place_, IsomerLeaves{});
  }
  template <class Other>
  friend KOKKOS_FORCEINLINE_FUNCTION void swap(RecordReference a, RecordReference<Other> b) {
    detail::swap_leaves(a.isomer_place_, b.isomer_place(), IsomerLeaves{});
  }

  /// Where the record lies; for the library.
  KOKKOS_FORCEINLINE_FUNCTION IsomerPlace const& isomer_place() const { return isomer_place_; }

 private:
  template <int... M>
  KOKKOS_FORCEINLINE_FUNCTION RecordReference(IsomerPlace const& isomer_at,
                                              std::integer_sequence<int, M...>)
      : IsomerMembers{isomer_at.template member<M>()...}, isomer_place_(isomer_at) {}

  template <class From>
  KOKKOS_FORCEINLINE_FUNCTION void isomer_assign(From const& isomer_from) const {
    static_assert(!std::is_const_v<typename IsomerPlace::template Leaf<0>>,
                  "isomer: the records of a const view cannot be written");
    detail::copy_leaves(isomer_place_, isomer_from, IsomerLeaves{});
  }

  IsomerPlace isomer_place_;
};

}  // namespace isomer
