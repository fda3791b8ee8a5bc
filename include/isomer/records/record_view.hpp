// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include <isomer/records/detail/field_view.hpp>
#include <isomer/records/detail/owned_span.hpp>

namespace isomer {

namespace detail {

/// Throws the Error about a member of records that begin within a tile.
[[noreturn]] void throw_within_tile(std::string const& member, std::int64_t first,
                                    std::int64_t tile);

}  // namespace detail

/// Records T in the arrangement A: pointer, count, capacity and a share of the ownership, as a
/// Kokkos::View has it. `T const` is for reading only. Copies are shallow.
///
///     isomer::RecordView<Particle, isomer::SoA> particles("particles", n);
///     particles(i).x += 1;
template <class T, class A, class Space = Kokkos::DefaultExecutionSpace>
class RecordView : public detail::OwnedSpan<T, A, Space> {
  using Owned = detail::OwnedSpan<T, A, Space>;

 public:
  using typename Owned::device_type;
  using typename Owned::memory_space;
  using typename Owned::non_const_value_type;
  using typename Owned::Span;

  RecordView() = default;

  /// Allocates n records, all bytes zero. The capacity is a little more: an odd multiple of 64 and,
  /// from 65536 records on, of 1088, so that neither regions nor fields meet in the same cache
  /// sets.
  RecordView(std::string const& label, std::size_t n)
      : RecordView(detail::own_records<Space>(detail::dynamic_record<non_const_value_type>(), label,
                                              n, {Arrangement(A{})})) {}

  /// Memory of the caller's with room for `capacity` records, which he keeps alive. In whatever
  /// arrangement they are later, that room is theirs.
  RecordView(typename Owned::Memory data, std::size_t n, std::size_t capacity)
      : RecordView(detail::callers_records(detail::dynamic_record<non_const_value_type>(), data, n,
                                           capacity, &Span::At::bytes)) {}

  /// The same records to be read only, or in another space with the same memory.
  template <class U, class S>
  requires std::is_convertible_v<U (*)[], T (*)[]> &&
      std::is_same_v<typename RecordView<U, A, S>::memory_space, memory_space>
          KOKKOS_FUNCTION RecordView(RecordView<U, A, S> const& other)
      : Owned(Span(detail::RecordAccess::bytes(other), static_cast<std::int64_t>(other.size()),
                   static_cast<std::int64_t>(other.capacity())),
              detail::RecordAccess::tracker(other), detail::RecordAccess::own_room(other)) {}

  Arrangement arrangement() const { return A{}; }

  /// A View of a member, which shares the ownership: of rank 1 with LayoutLeft where its values lie
  /// side by side, else LayoutStride. In tiles `(tile, lane)`, the last tile whole, so that it may
  /// go beyond `size()`. Of a C array there is one more extent, its components.
  template <detail::FixedString Name>
  auto field() const {
    return field_of<Name>(0, static_cast<std::int64_t>(this->size()));
  }

 private:
  friend struct detail::RecordAccess;

  template <detail::FixedString Name>
  auto field_of(std::int64_t first, std::int64_t count) const {
    constexpr int position =
        detail::LeafTable<non_const_value_type>::position(detail::text_of<Name>());
    static_assert(position >= 0, "isomer: the record has no member of that name");
    using Field = detail::FieldView<T, A, device_type, position>;
    if (first % Field::leaf.tile != 0)
      detail::throw_within_tile(std::string(detail::text_of<Name>()), first, Field::leaf.tile);
    return Field::make(this->track_, this->place(first), count);
  }

  explicit RecordView(detail::HeldRecords const& held)
      : Owned(Span(held.data, held.count, held.capacity), held.tracker, held.room) {
    detail::require_true_offsets<non_const_value_type>();
  }
};

namespace detail {

template <class>
inline constexpr bool is_record_view_v = false;
template <class T, class A, class S>
inline constexpr bool is_record_view_v<RecordView<T, A, S>> = true;

template <class V>
concept RecordViewLike = is_record_view_v<std::remove_cvref_t<V>>;

}  // namespace detail
}  // namespace isomer
