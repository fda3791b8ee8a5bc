// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>

#include <isomer/records/detail/change.hpp>
#include <isomer/records/records_of_offer.hpp>

namespace isomer {

namespace detail {

/// Moves the records if they are not so arranged already.
template <class Exec>
void change_arrangement(Exec const& exec, DynamicRecord const& record, RecordsInfo const& records,
                        Arrangement const& to, PlanOptions const& options) {
  static constexpr char const* function = "isomer::rearrange";
  auto const problem = change_in_place(function, record, records, to);
  if (to == records.arrangement) return;
  require_memory(function, "view", records);
  auto const plan = cached_plan(exec, problem, options, function);
  run_in_place(function, exec, *plan, records.data);
}

}  // namespace detail

/// Changes the arrangement of records IN PLACE: returns the view in the arrangement A2, on the same
/// allocation and of the same capacity, reference counting intact. Bytes between the members are
/// lost.
///
/// Asynchronous on `exec`. The view must be the only owner of its allocation, if that is managed
/// (pass `std::move(view)`), unless `options.allow_aliases` is set. Throws Error before the first
/// byte moves, also if the memory has no room for the new arrangement, or a GPU's block none for a
/// tile, and for records of more than 512 leaves.
///
///     auto tiles = isomer::rearrange<isomer::Tiled<64>>(exec, std::move(particles));
template <class A2, detail::ExecutionSpace Exec, detail::RecordViewLike V>
auto rearrange(Exec const& exec, V&& view, PlanOptions const& options = {}) {
  using From = std::remove_cvref_t<V>;
  static_assert(!std::is_same_v<A2, Any>,
                "isomer: rearrange<Any> names no arrangement; rearrange(exec, view, to) takes one");
  detail::assert_rearrangeable<Exec, From>();
  detail::require_sole_owner_of_records<V>("isomer::rearrange", view, options);
  auto result = detail::in_arrangement<A2>(view);
  if constexpr (!std::is_same_v<A2, typename From::arrangement_type>)
    detail::change_arrangement(exec, detail::dynamic_record<typename From::value_type>(),
                               detail::records_info(view), A2{}, options);
  if constexpr (!detail::stays_with_caller_v<V>) view = From{};
  return result;
}

/// As above on the default instance of the view's execution space; returns when it is done.
template <class A2, detail::RecordViewLike V>
auto rearrange(V&& view, PlanOptions const& options = {}) {
  typename std::remove_cvref_t<V>::execution_space const exec{};
  auto result = isomer::rearrange<A2>(exec, std::forward<V>(view), options);
  exec.fence("isomer::rearrange: fence after the call without an instance");
  return result;
}

/// Changes the arrangement of records to another of their offer, IN PLACE; nothing is done if it is
/// the current one. Asynchronous on `exec`. Throws Error before the first byte moves if it is not
/// in the offer, or if views of the records are kept.
///
///     isomer::rearrange(exec, particles, isomer::tiled(64));
template <detail::ExecutionSpace Exec, class T, class O, class S>
void rearrange(Exec const& exec, Records<T, O, S>& records, Arrangement const& to,
               PlanOptions const& options = {}) {
  detail::assert_rearrangeable<Exec, Records<T, O, S>>();
  records.change(to, options, [&](detail::RecordsInfo const& info) {
    detail::change_arrangement(exec, detail::dynamic_record<T>(), info, to, options);
  });
}

/// As above on the default instance of the execution space of the records; returns when it is done.
template <class T, class O, class S>
void rearrange(Records<T, O, S>& records, Arrangement const& to, PlanOptions const& options = {}) {
  typename Records<T, O, S>::execution_space const exec{};
  isomer::rearrange(exec, records, to, options);
  exec.fence("isomer::rearrange: fence after the call without an instance");
}

/// The same for records whose arrangement is known at run time only. Sole owner as above.
template <detail::ExecutionSpace Exec, class T, class S>
RecordView<T, Any, S> rearrange(Exec const& exec, RecordView<T, Any, S>&& view,
                                Arrangement const& to, PlanOptions const& options = {}) {
  using View = RecordView<T, Any, S>;
  detail::assert_rearrangeable<Exec, View>();
  detail::require_sole_owner_of_records<View>("isomer::rearrange", view, options);
  auto const info = detail::records_info(view);
  View result = detail::RecordAccess::make<View>(detail::RecordAccess::held(view), to);
  detail::change_arrangement(exec, detail::dynamic_record<T>(), info, to, options);
  view = View{};
  return result;
}

class RearrangePlan;

/// A plan for `rearrange(exec, std::move(view))` to an arrangement; nothing is moved.
template <detail::ExecutionSpace Exec, class T, class A, class S>
RearrangePlan plan_rearrange(Exec const& exec, RecordView<T, A, S> const& view,
                             Arrangement const& to, PlanOptions const& options = {});

/// What `rearrange` would do with a view.
class RearrangePlan {
 public:
  /// How often all records are read and written; 0 if the view has that arrangement.
  int passes() const { return facts_.passes; }
  /// Extra memory in use meanwhile.
  std::size_t workspace_bytes() const { return facts_.workspace_bytes; }
  /// Of the next rearrangement, or of a single one with its planning (`Use::once`).
  double predicted_seconds(Use use = Use::repeated) const {
    return facts_.seconds(use, facts_.predicted_seconds);
  }
  std::int64_t bytes_read() const { return facts_.bytes_read; }
  std::int64_t bytes_written() const { return facts_.bytes_written; }
  /// The passes, in words.
  std::string describe() const { return facts_.description; }

