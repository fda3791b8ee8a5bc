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
  bool owns_gaps = false;  ///< whether what lies between the regions is the records' as well
};

template <class T, class A, class S>
RecordsInfo records_info(RecordView<T, A, S> const& view) {
  return {RecordAccess::bytes(view),
          static_cast<std::int64_t>(view.size()),
          static_cast<std::int64_t>(view.capacity()),
          RecordAccess::room(view),
          view.arrangement(),
          view.label(),
          RecordAccess::own_room(view) >= view.span_bytes()};
}

/// Throws Error if there are records but no memory that holds them.
void require_memory(char const* function, char const* argument, RecordsInfo const& records);
/// A change of arrangement in place. Throws Error if the memory has no room for it.
RecordProblem change_in_place(char const* function, DynamicRecord const& record,
                              RecordsInfo const& records, Arrangement const& to);
/// A copy between arrangements. Throws Error if counts differ or bytes of records overlap.
RecordProblem change_by_copy(char const* function, DynamicRecord const& record,
                             RecordsInfo const& dst, RecordsInfo const& src);

/// Bytes one after the other.
struct ByteRun {
  std::int64_t begin = 0;
  std::int64_t bytes = 0;

  friend bool operator==(ByteRun const&, ByteRun const&) = default;
};

/// What a copy between arrangements has to copy as it is, if equal indices lie at equal bytes; else
/// nothing. Runs that lie close are one if the gaps between them may be written.
std::vector<ByteRun> runs_alike(RecordProblem const& problem, bool with_gaps);

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
