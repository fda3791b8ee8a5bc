// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <utility>
#include <variant>

#include <isomer/detail/any_plan.hpp>
#include <isomer/detail/view_shape.hpp>
#include <isomer/extents.hpp>
#include <isomer/permute.hpp>
#include <isomer/permute_in_place.hpp>
#include <isomer/plan_options.hpp>

namespace isomer {

namespace detail {

struct PlanMaker;

}  // namespace detail

/// A rearrangement worked out once, to be executed any number of times on views of that shape
/// (extents, strides and element size, and types where it casts). A cheap handle: copies share one
/// immutable plan, which any thread may execute. One made without a plan_ function, or moved from,
/// is empty: all it does is throw Error.
///
///     auto const plan = isomer::plan_permute(exec, dst, src, {2, 0, 1});
///     for (auto const& [to, from] : pairs) plan.execute(exec, to, from);
class Plan {
 public:
  Plan() = default;

  /// Out of place: asynchronous on `exec`. Throws Error if the views are not of the planned shape.
  template <detail::ExecutionSpace Exec, detail::ViewLike Dst, detail::ViewLike Src>
  requires(!detail::WorkspaceOf<Src, Dst>) void execute(Exec const& exec, Dst const& dst,
                                                        Src const& src) const {
    execute_out_of_place(exec, dst, src);
  }

  /// The same with `dst = alpha * op(src permuted) + beta * dst`.
  template <detail::ExecutionSpace Exec, detail::ViewLike Dst, detail::ViewLike Src, class F>
  void execute(Exec const& exec, Dst const& dst, Src const& src, Scaling<F> const& scaling) const {
    detail::assert_types<Exec, Dst, Src>();
    plan_for<Exec>(false);
    check(detail::view_info(dst), detail::view_info(src), detail::cast_of_views<Dst, Src>());
    PlanOptions options = options_;
    options.effort = Effort::estimate;  // nothing is measured while a plan is executed
    detail::scale_elements("isomer::Plan::execute", exec, dst, src, axes_, scaling, options);
  }

  /// In place: returns the permuted View on the same allocation, as `permute_in_place` does.
  template <detail::ExecutionSpace Exec, detail::ViewLike V>
  auto execute(Exec const& exec, V&& view) const {
    return execute_in(exec, std::forward<V>(view), nullptr);
  }
  /// With the caller's workspace, a View of `workspace_bytes()` bytes that begins on a multiple of
  /// 64 and is not touched until `exec` is done: nothing is allocated and nothing fenced. Throws
  /// Error before the first byte moves if it is too small, misaligned or overlaps the view. A plan
  /// out of place takes a row of bytes as what is cast to `view`.
  template <detail::ExecutionSpace Exec, detail::ViewLike V, detail::WorkspaceOf<V> W>
  auto execute(Exec const& exec, V&& view, W const& workspace) const {
    if constexpr (detail::casts_bytes_v<std::remove_cvref_t<V>, W>)
      if (!is_in_place_) {
        execute_out_of_place(exec, view, workspace);
        return typename detail::WithDynamicExtents<std::remove_cvref_t<V>>::type(view);
      }
    detail::CallerWorkspace const given = detail::caller_workspace<Exec>(workspace);
    return execute_in(exec, std::forward<V>(view), &given);
  }

  /// What the next execution is expected to take on this machine with this many threads: the
  /// model's figure and, on the host, with the drift of the last executions in this process
  /// (doc/model.md). `Use::once`: with the planning, and nothing of plan or arrays in the caches.
  double predicted_seconds(Use use = Use::repeated) const {
    return detail::predicted_seconds_of(plan_, use);
  }
  /// Extra memory in use while the plan runs.
  std::size_t workspace_bytes() const { return detail::facts_of(plan_).workspace_bytes; }
  /// Schema, slices, passes and bytes moved, in words.
  std::string describe() const { return detail::facts_of(plan_).description; }
  /// The name of the schema or decomposition.
  std::string schema() const { return detail::facts_of(plan_).schema; }
  /// How often the whole array is read and written.
  int passes() const { return detail::facts_of(plan_).passes; }
  std::int64_t bytes_read() const { return detail::facts_of(plan_).bytes_read; }
  std::int64_t bytes_written() const { return detail::facts_of(plan_).bytes_written; }

 private:
  friend struct detail::PlanMaker;
  template <class NewLayout>
  friend class LayoutPlan;

  template <class Exec, class Dst, class Src>
  void execute_out_of_place(Exec const& exec, Dst const& dst, Src const& src) const {
    detail::assert_types<Exec, Dst, Src>();
    detail::Region const region("isomer::Plan::execute");
    auto const& plan = plan_for<Exec>(false);
    auto const to = detail::view_info(dst);
    auto const from = detail::view_info(src);
    check(to, from, detail::cast_of_views<Dst, Src>());
    plan->run(exec, to.data, from.data, nullptr);
  }

