// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <limits>
#include <string>
#include <utility>

#include <isomer/records/detail/plan_on.hpp>
#include <isomer/records/rearrange.hpp>

namespace isomer {

namespace detail {

struct RearrangePlanMaker;

template <class V>
inline constexpr bool is_any_view_v =
    std::is_same_v<typename std::remove_cvref_t<V>::arrangement_type, Any>;

/// A change in place, whichever records of that shape it is made to.
struct PlannedChange {
  RecordProblem problem;
  Arrangement from = AoS{};
  Arrangement to = AoS{};

  bool is_none() const { return from == to; }
};

PlannedChange planned_change(char const* function, DynamicRecord const& record,
                             RecordsInfo const& records, Arrangement const& to);
/// What records of their own memory are like, before there is any.
RecordsInfo records_to_come(DynamicRecord const& record, std::size_t n, Arrangement const& from,
                            Arrangement const& to);
/// Throws Error unless records are as the planned ones: as many of as many bytes, arranged alike,
/// with the same capacity.
void require_same(char const* function, PlannedChange const& planned, PlannedChange const& given);

}  // namespace detail

/// A change of arrangement in place, worked out once, to be executed any number of times on records
/// of that type, number, capacity and arrangement. A cheap handle: copies share one immutable plan,
/// which any thread may execute. One made without `plan_rearrange`, or moved from, is empty: all it
/// does is throw Error.
///
///     auto const plan = isomer::plan_rearrange(exec, particles, isomer::tiled(64));
///     if (plan.predicted_seconds(isomer::Use::once) < saved) plan.execute(exec, particles);
class RearrangePlan {
 public:
  RearrangePlan() = default;

  /// Rearranges as `rearrange(exec, records, to)` does. Throws Error before the first byte moves if
  /// the records are not as the planned ones.
  template <detail::ExecutionSpace Exec, class T, class O, class S>
  void execute(Exec const& exec, Records<T, O, S>& records) const {
    change(exec, records, nullptr);
  }
  /// With the caller's workspace, a View of `workspace_bytes()` bytes that begins on a multiple of
  /// 64 and is not touched until `exec` is done: nothing is allocated and nothing fenced.
  template <detail::ExecutionSpace Exec, class T, class O, class S, detail::Workspace W>
  void execute(Exec const& exec, Records<T, O, S>& records, W const& workspace) const {
    auto const given = detail::caller_workspace<Exec>(workspace);
    change(exec, records, &given);
  }

  /// Rearranges as `rearrange(exec, std::move(view), to)` does.
  template <detail::ExecutionSpace Exec, class T, class S>
  RecordView<T, Any, S> execute(Exec const& exec, RecordView<T, Any, S>&& view) const {
    return change(exec, std::move(view), nullptr);
  }
  template <detail::ExecutionSpace Exec, class T, class S, detail::Workspace W>
  RecordView<T, Any, S> execute(Exec const& exec, RecordView<T, Any, S>&& view,
                                W const& workspace) const {
    auto const given = detail::caller_workspace<Exec>(workspace);
    return change(exec, std::move(view), &given);
  }

  /// Rearranges as `rearrange<A2>(exec, std::move(view))` does. Throws Error if A2 is not what was
  /// planned.
  template <class A2, detail::ExecutionSpace Exec, detail::RecordViewLike V>
  auto execute(Exec const& exec, V&& view) const {
    return change_to<A2>(exec, std::forward<V>(view), nullptr);
  }
  template <class A2, detail::ExecutionSpace Exec, detail::RecordViewLike V, detail::Workspace W>
  auto execute(Exec const& exec, V&& view, W const& workspace) const {
    auto const given = detail::caller_workspace<Exec>(workspace);
    return change_to<A2>(exec, std::forward<V>(view), &given);
  }

