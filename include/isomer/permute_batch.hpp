// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <ranges>
#include <string>
#include <type_traits>
#include <utility>

#include <isomer/detail/any_plan.hpp>
#include <isomer/detail/batch.hpp>
#include <isomer/detail/scale_factors.hpp>
#include <isomer/detail/view_info.hpp>
#include <isomer/permute.hpp>
#include <isomer/plan_options.hpp>

namespace isomer {

namespace detail {

/// The Views of an item of a list.
template <class List>
using DstOf =
    std::remove_cvref_t<decltype(std::declval<std::ranges::range_reference_t<List>&>().dst)>;
template <class List>
using SrcOf =
    std::remove_cvref_t<decltype(std::declval<std::ranges::range_reference_t<List>&>().src)>;

/// A range of aggregates whose members `dst` and `src` are Views.
template <class List>
concept BatchList =
    std::ranges::input_range<List> && ViewLike<DstOf<List>> && ViewLike<SrcOf<List>>;

/// Goes through a list, once.
template <class List>
void add_all(Batch& batch, List&& list) {
  if constexpr (std::ranges::sized_range<List>)
    batch.reserve(static_cast<std::size_t>(std::ranges::size(list)));
  for (auto&& block : list) batch.add(view_info(block.dst), view_info(block.src));
  batch.require_apart();
}

template <class Exec, class List>
constexpr void assert_list() {
  assert_types<Exec, DstOf<List>, SrcOf<List>>();
  assert_same_elements<DstOf<List>, SrcOf<List>>();
}

template <class Exec, class List>
void move_batch(char const* function, Exec const& exec, List&& list, Axes const& axes) {
  assert_list<Exec, List>();
  Region const region(function);
  Batch batch(function, axes);
  add_all(batch, list);
  make_batch_plan(exec, batch, {}, Scalar::none)->run(exec, batch.blocks(), nullptr);
}

template <class Exec, class List, class F>
void scale_batch(Exec const& exec, Batch const& batch, Scaling<F> const& scaling,
                 PlanOptions const& options = {}) {
  using T = typename DstOf<List>::non_const_value_type;
  ScaleFactors const factors = scale_factors<T>(batch.function(), scaling);
  bool const is_moved = is_plain<T>(scaling);
  make_batch_plan(exec, batch, options, is_moved ? Scalar::none : scalar_of<T>())
      ->run(exec, batch.blocks(), is_moved ? nullptr : &factors);
}

}  // namespace detail

/// Many calls of `permute` as one: for each block of the list, `block.dst` becomes `block.src` with
/// its axes in another order. All blocks have the same axes; their shapes may differ.
///
/// One launch on hosts, whose threads share the blocks out, large ones by several; on devices one
/// for each kind of kernel, to which 16 bytes a block go along that say where it lies. Asynchronous
/// on `exec`, never fences globally. Throws Error before any byte is written if `permute` would for
/// a pair, or if a destination overlaps another one or another pair's source; it names `list[k]`.
/// The list is gone through once.
///
///     struct Block { Kokkos::View<double***> dst, src; };
///     std::vector<Block> blocks = ..;
///     isomer::permute_batch(exec, blocks, {2, 1, 0});
template <detail::ExecutionSpace Exec, detail::BatchList List>
void permute_batch(Exec const& exec, List&& list, Axes const& axes) {
  detail::move_batch("isomer::permute_batch", exec, list, axes);
}

/// `dst = alpha * op(src permuted) + beta * dst` for each block, in the one pass that moves it.
template <detail::ExecutionSpace Exec, detail::BatchList List, class F>
void permute_batch(Exec const& exec, List&& list, Axes const& axes, Scaling<F> const& scaling) {
  detail::assert_list<Exec, List>();
  detail::Region const region("isomer::permute_batch");
  detail::Batch batch("isomer::permute_batch", axes);
  detail::add_all(batch, list);
  detail::scale_batch<Exec, List>(exec, batch, scaling);
}

/// As above on the default instance of the execution space of the destinations; returns when it is
/// done.
template <detail::BatchList List>
void permute_batch(List&& list, Axes const& axes) {
  typename detail::DstOf<List>::execution_space const exec{};
  permute_batch(exec, list, axes);
  exec.fence("isomer::permute_batch: fence after the call without an instance");
}

/// As above on the default instance of the execution space of the destinations; returns when it is
/// done.
template <detail::BatchList List, class F>
void permute_batch(List&& list, Axes const& axes, Scaling<F> const& scaling) {
  typename detail::DstOf<List>::execution_space const exec{};
  permute_batch(exec, list, axes, scaling);
  exec.fence("isomer::permute_batch: fence after the call without an instance");
}

class BatchPlan;

/// A BatchPlan for `permute_batch(exec, list, axes)`; nothing is moved. The cost model decides,
/// whatever the effort.
template <detail::ExecutionSpace Exec, detail::BatchList List>
BatchPlan plan_permute_batch(Exec const& exec, List&& list, Axes const& axes,
                             PlanOptions const& options = {});

/// A batch worked out once, to be executed any number of times on lists of blocks whose shapes
/// (extents, strides and element size) are among those of the list that it was made for, in any
/// order and number. Where that list was of one shape, evenly far apart, those that are as well,
/// and as many, are one permutation with an axis more. A cheap handle: copies share one immutable
/// plan, which any thread may execute. One made without `plan_permute_batch`, or moved from, is
/// empty: all it does is throw Error.
class BatchPlan {
 public:
  BatchPlan() = default;

