// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include <isomer/records/deep_copy.hpp>
#include <isomer/records/detail/plan_on.hpp>

namespace isomer {

namespace detail {

struct RecordCopyPlanMaker;

/// A copy of bytes one after the other, for what it is predicted to take.
Problem problem_of(std::vector<ByteMove> const& moves);
/// A copy of records of two memories of their own, before there is any.
RecordCopy copy_to_come(char const* function, DynamicRecord const& record, std::size_t n,
                        Arrangement const& dst, Arrangement const& src);
/// Throws Error unless as many records go from the same to the same arrangement and capacity.
void require_same(char const* function, RecordCopy const& planned, RecordCopy const& given);

template <class Exec, class Dst, class Src>
constexpr void assert_copyable() {
  assert_accessible<Exec, Dst>();
  assert_accessible<Exec, Src>();
  assert_copied_records<Dst, Src>();
}

template <class Dst, class Src>
RecordCopy copy_between(char const* function, Dst const& dst, Src const& src) {
  auto const to = records_info(dst);
  auto const from = records_info(src);
  require_memory(function, "dst", to);
  require_memory(function, "src", from);
  return change_by_copy(function, dynamic_record<typename Src::non_const_value_type>(), to, from);
}

}  // namespace detail

/// A copy between two arrangements, worked out once, to be executed any number of times on records
/// of that type and number in views of those capacities. A cheap handle, as a RearrangePlan is.
///
///     auto const plan = isomer::plan_deep_copy(exec, tiles, particles);
///     if (plan.predicted_seconds() < saved) plan.execute(exec, tiles, particles);
class RecordCopyPlan {
 public:
  RecordCopyPlan() = default;

  /// Copies as `deep_copy(exec, dst, src)` does. Throws Error before any byte is written if the
  /// views are not as the planned ones.
  template <detail::ExecutionSpace Exec, detail::RecordViewLike Dst, detail::RecordViewLike Src>
  void execute(Exec const& exec, Dst const& dst, Src const& src) const {
    static constexpr char const* function = "isomer::RecordCopyPlan::execute";
    detail::assert_copyable<Exec, Dst, Src>();
    detail::Region const region(function);
    auto const& plan = detail::plan_on<Exec>(function, plan_, exec_name_);
    auto const copy = detail::copy_between(function, dst, src);
    detail::require_same(function, copy_, copy);
    if (src.size() == 0) return;
    auto* const to = detail::RecordAccess::bytes(dst);
    auto* const from = detail::RecordAccess::bytes(src);
    if (!copy.alike.empty())
      detail::copy_bytes<typename Dst::device_type, typename Src::device_type>(exec, to, from,
                                                                               copy.alike);
    else plan->run(exec, to, from, nullptr);
  }

  /// 1: all records are read once and written once.
  int passes() const { return detail::facts_of(plan_).passes; }
  /// Of the next execution, or of a single one with its planning (`Use::once`).
  double predicted_seconds(Use use = Use::repeated) const {
    return detail::predicted_seconds_of(plan_, use);
  }
  std::int64_t bytes_read() const { return detail::facts_of(plan_).bytes_read; }
  std::int64_t bytes_written() const { return detail::facts_of(plan_).bytes_written; }
  /// What is done, in words.
  std::string describe() const {
    auto const& facts = detail::facts_of(plan_);
    return copy_.alike.empty() ? facts.description
                               : "records of one arrangement: " + std::to_string(facts.bytes_read) +
                                     " bytes copied as they lie";
  }

 private:
  friend struct detail::RecordCopyPlanMaker;

  detail::AnyPlan plan_;
  detail::RecordCopy copy_;
  char const* exec_name_ = "";
};

namespace detail {

struct RecordCopyPlanMaker {
  template <class Exec>
  static RecordCopyPlan make(char const* function, Exec const& exec, RecordCopy const& copy,
                             PlanOptions const& options) {
    RecordCopyPlan plan;
    plan.copy_ = copy;
    plan.exec_name_ = Exec::name();
    if (copy.alike.empty()) plan.plan_ = cached_plan(exec, copy.panels, options, function);
    else plan.plan_ = cached_plan(exec, problem_of(copy.alike), options, function);
    return plan;
  }
};

}  // namespace detail

/// A plan for `deep_copy(exec, dst, src)` of whole views; nothing is copied.
template <detail::ExecutionSpace Exec, detail::RecordViewLike Dst, detail::RecordViewLike Src>
RecordCopyPlan plan_deep_copy(Exec const& exec, Dst const& dst, Src const& src,
                              PlanOptions const& options = {}) {
  static constexpr char const* function = "isomer::plan_deep_copy";
  detail::assert_copyable<Exec, Dst, Src>();
  return detail::RecordCopyPlanMaker::make(function, exec, detail::copy_between(function, dst, src),
                                           options);
}

/// The same for n records T, each side in its own memory, before there is any.
template <class T, class Dst, class Src, detail::ExecutionSpace Exec>
RecordCopyPlan plan_deep_copy(Exec const& exec, std::size_t n, PlanOptions const& options = {}) {
  static constexpr char const* function = "isomer::plan_deep_copy";
  auto const& record = detail::dynamic_record<T>();
  return detail::RecordCopyPlanMaker::make(
      function, exec, detail::copy_to_come(function, record, n, Dst{}, Src{}), options);
}

}  // namespace isomer