 private:
  template <detail::ExecutionSpace Exec, class T, class A, class S>
  friend RearrangePlan plan_rearrange(Exec const&, RecordView<T, A, S> const&, Arrangement const&,
                                      PlanOptions const&);
  detail::PlanFacts facts_;
  std::shared_ptr<void const> tables_;  ///< of its kernels, which CUDA graphs go on reading
};

template <detail::ExecutionSpace Exec, class T, class A, class S>
RearrangePlan plan_rearrange(Exec const& exec, RecordView<T, A, S> const& view,
                             Arrangement const& to, PlanOptions const& options) {
  static constexpr char const* function = "isomer::plan_rearrange";
  detail::assert_rearrangeable<Exec, RecordView<T, A, S>>();
  RearrangePlan result;
  auto const info = detail::records_info(view);
  auto const problem = detail::change_in_place(function, detail::dynamic_record<T>(), info, to);
  if (to == info.arrangement) {
    result.facts_.description = "nothing to do: the records are arranged as " + to.name();
    return result;
  }
  auto const plan = detail::cached_plan(exec, problem, options, function);
  result.facts_ = plan->facts();
  result.facts_.predicted_seconds = plan->predicted_seconds();
  result.tables_ = plan;
  return result;
}
template <class A2, detail::ExecutionSpace Exec, class T, class A, class S>
RearrangePlan plan_rearrange(Exec const& exec, RecordView<T, A, S> const& view,
                             PlanOptions const& options = {}) {
  return isomer::plan_rearrange(exec, view, Arrangement(A2{}), options);
}

namespace detail {

template <class... Args>
inline constexpr bool has_record_subview = (is_record_subview_v<std::remove_cvref_t<Args>> || ...);

/// The compile error about records that are only some of a view's.
template <class... Args>
constexpr void refuse_subviews() {
  static_assert(!has_record_subview<Args...>,
                "isomer: a subview cannot be rearranged in place, only its whole view can: "
                "deep_copy takes the records of a subview to another arrangement");
}

}  // namespace detail

/// No subview is rearranged in place: its tiles and arrays are those of all records.
template <class A2, class... Args>
requires(detail::has_record_subview<Args...>) void rearrange(Args&&...) {
  detail::refuse_subviews<Args...>();
}
template <class... Args>
requires(detail::has_record_subview<Args...>) void rearrange(Args&&...) {
  detail::refuse_subviews<Args...>();
}
template <class A2, class... Args>
requires(detail::has_record_subview<Args...>) void plan_rearrange(Args&&...) {
  detail::refuse_subviews<Args...>();
}
template <class... Args>
requires(detail::has_record_subview<Args...>) void plan_rearrange(Args&&...) {
  detail::refuse_subviews<Args...>();
}

}  // namespace isomer