  template <class Exec, class V>
  auto execute_in(Exec const& exec, V&& view, detail::CallerWorkspace const* workspace) const {
    using Result = typename detail::WithDynamicExtents<std::remove_cvref_t<V>>::type;
    return execute_as<Result>(exec, std::forward<V>(view), workspace, detail::Order::stride);
  }

  /// In place, with a result of type `Result`, laid out as `order` says.
  template <class Result, class Exec, class V>
  Result execute_as(Exec const& exec, V&& view, detail::CallerWorkspace const* workspace,
                    detail::Order order) const {
    using From = std::remove_cvref_t<V>;
    detail::assert_in_place<Exec, From>();
    static constexpr char const* function = "isomer::Plan::execute";
    detail::Region const region(function);
    auto const& plan = plan_for<Exec>(true);
    if (order != order_)
      detail::throw_wrong_plan(function, "a change of layout (isomer::LayoutPlan)",
                               "a permutation of axes");
    auto const info = detail::view_info(view);
    auto const call = detail::describe_in_place(function, info, axes_, order);
    detail::require_same(function, in_place_problem_, call.problem);
    detail::require_sole_owner<V>(function, view, info, options_);
    auto result = detail::rebind_view<Result>(view, call.extent, call.stride);
    detail::require_strides(function, info, call, detail::view_info(result));
    if (workspace == nullptr) detail::run_in_place(function, exec, *plan, info.data);
    else
      detail::run_in_place(function, exec, *plan, info.data, detail::span_bytes(call.problem),
                           *workspace);
    if constexpr (!detail::stays_with_caller_v<V>) view = From{};
    return result;
  }

  void check(detail::ViewInfo const& dst, detail::ViewInfo const& src,
             detail::Cast const& cast) const {
    static constexpr char const* function = "isomer::Plan::execute";
    // Working out the problem again takes as long as transposing 16 x 16 doubles.
    if (problem_.cast == cast && dst_.matches(dst) && src_.matches(src) &&
        lie_apart(dst_, dst.data, src_, src.data))
      return;
    auto given = detail::describe(function, dst, src, axes_);
    given.cast = cast;
    detail::require_same(function, problem_, given);
  }

  template <class Exec>
  detail::PlanPtr<Exec> const& plan_for(bool in_place) const {
    static constexpr char const* function = "isomer::Plan::execute";
    auto const* plan = std::get_if<detail::PlanPtr<Exec>>(&plan_);
    if (plan == nullptr || *plan == nullptr) detail::require_made(function, plan_);
    if (in_place != is_in_place_)
      detail::throw_wrong_plan(function, is_in_place_ ? "one view in place" : "dst and src",
                               in_place ? "one view in place" : "dst and src");
    if (plan == nullptr) detail::throw_wrong_plan(function, exec_name_, Exec::name());
    return *plan;
  }

  detail::AnyPlan plan_;
  detail::Problem problem_;
  detail::ViewShape dst_;  ///< out of place only
  detail::ViewShape src_;
  detail::InPlaceProblem in_place_problem_;
  PlanOptions options_;
  Axes axes_;
  char const* exec_name_ = "";
  detail::Order order_ = detail::Order::stride;  ///< in place only: of the result
  bool is_in_place_ = false;
};

/// A Plan that changes a layout in place: `execute` returns the View of `NewLayout`, as
/// `convert_layout` does.
template <class NewLayout>
class LayoutPlan : public Plan {
 public:
  LayoutPlan() = default;

  template <detail::ExecutionSpace Exec, detail::ViewLike V>
  auto execute(Exec const& exec, V&& view) const {
    return run(exec, std::forward<V>(view), nullptr);
  }
  /// With the caller's workspace, as a Plan has it.
  template <detail::ExecutionSpace Exec, detail::ViewLike V, detail::WorkspaceOf<V> W>
  auto execute(Exec const& exec, V&& view, W const& workspace) const {
    detail::CallerWorkspace const given = detail::caller_workspace<Exec>(workspace);
    return run(exec, std::forward<V>(view), &given);
  }

 private:
  friend struct detail::PlanMaker;
  explicit LayoutPlan(Plan const& plan) : Plan(plan) {}

