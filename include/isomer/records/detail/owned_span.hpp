// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <utility>

#include <isomer/records/detail/own_memory.hpp>
#include <isomer/records/detail/span.hpp>

namespace isomer::detail {

/// What all views of records have: the records, a share of the ownership of their memory, its
/// room, which outlasts arrangements, and the names of its spaces.
template <class T, class A, class Space>
class OwnedSpan : public RecordSpan<T, A> {
  using Bytes = ByteView<Space>;

 protected:
  using Memory = std::conditional_t<std::is_const_v<T>, void const*, void*>;

 public:
  using Span = RecordSpan<T, A>;
  using value_type = T;
  using non_const_value_type = std::remove_const_t<T>;
  using arrangement_type = A;
  using execution_space = typename Bytes::execution_space;
  using memory_space = typename Bytes::memory_space;
  using device_type = typename Bytes::device_type;

  KOKKOS_FUNCTION Memory data() const { return this->bytes(); }
  std::string label() const { return track_.template get_label<memory_space>(); }
  /// Owners of the memory; 0 if it is the caller's.
  int use_count() const { return track_.use_count(); }

 protected:
  OwnedSpan() = default;
  KOKKOS_FUNCTION OwnedSpan(Span const& span, Kokkos::Impl::SharedAllocationTracker track,
                            std::size_t room)
      : Span(span), track_(std::move(track)), room_(room) {}

  Kokkos::Impl::SharedAllocationTracker track_;

 private:
  friend struct RecordAccess;

  std::size_t room_ = 0;
};

}  // namespace isomer::detail