  /// How often all records are read and written; 0 if they are so arranged already.
  int passes() const { return facts().passes; }
  /// Extra memory in use meanwhile.
  std::size_t workspace_bytes() const { return facts().workspace_bytes; }
  /// Of the next execution, or of a single one with its planning (`Use::once`).
  double predicted_seconds(Use use = Use::repeated) const {
    return is_none() ? 0 : detail::predicted_seconds_of(plan_, use);
  }
  std::int64_t bytes_read() const { return facts().bytes_read; }
  std::int64_t bytes_written() const { return facts().bytes_written; }
  /// The passes, in words.
  std::string describe() const {
    return is_none() ? "nothing to do: the records are arranged as " + planned_.to.name()
                     : facts().description;
  }

 private:
  friend struct detail::RearrangePlanMaker;
  static constexpr char const* function = "isomer::RearrangePlan::execute";

  bool is_none() const { return is_made_ && planned_.is_none(); }
  detail::PlanFacts const& facts() const {
    static detail::PlanFacts const none;
    return is_none() ? none : detail::facts_of(plan_);
  }

  template <class Exec, class T, class O, class S>
  void change(Exec const& exec, Records<T, O, S>& records,
              detail::CallerWorkspace const* workspace) const {
    detail::assert_rearrangeable<Exec, Records<T, O, S>>();
    auto const info = records.visit([](auto const& view) { return detail::records_info(view); });
    require_planned<Exec>(detail::dynamic_record<T>(), info);
    records.change(function, planned_.to, options_,
                   [&](detail::RecordsInfo const& checked) { run(exec, checked, workspace); });
  }

  template <class Exec, class T, class S>
  RecordView<T, Any, S> change(Exec const& exec, RecordView<T, Any, S>&& view,
                               detail::CallerWorkspace const* workspace) const {
    using View = RecordView<T, Any, S>;
    return moved<View>(exec, std::move(view), workspace, [this](View const& from) {
      return detail::RecordAccess::make<View>(detail::RecordAccess::held(from), planned_.to);
    });
  }

  template <class A2, class Exec, class V>
  auto change_to(Exec const& exec, V&& view, detail::CallerWorkspace const* workspace) const {
    using From = std::remove_cvref_t<V>;
    if (is_made_ && !(Arrangement(A2{}) == planned_.to))
      detail::throw_wrong_plan(function, "the arrangement " + planned_.to.name(),
                               Arrangement(A2{}).name());
    return moved<From>(exec, std::forward<V>(view), workspace,
                       [](From const& from) { return detail::in_arrangement<A2>(from); });
  }

  template <class View, class Exec, class V, class Arranged>
  auto moved(Exec const& exec, V&& view, detail::CallerWorkspace const* workspace,
             Arranged const& arranged) const {
    return detail::changed_view<Exec>(
        function, std::forward<V>(view), options_, arranged, [&](detail::RecordsInfo const& info) {
          require_planned<Exec>(detail::dynamic_record<typename View::value_type>(), info);
          if (!is_none()) run(exec, info, workspace);
        });
  }

  template <class Exec>
  void require_planned(DynamicRecord const& record, detail::RecordsInfo const& records) const {
    if (!is_none()) detail::plan_on<Exec>(function, plan_, exec_name_);
    detail::require_same(function, planned_,
                         detail::planned_change(function, record, records, planned_.to));
    detail::require_memory(function, "view", records);
  }

  template <class Exec>
  void run(Exec const& exec, detail::RecordsInfo const& records,
           detail::CallerWorkspace const* workspace) const {
    detail::Region const region(function);
    auto const& plan = detail::plan_on<Exec>(function, plan_, exec_name_);
    detail::run_change(function, exec, *plan, planned_.problem, records, workspace);
  }

  detail::AnyPlan plan_;
  detail::PlannedChange planned_;
  PlanOptions options_;
  char const* exec_name_ = "";
  bool is_made_ = false;
};

/// A RearrangePlan whose result has a known type: `execute` returns the view in the arrangement A2,
/// as `rearrange<A2>` does.
template <class A2>
class ArrangementPlan : public RearrangePlan {
 public:
  ArrangementPlan() = default;

