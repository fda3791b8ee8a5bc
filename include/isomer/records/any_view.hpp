// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/records/detail/any_span.hpp>
#include <isomer/records/record_view.hpp>

namespace isomer {

template <class T, class O, class Space>
class Records;

/// Records in an arrangement that is known at run time only. Any other view converts to it, so that
/// a function which is compiled once takes them all; each access works out its address, which is
/// slower. References hold on to the view that they come from. For loops that have to be fast there
/// is `with_arrangement`.
///
///     double sum(isomer::RecordView<Particle const, isomer::Any> const& particles);
template <class T, class Space>
class RecordView<T, Any, Space> : public detail::OwnedSpan<T, Any, Space> {
  using Owned = detail::OwnedSpan<T, Any, Space>;
  using Value = std::remove_const_t<T>;

 public:
  using typename Owned::memory_space;
  using typename Owned::Span;

  RecordView() = default;

  /// Allocates n records, all bytes zero, with a capacity as other views have it.
  RecordView(std::string const& label, std::size_t n, Arrangement const& arrangement)
      : RecordView(
            detail::own_records<Space>(detail::dynamic_record<Value>(), label, n, {arrangement}),
            arrangement) {}

  /// Memory of the caller's with room for `capacity` records, which he keeps alive.
  RecordView(typename Owned::Memory data, std::size_t n, std::size_t capacity,
             Arrangement const& arrangement)
      : RecordView(detail::callers_records(detail::dynamic_record<Value>(), data, n, capacity,
                                           [&](std::int64_t places) {
                                             return detail::dynamic_record<Value>().footprint(
                                                 arrangement, static_cast<std::size_t>(places));
                                           }),
                   arrangement) {}

  template <class U, class A, class S>
  requires std::is_convertible_v<U (*)[], T (*)[]> &&
      std::is_same_v<typename RecordView<U, A, S>::memory_space, memory_space>
      RecordView(RecordView<U, A, S> const& view)
      : RecordView(detail::RecordAccess::held(view), view.arrangement()) {}

  /// The records in their current arrangement.
  template <class O, class S>
  RecordView(Records<Value, O, S> const& records)
      : RecordView(records.visit([](auto const& view) { return RecordView(view); })) {}

  Arrangement const& arrangement() const { return arrangement_; }

 private:
  friend struct detail::RecordAccess;

  RecordView(detail::HeldRecords const& held, Arrangement const& arrangement)
      : Owned(Span(held.data, held.count, held.capacity,
                   detail::record_layout(detail::dynamic_record<Value>(), arrangement,
                                         held.capacity)),
              held.tracker, held.room),
        arrangement_(arrangement) {
    detail::require_true_offsets<Value>();
  }

  Arrangement arrangement_ = AoS{};
};

}  // namespace isomer
