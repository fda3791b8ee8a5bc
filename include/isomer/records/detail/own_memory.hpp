// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <isomer/records/dynamic_record.hpp>

namespace isomer::detail {

template <class Space>
using ByteView = Kokkos::View<std::byte*, Kokkos::LayoutRight, Space>;

/// The records of a view, without their type and arrangement.
struct HeldRecords {
  Kokkos::Impl::SharedAllocationTracker tracker;  ///< of nothing if the memory is the caller's
  std::byte* data = nullptr;
  std::int64_t count = 0;
  std::int64_t capacity = 0;
  std::size_t room = 0;  ///< bytes from `data` on that hold these records and nothing else
};

/// Throws Error if n records are more than can be addressed.
void require_countable(DynamicRecord const& record, std::size_t n);
/// The capacity of an own allocation for n records.
std::int64_t own_capacity(DynamicRecord const& record, std::size_t n);
/// The bytes of an own allocation: room for the struct and for each of the arrangements.
std::size_t own_bytes(DynamicRecord const& record, std::int64_t capacity,
                      std::vector<Arrangement> const& offer);
/// Throws Error if n records are more than can be addressed, or than memory of the caller's is for.
void require_capacity(DynamicRecord const& record, std::size_t n, std::size_t capacity);
/// Throws the Error about a description that is not what the compiler made of the struct.
[[noreturn]] void throw_wrong_offset(std::string const& name, std::int64_t described,
                                     std::int64_t actual);

/// Records in memory of the caller's, of which they take `room_of(capacity)` bytes.
template <class RoomOf>
HeldRecords callers_records(DynamicRecord const& record, void const* data, std::size_t n,
                            std::size_t capacity, RoomOf const& room_of) {
  require_capacity(record, n, capacity);
  auto const places = static_cast<std::int64_t>(capacity);
  return {{},
          static_cast<std::byte*>(const_cast<void*>(data)),
          static_cast<std::int64_t>(n),
          places,
          static_cast<std::size_t>(room_of(places))};
}

/// Allocates `count` records with a given capacity and room for all of the offer.
template <class Space>
HeldRecords allocate_records(DynamicRecord const& record, std::string const& label,
                             std::size_t count, std::int64_t capacity,
                             std::vector<Arrangement> const& offer) {
  ByteView<Space> const bytes(Kokkos::view_alloc(label), own_bytes(record, capacity, offer));
  return {bytes.impl_track(), bytes.data(), static_cast<std::int64_t>(count), capacity,
          bytes.size()};
}

template <class Space>
HeldRecords own_records(DynamicRecord const& record, std::string const& label, std::size_t count,
                        std::vector<Arrangement> const& offer) {
  return allocate_records<Space>(record, label, count, own_capacity(record, count), offer);
}

/// Where a member of T, or of a base B of it, lies in T; what no constant expression can say of a
/// pointer to member.
template <class T, class B, class F>
std::int64_t true_offset(F B::*pointer) {
  alignas(T) std::byte bytes[sizeof(T)]{};
  auto const* const member = &(reinterpret_cast<T const*>(bytes)->*pointer);
  return reinterpret_cast<std::byte const*>(member) - bytes;
}

/// Throws Error unless the members are where the description has them.
template <class T>
void require_true_offsets() {
  static bool const checked = [] {
    std::size_t m = 0;
    auto const check = [&](auto pointer) {
      std::int64_t const offset = true_offset<T>(pointer);
      if (offset != RecordOf<T>::offset[m])
        throw_wrong_offset(std::string(RecordOf<T>::name[m]), RecordOf<T>::offset[m], offset);
      ++m;
    };
    std::apply([&](auto... pointer) { (check(pointer), ...); }, RecordOf<T>::pointers);
    return true;
  }();
  static_cast<void>(checked);
}

/// What the library sees of a view that its users do not.
struct RecordAccess {
  template <class V>
  KOKKOS_FUNCTION static std::byte* bytes(V const& view) {
    return view.bytes();
  }
  template <class V>
  KOKKOS_FUNCTION static Kokkos::Impl::SharedAllocationTracker const& tracker(V const& view) {
    return view.track_;
  }
  template <class V>
  KOKKOS_FUNCTION static std::size_t own_room(V const& view) {
    return view.room_;
  }
  /// The View of a member of `count` records from `first` on.
  template <FixedString Name, class V>
  static auto field(V const& view, std::size_t first, std::size_t count) {
    return view.template field_of<Name>(static_cast<std::int64_t>(first),
                                        static_cast<std::int64_t>(count));
  }
  template <class V>
  static HeldRecords held(V const& view) {
    return {tracker(view), bytes(view), static_cast<std::int64_t>(view.size()),
            static_cast<std::int64_t>(view.capacity()), own_room(view)};
  }
  template <class V, class... Arranged>
  static V make(HeldRecords const& held, Arranged const&... arrangement) {
    return V(held, arrangement...);
  }
  /// Bytes from `data()` on that a sole owner may rearrange in: to the end of the allocation or, of
  /// the caller's memory, what was handed over.
  template <class V>
  static std::size_t room(V const& view) {
    auto const* const record = tracker(view).template get_record<typename V::memory_space>();
    if (record == nullptr) return own_room(view);
    auto const* const begin = static_cast<std::byte const*>(record->data());
    return record->size() - static_cast<std::size_t>(view.bytes() - begin);
  }
};

}  // namespace isomer::detail