  using RearrangePlan::execute;
  template <detail::ExecutionSpace Exec, detail::RecordViewLike V>
  requires(!detail::is_any_view_v<V>) auto execute(Exec const& exec, V&& view) const {
    return RearrangePlan::execute<A2>(exec, std::forward<V>(view));
  }
  template <detail::ExecutionSpace Exec, detail::RecordViewLike V, detail::Workspace W>
  requires(!detail::is_any_view_v<V>) auto execute(Exec const& exec, V&& view,
                                                   W const& workspace) const {
    return RearrangePlan::execute<A2>(exec, std::forward<V>(view), workspace);
  }

 private:
  friend struct detail::RearrangePlanMaker;
  explicit ArrangementPlan(RearrangePlan const& plan) : RearrangePlan(plan) {}
};

namespace detail {

struct RearrangePlanMaker {
  template <class Exec>
  static RearrangePlan make(Exec const& exec, DynamicRecord const& record,
                            RecordsInfo const& records, Arrangement const& to,
                            PlanOptions const& options) {
    static_assert(has_kernels_v<Exec>,
                  "isomer: this execution space is none of those the library was built for");
    static constexpr char const* function = "isomer::plan_rearrange";
    RearrangePlan plan;
    plan.planned_ = planned_change(function, record, records, to);
    plan.options_ = options;
    plan.exec_name_ = Exec::name();
    plan.is_made_ = true;
    if (!plan.is_none()) plan.plan_ = cached_plan(exec, plan.planned_.problem, options, function);
    return plan;
  }
  template <class A2>
  static ArrangementPlan<A2> typed(RearrangePlan const& plan) {
    return ArrangementPlan<A2>(plan);
  }
};

}  // namespace detail

/// A plan for `rearrange(exec, std::move(view), to)`; nothing is moved.
template <detail::ExecutionSpace Exec, class T, class A, class S>
RearrangePlan plan_rearrange(Exec const& exec, RecordView<T, A, S> const& view,
                             Arrangement const& to, PlanOptions const& options = {}) {
  detail::assert_rearrangeable<Exec, RecordView<T, A, S>>();
  return detail::RearrangePlanMaker::make(exec, detail::dynamic_record<T>(),
                                          detail::records_info(view), to, options);
}

/// A plan for `rearrange(exec, records, to)`. Throws Error if that is not in the offer.
template <detail::ExecutionSpace Exec, class T, class O, class S>
RearrangePlan plan_rearrange(Exec const& exec, Records<T, O, S> const& records,
                             Arrangement const& to, PlanOptions const& options = {}) {
  detail::index_in_offer("isomer::plan_rearrange", records.label(), to, records.offer());
  return records.visit(
      [&](auto const& view) { return isomer::plan_rearrange(exec, view, to, options); });
}

/// A plan for `rearrange<A2>(exec, std::move(view))`.
template <class A2, detail::ExecutionSpace Exec, class T, class A, class S>
ArrangementPlan<A2> plan_rearrange(Exec const& exec, RecordView<T, A, S> const& view,
                                   PlanOptions const& options = {}) {
  return detail::RearrangePlanMaker::typed<A2>(
      isomer::plan_rearrange(exec, view, Arrangement(A2{}), options));
}

/// A plan for n records T of their own memory, before there is any.
///
///     auto const plan = isomer::plan_rearrange<Particle, isomer::AoS, isomer::SoA>(exec, n);
template <class T, class From, class To, detail::ExecutionSpace Exec>
ArrangementPlan<To> plan_rearrange(Exec const& exec, std::size_t n,
                                   PlanOptions const& options = {}) {
  auto const& record = detail::dynamic_record<T>();
  return detail::RearrangePlanMaker::typed<To>(detail::RearrangePlanMaker::make(
      exec, record, detail::records_to_come(record, n, From{}, To{}), To{}, options));
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
