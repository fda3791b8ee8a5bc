// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include <isomer/detail/engine.hpp>
#include <isomer/permute_in_place.hpp>
#include <isomer/records/any_view.hpp>

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
};

template <class T, class A, class S>
RecordsInfo records_info(RecordView<T, A, S> const& view) {
  return {RecordAccess::bytes(view),
          static_cast<std::int64_t>(view.size()),
          static_cast<std::int64_t>(view.capacity()),
          RecordAccess::room(view),
          view.arrangement(),
          view.label()};
}

/// A change of arrangement in place. Throws Error if the memory has no room for it.
RecordProblem change_in_place(char const* function, DynamicRecord const& record,
                              RecordsInfo const& records, Arrangement const& to);
/// A copy between arrangements. Throws Error if counts differ or the memories overlap.
RecordProblem change_by_copy(char const* function, DynamicRecord const& record,
                             RecordsInfo const& dst, RecordsInfo const& src);

/// Bytes that a copy between arrangements has to copy as they are, if equal indices lie at equal
/// bytes; else 0.
std::int64_t bytes_alike(RecordProblem const& problem);

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