  template <class Exec, class V>
  auto run(Exec const& exec, V&& view, detail::CallerWorkspace const* workspace) const {
    using Result = typename detail::WithLayout<std::remove_cvref_t<V>, NewLayout>::type;
    return this->template execute_as<Result>(exec, std::forward<V>(view), workspace,
                                             detail::order_of<NewLayout>());
  }
};

namespace detail {

/// Makes plans of problems.
struct PlanMaker {
  template <class Exec>
  static Plan out_of_place(char const* function, Exec const& exec, ShapedCall const& call,
                           Axes const& axes, PlanOptions const& options) {
    Plan plan = for_space<Exec>(axes, options);
    plan.problem_ = call.problem;
    plan.dst_ = call.dst;
    plan.src_ = call.src;
    plan.plan_ = cached_plan(exec, plan.problem_, options, function);
    return plan;
  }

  /// Whose result is laid out as `order` says.
  template <class Exec>
  static Plan in_place(char const* function, Exec const& exec, InPlaceProblem const& problem,
                       Axes const& axes, Order order, PlanOptions const& options) {
    Plan plan = for_space<Exec>(axes, options);
    plan.in_place_problem_ = problem;
    InPlaceProblem limited = problem;
    limited.has_workspace = options.workspace_limit != PlanOptions::automatic;
    plan.plan_ = cached_plan(exec, limited, options, function);
    plan.order_ = order;
    plan.is_in_place_ = true;
    return plan;
  }

  template <class NewLayout, class Exec>
  static LayoutPlan<NewLayout> layout(char const* function, Exec const& exec,
                                      InPlaceProblem const& problem, PlanOptions const& options) {
    static_assert(order_of<NewLayout>() != Order::stride,
                  "isomer::plan_convert_layout: the new layout must be LayoutLeft or LayoutRight");
    return LayoutPlan<NewLayout>(in_place(function, exec, problem, Axes::identity(problem.rank),
                                          order_of<NewLayout>(), options));
  }

  /// The shape of a dense array of T in a layout.
  template <class T, class Layout>
  static ViewInfo shape(char const* function, Extents const& extents) {
    static_assert(std::is_trivially_copyable_v<T>,
                  "isomer: the element type of a plan must be trivially copyable");
    static_assert(order_of<Layout>() != Order::stride,
                  "isomer: the layout of a plan by shape must be LayoutLeft or LayoutRight");
    return dense_shape(function, extents, order_of<Layout>(), sizeof(T));
  }

 private:
  template <class Exec>
  static Plan for_space(Axes const& axes, PlanOptions const& options) {
    static_assert(has_kernels_v<Exec>,
                  "isomer: this execution space is none of those the library was built for");
    Plan plan;
    plan.options_ = options;
    plan.axes_ = axes;
    plan.exec_name_ = Exec::name();
    return plan;
  }
};

}  // namespace detail

/// A Plan for `permute(exec, dst, src, axes)`; nothing is moved. With `Effort::measure` the best
/// candidates are timed on scratch memory of the same shape, never on the views.
template <detail::ExecutionSpace Exec, detail::ViewLike Dst, detail::ViewLike Src>
Plan plan_permute(Exec const& exec, Dst const& dst, Src const& src, Axes const& axes,
                  PlanOptions const& options = {}) {
  static constexpr char const* function = "isomer::plan_permute";
  detail::assert_types<Exec, Dst, Src>();
  auto const to = detail::view_info(dst);
  auto const from = detail::view_info(src);
  detail::ShapedCall const call{detail::problem_of<Dst, Src>(function, to, from, axes),
                                detail::ViewShape(to), detail::ViewShape(from)};
  return detail::PlanMaker::out_of_place(function, exec, call, axes, options);
}

/// A Plan for `permute_in_place(exec, std::move(view), axes)`; nothing is moved. With
/// `Effort::measure` the best candidates are timed on a scratch array, never on the view.
template <detail::ExecutionSpace Exec, detail::ViewLike V>
Plan plan_permute_in_place(Exec const& exec, V const& view, Axes const& axes,
                           PlanOptions const& options = {}) {
  static constexpr char const* function = "isomer::plan_permute_in_place";
  auto const call =
      detail::describe_in_place(function, detail::view_info(view), axes, detail::Order::stride);
  return detail::PlanMaker::in_place(function, exec, call.problem, axes, detail::Order::stride,
                                     options);
}

/// A plan for `convert_layout<NewLayout>(exec, std::move(view))`; nothing is moved.
template <class NewLayout, detail::ExecutionSpace Exec, detail::ViewLike V>
LayoutPlan<NewLayout> plan_convert_layout(Exec const& exec, V const& view,
                                          PlanOptions const& options = {}) {
  static constexpr char const* function = "isomer::plan_convert_layout";
  auto const call = detail::describe_in_place(function, detail::view_info(view),
                                              Axes::identity(static_cast<int>(Kokkos::rank(view))),
                                              detail::order_of<NewLayout>());
  return detail::PlanMaker::layout<NewLayout>(function, exec, call.problem, options);
}

}  // namespace isomer

#include <isomer/plan_by_shape.hpp>  // the functions of the same names, of extents
