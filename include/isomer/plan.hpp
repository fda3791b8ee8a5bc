// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <utility>
#include <variant>

#include <isomer/detail/view_shape.hpp>
#include <isomer/permute.hpp>
#include <isomer/permute_in_place.hpp>
#include <isomer/plan_options.hpp>

namespace isomer {

namespace detail {

using AnyPlan = std::variant<std::monostate
#ifdef KOKKOS_ENABLE_SERIAL
                             ,
                             PlanPtr<Kokkos::Serial>
#endif
#ifdef KOKKOS_ENABLE_OPENMP
                             ,
                             PlanPtr<Kokkos::OpenMP>
#endif
#ifdef KOKKOS_ENABLE_THREADS
                             ,
                             PlanPtr<Kokkos::Threads>
#endif
#ifdef KOKKOS_ENABLE_CUDA
                             ,
                             PlanPtr<Kokkos::Cuda>
#endif
#ifdef KOKKOS_ENABLE_HIP
                             ,
                             PlanPtr<Kokkos::HIP>
#endif
#ifdef KOKKOS_ENABLE_SYCL
                             ,
                             PlanPtr<Kokkos::SYCL>
#endif
                             >;

/// Throws unless `given` is `planned`, pointers aside.
void require_same(char const* function, Problem const& planned, Problem const& given);
void require_same(char const* function, InPlaceProblem const& planned, InPlaceProblem const& given);
/// Throws the Error about an execution space, or a kind of call, that a plan was not made for.
[[noreturn]] void throw_wrong_plan(char const* function, std::string const& planned,
                                   std::string const& called);
PlanFacts const& facts_of(AnyPlan const& plan);
double predicted_seconds_of(AnyPlan const& plan);

}  // namespace detail

class Plan;

/// A Plan for `permute(exec, dst, src, axes)`; nothing is moved. With `Effort::measure` the best
/// candidates are timed on scratch memory of the same shape, never on the views.
template <detail::ExecutionSpace Exec, detail::ViewLike Dst, detail::ViewLike Src>
Plan plan_permute(Exec const& exec, Dst const& dst, Src const& src, Axes const& axes,
                  PlanOptions const& options = {});

/// A Plan for `permute_in_place(exec, std::move(view), axes)`; nothing is moved. With
/// `Effort::measure` the best candidates are timed on a scratch array, never on the view.
template <detail::ExecutionSpace Exec, detail::ViewLike V>
Plan plan_permute_in_place(Exec const& exec, V const& view, Axes const& axes,
                           PlanOptions const& options = {});

/// A rearrangement worked out once, to be executed any number of times on views of that shape
/// (extents, strides and element size). A cheap handle: copies share one immutable plan, which any
/// thread may execute.
///
///     auto const plan = isomer::plan_permute(exec, dst, src, {2, 0, 1});
///     for (auto const& [to, from] : pairs) plan.execute(exec, to, from);
class Plan {
 public:
  /// Out of place: asynchronous on `exec`. Throws Error if the views are not of the planned shape.
  template <detail::ExecutionSpace Exec, detail::ViewLike Dst, detail::ViewLike Src>
  requires(!detail::WorkspaceOf<Src, Dst>) void execute(Exec const& exec, Dst const& dst,
                                                        Src const& src) const {
    detail::assert_types<Exec, Dst, Src>();
    auto const to = detail::view_info(dst);
    auto const from = detail::view_info(src);
    check(to, from);
    plan_for<Exec>(false)->run(exec, to.data, from.data, nullptr);
  }

  /// The same with `dst = alpha * op(src permuted) + beta * dst`.
  template <detail::ExecutionSpace Exec, detail::ViewLike Dst, detail::ViewLike Src, class F>
  void execute(Exec const& exec, Dst const& dst, Src const& src, Scaling<F> const& scaling) const {
    check(detail::view_info(dst), detail::view_info(src));
    detail::scale_elements("isomer::Plan::execute", exec, dst, src, axes_, scaling);
  }

  /// In place: returns the permuted View on the same allocation, as `permute_in_place` does.
  template <detail::ExecutionSpace Exec, detail::ViewLike V>
  auto execute(Exec const& exec, V&& view) const {
    return execute_in(exec, std::forward<V>(view), nullptr);
  }
  /// With the caller's workspace, a View of `workspace_bytes()` bytes that begins on a multiple of
  /// 64 and is not touched until `exec` is done: nothing is allocated and nothing fenced. Throws
  /// Error before the first byte moves if it is too small, misaligned or overlaps the view.
  template <detail::ExecutionSpace Exec, detail::ViewLike V, detail::WorkspaceOf<V> W>
  auto execute(Exec const& exec, V&& view, W const& workspace) const {
    detail::CallerWorkspace const given = detail::caller_workspace<Exec>(workspace);
    return execute_in(exec, std::forward<V>(view), &given);
  }

