// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include <isomer/detail/engine.hpp>
#include <isomer/permute_in_place.hpp>
#include <isomer/records/subview.hpp>

/// From views to RecordProblems, with all checks.
namespace isomer::detail {

/// Records with their types erased.
struct RecordsInfo {
  std::byte* data = nullptr;
  std::int64_t count = 0;
  std::int64_t capacity = 0;
  std::size_t room = 0;  ///< bytes of the memory
  Arrangement arrangement = AoS{};
  std::string label{};
  bool owns_gaps = false;  ///< whether what lies between the regions is the records' as well
  bool is_part = false;    ///< whether others may lie in the tiles of the first and the last record
  std::int64_t first = 0;  ///< those before the first one
  bool is_managed = false;  ///< in an allocation that knows its owners
};

template <class T, class A, class S>
RecordsInfo records_info(RecordView<T, A, S> const& view) {
  return {RecordAccess::bytes(view),
          static_cast<std::int64_t>(view.size()),
          static_cast<std::int64_t>(view.capacity()),
          RecordAccess::room(view),
          view.arrangement(),
          view.label(),
          RecordAccess::own_room(view) >= view.span_bytes(),
          false,
          0,
          view.use_count() > 0};
}

template <class T, class A, class S>
RecordsInfo records_info(RecordSubview<T, A, S> const& part) {
  RecordsInfo info = records_info(part.all());
  info.count = static_cast<std::int64_t>(part.size());
  info.owns_gaps = false;
  info.is_part = true;
  info.first = static_cast<std::int64_t>(part.first());
  return info;
}

/// Throws Error if there are records but no memory that holds them.
void require_memory(char const* function, char const* argument, RecordsInfo const& records);
/// A change of arrangement in place. Throws Error if the memory has no room for it.
RecordProblem change_in_place(char const* function, DynamicRecord const& record,
                              RecordsInfo const& records, Arrangement const& to);

/// Bytes one after the other that are copied as they are.
struct ByteMove {
  std::int64_t dst = 0;
  std::int64_t src = 0;
  std::int64_t bytes = 0;

  friend bool operator==(ByteMove const&, ByteMove const&) = default;
};

/// A copy between arrangements: bytes as they are, or else the first `singles` records one by one,
/// and those behind them panel by panel. Of parts the two sides may have their tiles at other
/// records; panels begin where both have one.
struct RecordCopy {
  std::vector<ByteMove> alike;
  std::int64_t singles = 0;
  RecordProblem panels;
  std::int64_t dst = 0;  ///< from where on the regions of `panels` are counted
  std::int64_t src = 0;
};
/// Throws Error if counts differ or bytes of records overlap.
RecordCopy change_by_copy(char const* function, DynamicRecord const& record, RecordsInfo const& dst,
                          RecordsInfo const& src);

/// The checks of types that all changes make.
template <class Exec, class V>
constexpr void assert_accessible() {
  static_assert(has_kernels_v<Exec>,
                "isomer: this execution space is none of those the library was built for");
  static_assert(Kokkos::SpaceAccessibility<Exec, typename V::memory_space>::accessible,
                "isomer: the execution space must be able to access the memory of the view");
}
template <class Exec, class V>
constexpr void assert_rearrangeable() {
  assert_accessible<Exec, V>();
  static_assert(!std::is_const_v<typename V::value_type>,
                "isomer: a view is rearranged in place, so its records must not be const");
}

/// As for Views: others could still read through the old arrangement.
template <class V>
void require_sole_owner_of_records(char const* function, std::remove_cvref_t<V> const& view,
                                   PlanOptions const& options) {
  ViewInfo info;
  info.view = &view;
  info.label = [](void const* v) { return static_cast<std::remove_cvref_t<V> const*>(v)->label(); };
  require_sole_owner<V>(function, view, info, options);
}

}  // namespace isomer::detail
