// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <utility>

#include <isomer/detail/region.hpp>
#include <isomer/records/detail/change.hpp>
#include <isomer/records/records_of_offer.hpp>

namespace isomer {

namespace detail {

/// Enqueues a planned change of records.
template <class Exec>
void run_change(char const* function, Exec const& exec, ExecutablePlan<Exec> const& plan,
                RecordProblem const& problem, RecordsInfo const& records,
                CallerWorkspace const* workspace) {
  if (workspace == nullptr) run_in_place(function, exec, plan, records.data);
  else
    run_in_place(function, exec, plan, records.data, std::max(problem.src.bytes, problem.dst.bytes),
                 *workspace);
}

/// Moves the records if they are not so arranged already.
template <class Exec>
void change_arrangement(Exec const& exec, DynamicRecord const& record, RecordsInfo const& records,
                        Arrangement const& to, PlanOptions options,
                        CallerWorkspace const* workspace = nullptr) {
  static constexpr char const* function = "isomer::rearrange";
  Region const region(function);
  auto const problem = change_in_place(function, record, records, to);
  if (to == records.arrangement) return;
  require_memory(function, "view", records);
  if (workspace != nullptr) options.workspace_limit = workspace->bytes;
  auto const plan = cached_plan(exec, problem, options, function);
  run_change(function, exec, *plan, problem, records, workspace);
}

/// What `arranged(view)` makes of a view, once `change(info)` has moved its records; an rvalue is
/// left empty.
template <class Exec, class V, class Arranged, class Change>
auto changed_view(char const* function, V&& view, PlanOptions const& options,
                  Arranged const& arranged, Change const& change) {
  using View = std::remove_cvref_t<V>;
  assert_rearrangeable<Exec, View>();
  require_sole_owner_of_records<V>(function, view, options);
  auto result = arranged(view);
  change(records_info(view));
  if constexpr (!stays_with_caller_v<V>) view = View{};
  return result;
}

template <class A2, class Exec, class V>
auto rearrange_view(Exec const& exec, V&& view, PlanOptions const& options,
                    CallerWorkspace const* workspace = nullptr) {
  using From = std::remove_cvref_t<V>;
  static_assert(!std::is_same_v<A2, Any>,
                "isomer: rearrange<Any> names no arrangement; rearrange(exec, view, to) takes one");
  return changed_view<Exec>(
      "isomer::rearrange", std::forward<V>(view), options,
      [](From const& from) { return in_arrangement<A2>(from); },
      [&]([[maybe_unused]] RecordsInfo const& info) {
        if constexpr (!std::is_same_v<A2, typename From::arrangement_type> &&
                      !std::is_const_v<typename From::value_type>)
          change_arrangement(exec, dynamic_record<typename From::value_type>(), info, A2{}, options,
                             workspace);
      });
}

template <class Exec, class T, class O, class S>
void rearrange_records(Exec const& exec, Records<T, O, S>& records, Arrangement const& to,
                       PlanOptions const& options, CallerWorkspace const* workspace = nullptr) {
  assert_rearrangeable<Exec, Records<T, O, S>>();
  records.change("isomer::rearrange", to, options, [&](RecordsInfo const& info) {
    change_arrangement(exec, dynamic_record<T>(), info, to, options, workspace);
  });
}

template <class Exec, class T, class S>
RecordView<T, Any, S> rearrange_any(Exec const& exec, RecordView<T, Any, S>&& view,
                                    Arrangement const& to, PlanOptions const& options,
                                    CallerWorkspace const* workspace = nullptr) {
  using View = RecordView<T, Any, S>;
  return changed_view<Exec>(
      "isomer::rearrange", std::move(view), options,
      [&](View const& from) { return RecordAccess::make<View>(RecordAccess::held(from), to); },
      [&](RecordsInfo const& info) {
        change_arrangement(exec, dynamic_record<T>(), info, to, options, workspace);
      });
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
  return detail::rearrange_view<A2>(exec, std::forward<V>(view), options);
}

/// With the caller's workspace, a View of bytes in which the fastest way that it has room for is
/// taken: nothing is allocated and nothing fenced. It has to begin on a multiple of 64 bytes and
/// must not be touched until `exec` is done.
template <class A2, detail::ExecutionSpace Exec, detail::RecordViewLike V, detail::Workspace W>
auto rearrange(Exec const& exec, V&& view, W const& workspace, PlanOptions const& options = {}) {
  auto const given = detail::caller_workspace<Exec>(workspace);
  return detail::rearrange_view<A2>(exec, std::forward<V>(view), options, &given);
}

/// As above on the default instance of the view's execution space; returns when it is done.
template <class A2, detail::RecordViewLike V>
auto rearrange(V&& view, PlanOptions const& options = {}) {
  typename std::remove_cvref_t<V>::execution_space const exec{};
  auto result = isomer::rearrange<A2>(exec, std::forward<V>(view), options);
  exec.fence("isomer::rearrange: fence after the call without an instance");
  return result;
}
template <class A2, detail::RecordViewLike V, detail::Workspace W>
auto rearrange(V&& view, W const& workspace, PlanOptions const& options = {}) {
  typename std::remove_cvref_t<V>::execution_space const exec{};
  auto result = isomer::rearrange<A2>(exec, std::forward<V>(view), workspace, options);
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
  detail::rearrange_records(exec, records, to, options);
}
template <detail::ExecutionSpace Exec, class T, class O, class S, detail::Workspace W>
void rearrange(Exec const& exec, Records<T, O, S>& records, Arrangement const& to,
               W const& workspace, PlanOptions const& options = {}) {
  auto const given = detail::caller_workspace<Exec>(workspace);
  detail::rearrange_records(exec, records, to, options, &given);
}

/// As above on the default instance of the execution space of the records; returns when it is done.
template <class T, class O, class S>
void rearrange(Records<T, O, S>& records, Arrangement const& to, PlanOptions const& options = {}) {
  typename Records<T, O, S>::execution_space const exec{};
  isomer::rearrange(exec, records, to, options);
  exec.fence("isomer::rearrange: fence after the call without an instance");
}
template <class T, class O, class S, detail::Workspace W>
void rearrange(Records<T, O, S>& records, Arrangement const& to, W const& workspace,
               PlanOptions const& options = {}) {
  typename Records<T, O, S>::execution_space const exec{};
  isomer::rearrange(exec, records, to, workspace, options);
  exec.fence("isomer::rearrange: fence after the call without an instance");
}

/// The same for records whose arrangement is known at run time only. Sole owner as above.
template <detail::ExecutionSpace Exec, class T, class S>
RecordView<T, Any, S> rearrange(Exec const& exec, RecordView<T, Any, S>&& view,
                                Arrangement const& to, PlanOptions const& options = {}) {
  return detail::rearrange_any(exec, std::move(view), to, options);
}
template <detail::ExecutionSpace Exec, class T, class S, detail::Workspace W>
RecordView<T, Any, S> rearrange(Exec const& exec, RecordView<T, Any, S>&& view,
                                Arrangement const& to, W const& workspace,
                                PlanOptions const& options = {}) {
  auto const given = detail::caller_workspace<Exec>(workspace);
  return detail::rearrange_any(exec, std::move(view), to, options, &given);
}

/// As above on the default instance of the view's execution space; returns when it is done.
template <class T, class S>
RecordView<T, Any, S> rearrange(RecordView<T, Any, S>&& view, Arrangement const& to,
                                PlanOptions const& options = {}) {
  typename RecordView<T, Any, S>::execution_space const exec{};
  auto result = isomer::rearrange(exec, std::move(view), to, options);
  exec.fence("isomer::rearrange: fence after the call without an instance");
  return result;
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

}  // namespace isomer