  /// Asynchronous on `exec`. Throws Error as `permute_batch` does, and for a block of a shape that
  /// was not planned.
  template <detail::ExecutionSpace Exec, detail::BatchList List>
  void execute(Exec const& exec, List&& list) const {
    detail::assert_list<Exec, List>();
    detail::Region const region("isomer::BatchPlan::execute");
    auto const& plan = plan_for<Exec>();
    detail::Batch const batch = batch_of(list);
    plan.run(exec, batch.blocks(), nullptr);
  }

  /// The same with `dst = alpha * op(src permuted) + beta * dst`.
  template <detail::ExecutionSpace Exec, detail::BatchList List, class F>
  void execute(Exec const& exec, List&& list, Scaling<F> const& scaling) const {
    detail::assert_list<Exec, List>();
    detail::Region const region("isomer::BatchPlan::execute");
    plan_for<Exec>();
    detail::scale_batch<Exec, List>(exec, batch_of(list), scaling, options_);
  }

  /// What executing the planned list is expected to take on this machine with this many threads:
  /// the next time, or once, with the planning and nothing in the caches.
  double predicted_seconds(Use use = Use::repeated) const {
    return facts().seconds(use, facts().predicted_seconds);
  }
  /// Extra memory in use while the plan runs.
  std::size_t workspace_bytes() const { return facts().workspace_bytes; }
  /// Blocks, and for each shape its schema and slices, in words.
  std::string describe() const { return facts().description; }
  /// The name of the schema, or of those of all shapes, with commas between them.
  std::string schema() const { return facts().schema; }
  /// How often all blocks are read and written.
  int passes() const { return facts().passes; }
  std::int64_t bytes_read() const { return facts().bytes_read; }
  std::int64_t bytes_written() const { return facts().bytes_written; }

 private:
  static constexpr char const* function = "isomer::BatchPlan::execute";

  detail::PlanFacts const& facts() const {
    if (plan_ == nullptr) detail::throw_empty_plan("isomer::BatchPlan");
    return plan_->facts();
  }

  template <class List>
  detail::Batch batch_of(List& list) const {
    detail::Batch batch(function, axes_, plan_->shapes());
    detail::add_all(batch, list);
    return batch;
  }

  template <class Exec>
  detail::ExecutableBatch<Exec> const& plan_for() const {
    auto const* plan = dynamic_cast<detail::ExecutableBatch<Exec> const*>(plan_.get());
    if (plan_ == nullptr) detail::throw_empty_plan(function);
    if (plan == nullptr) detail::throw_wrong_plan(function, exec_name_, Exec::name());
    return *plan;
  }

  template <detail::ExecutionSpace Exec, detail::BatchList List>
  friend BatchPlan plan_permute_batch(Exec const&, List&&, Axes const&, PlanOptions const&);

  std::shared_ptr<detail::AnyBatchPlan const> plan_;
  Axes axes_;
  PlanOptions options_;
  char const* exec_name_ = "";
};

template <detail::ExecutionSpace Exec, detail::BatchList List>
BatchPlan plan_permute_batch(Exec const& exec, List&& list, Axes const& axes,
                             PlanOptions const& options) {
  detail::assert_list<Exec, List>();
  detail::Batch batch("isomer::plan_permute_batch", axes);
  detail::add_all(batch, list);
  BatchPlan plan;
  plan.plan_ = detail::plan_batch(exec, batch, options);
  plan.axes_ = axes;
  plan.options_ = options;
  plan.exec_name_ = Exec::name();
  return plan;
}

}  // namespace isomer