  /// What the next execution is expected to take on this machine with this many threads: the
  /// model's figure and, on the host, with the drift of the last executions in this process
  /// (doc/model.md).
  double predicted_seconds() const { return detail::predicted_seconds_of(plan_); }
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
  Plan() = default;

  template <class Exec, class V>
  auto execute_in(Exec const& exec, V&& view, detail::CallerWorkspace const* workspace) const {
    using From = std::remove_cvref_t<V>;
    using Result = typename detail::WithDynamicExtents<From>::type;
    static constexpr char const* function = "isomer::Plan::execute";
    auto const& plan = plan_for<Exec>(true);
    auto const info = detail::view_info(view);
    auto const call = detail::describe_in_place(function, info, axes_, detail::Order::stride);
    detail::require_same(function, in_place_problem_, call.problem);
    detail::require_sole_owner<V>(function, view, info, options_);
    auto result = detail::rebind_view<Result>(view, call.extent, call.stride);
    if (workspace == nullptr) detail::run_in_place(function, exec, *plan, info.data);
    else
      detail::run_in_place(function, exec, *plan, info.data, detail::array_bytes(call.problem),
                           *workspace);
    if constexpr (!detail::stays_with_caller_v<V>) view = From{};
    return result;
  }

  void check(detail::ViewInfo const& dst, detail::ViewInfo const& src) const {
    static constexpr char const* function = "isomer::Plan::execute";
    if (is_in_place_) detail::throw_wrong_plan(function, "one view in place", "dst and src");
    // Working out the problem again takes as long as transposing 16 x 16 doubles.
    if (dst_.matches(dst) && src_.matches(src) && lie_apart(dst_, dst.data, src_, src.data)) return;
    detail::require_same(function, problem_, detail::describe(function, dst, src, axes_));
  }

  template <class Exec>
  detail::PlanPtr<Exec> const& plan_for(bool in_place) const {
    static constexpr char const* function = "isomer::Plan::execute";
    if (in_place != is_in_place_)
      detail::throw_wrong_plan(function, is_in_place_ ? "one view in place" : "dst and src",
                               in_place ? "one view in place" : "dst and src");
    auto const* plan = std::get_if<detail::PlanPtr<Exec>>(&plan_);
    if (plan == nullptr) detail::throw_wrong_plan(function, exec_name_, Exec::name());
    return *plan;
  }

  template <detail::ExecutionSpace Exec, detail::ViewLike Dst, detail::ViewLike Src>
  friend Plan plan_permute(Exec const&, Dst const&, Src const&, Axes const&, PlanOptions const&);
  template <detail::ExecutionSpace Exec, detail::ViewLike V>
  friend Plan plan_permute_in_place(Exec const&, V const&, Axes const&, PlanOptions const&);

  detail::AnyPlan plan_;
  detail::Problem problem_;
  detail::ViewShape dst_;  ///< out of place only
  detail::ViewShape src_;
  detail::InPlaceProblem in_place_problem_;
  PlanOptions options_;
  Axes axes_;
  char const* exec_name_ = "";
  bool is_in_place_ = false;
};

template <detail::ExecutionSpace Exec, detail::ViewLike Dst, detail::ViewLike Src>
Plan plan_permute(Exec const& exec, Dst const& dst, Src const& src, Axes const& axes,
                  PlanOptions const& options) {
  static constexpr char const* function = "isomer::plan_permute";
  detail::assert_types<Exec, Dst, Src>();
  Plan plan;
  auto const to = detail::view_info(dst);
  auto const from = detail::view_info(src);
  plan.problem_ = detail::describe(function, to, from, axes);
  plan.dst_ = detail::ViewShape(to);
  plan.src_ = detail::ViewShape(from);
  plan.plan_ = detail::cached_plan(exec, plan.problem_, options, function);
  plan.options_ = options;
  plan.axes_ = axes;
  plan.exec_name_ = Exec::name();
  return plan;
}

template <detail::ExecutionSpace Exec, detail::ViewLike V>
Plan plan_permute_in_place(Exec const& exec, V const& view, Axes const& axes,
                           PlanOptions const& options) {
  static constexpr char const* function = "isomer::plan_permute_in_place";
  static_assert(detail::has_kernels_v<Exec>,
                "isomer: this execution space is none of those the library was built for");
  Plan plan;
  plan.in_place_problem_ =
      detail::describe_in_place(function, detail::view_info(view), axes, detail::Order::stride)
          .problem;
  plan.plan_ = detail::cached_plan(exec, plan.in_place_problem_, options, function);
  plan.options_ = options;
  plan.axes_ = axes;
  plan.exec_name_ = Exec::name();
  plan.is_in_place_ = true;
  return plan;
}

}  // namespace isomer
