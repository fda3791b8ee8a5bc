// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <isomer/records/dynamic_record.hpp>

namespace isomer::detail {

template <class Space>
using ByteView = Kokkos::View<std::byte*, Kokkos::LayoutRight, Space>;

/// Records that the library allocated.
struct OwnRecords {
  Kokkos::Impl::SharedAllocationTracker tracker;
  std::byte* data = nullptr;
  std::int64_t count = 0;
  std::int64_t capacity = 0;
};

/// The capacity of an own allocation for n records.
std::int64_t own_capacity(std::size_t n);
/// The bytes of an own allocation: room for the struct and for each of the arrangements.
std::size_t own_bytes(DynamicRecord const& record, std::int64_t capacity,
                      std::vector<Arrangement> const& offer);
/// Throws Error if memory of the caller's is for less than n records.
void require_capacity(std::size_t n, std::size_t capacity);
/// Throws the Error about a description that is not what the compiler made of the struct.
[[noreturn]] void throw_wrong_offset(std::string const& name, std::int64_t described,
                                     std::int64_t actual);

/// Allocates `count` records with a given capacity and room for all of the offer.
template <class Space>
OwnRecords allocate_records(DynamicRecord const& record, std::string const& label,
                            std::size_t count, std::int64_t capacity,
                            std::vector<Arrangement> const& offer) {
  ByteView<Space> const bytes(Kokkos::view_alloc(label), own_bytes(record, capacity, offer));
  return {bytes.impl_track(), bytes.data(), static_cast<std::int64_t>(count), capacity};
}

template <class Space>
OwnRecords own_records(DynamicRecord const& record, std::string const& label, std::size_t count,
                       Arrangement const& arrangement) {
  return allocate_records<Space>(record, label, count, own_capacity(count), {arrangement});
}

/// Where a member lies in the struct; what no constant expression can say of a pointer to member.
template <class T, class F>
std::int64_t true_offset(F T::*pointer) {
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
      std::int64_t const offset = true_offset(pointer);
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
  static V make(Kokkos::Impl::SharedAllocationTracker const& tracker, std::byte* data,
                std::size_t count, std::size_t capacity) {
    return V(tracker, data, static_cast<std::int64_t>(count), static_cast<std::int64_t>(capacity));
  }
  template <class V, class... Arranged>
  static V make(OwnRecords const& own, Arranged const&... arrangement) {
    return V(own, arrangement...);
  }
  /// Bytes from `data()` on: to the end of the allocation or, of the caller's memory, what the
  /// arrangement takes.
  template <class V>
  static std::size_t room(V const& view) {
    auto const* const record = tracker(view).template get_record<typename V::memory_space>();
    if (record == nullptr) return view.span_bytes();
    auto const* const begin = static_cast<std::byte const*>(record->data());
    return record->size() - static_cast<std::size_t>(view.bytes() - begin);
  }
};

}  // namespace isomer::detail
