// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/in_place/plan_padded.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <isomer/error.hpp>

#include "in_place/square/square.hpp"
#include "plan/in_place/copy_back.hpp"
#include "plan/in_place/in_place_plan.hpp"
#include "plan/in_place/padded_axes.hpp"
#include "plan/in_place/plan_in_place.hpp"
#include "team/exec_spaces.hpp"

namespace isomer::in_place {
namespace {

std::string times(std::int64_t turns, std::string const& each) {
  return turns == 1 ? each : std::to_string(turns) + " times " + each;
}

/// Blocks out of place into the buffer, where they lie as the result does but without gaps, and
/// back.
template <class Exec>
class ThroughBuffer {
 public:
  ThroughBuffer(Exec const& exec, AxisList const& block, std::int64_t element_bytes,
                char const* function) {
    detail::Problem there;
    there.element_bytes = static_cast<std::int32_t>(element_bytes);
    detail::Problem back = there;
    AxisList axes = block;
    std::sort(axes.begin(), axes.end(),
              [](Axis const& a, Axis const& b) { return a.dst_stride < b.dst_stride; });
    std::int64_t packed = 1;
    for (Axis const& axis : axes) {
      auto const i = static_cast<std::size_t>(there.rank);
      there.axis[i] = {axis.extent, axis.src_stride, packed};
      back.axis[i] = {axis.extent, packed, axis.dst_stride};
      packed *= axis.extent;
      back.rank = ++there.rank;
    }
    // No buffers of their own: elements have moved when the second block is planned in, so nothing
    // may fail for want of memory.
    PlanOptions const options{.workspace_limit = 0};
    there_ = detail::make_plan(exec, there, options, function);
    back_ = detail::make_plan(exec, back, options, function);
  }

  void run(Exec const& exec, std::byte* data, std::byte* buffer) const {
    there_->run(exec, buffer, data, nullptr);
    back_->run(exec, data, buffer, nullptr);
  }
  double seconds() const {
    return there_->facts().predicted_seconds + back_->facts().predicted_seconds;
  }

 private:
  detail::PlanPtr<Exec> there_;
  detail::PlanPtr<Exec> back_;
};

template <class Exec>
class SlicesMove final : public Move<Exec> {
 public:
  SlicesMove(Exec const& exec, Sliced sliced, std::int64_t element_bytes, char const* function)
      : sliced_(std::move(sliced)), element_bytes_(element_bytes) {
    AxisList block = sliced_.block;
    if (sliced_.cut) {
      Axis& cut = block[*sliced_.cut];
      whole_ = cut.extent / sliced_.at_a_time;
      step_ = sliced_.at_a_time * cut.src_stride;
      std::int64_t const left = cut.extent % sliced_.at_a_time;
      cut.extent = left;
      if (left > 0) rest_.emplace(exec, block, element_bytes, function);
      cut.extent = sliced_.at_a_time;
    }
    slice_.emplace(exec, block, element_bytes, function);
  }

  void run(Exec const& exec, std::byte* data, std::byte* workspace) const override {
    std::int64_t const turns = turns_of(sliced_.loops);
    for (std::int64_t turn = 0; turn < turns; ++turn) {
      std::byte* const begin = data + begin_of(sliced_.loops, turn) * element_bytes_;
      for (std::int64_t k = 0; k < whole_; ++k)
        slice_->run(exec, begin + k * step_ * element_bytes_, workspace);
      if (rest_) rest_->run(exec, begin + whole_ * step_ * element_bytes_, workspace);
    }
  }

  std::string describe() const override {
    return times(turns_of(sliced_.loops) * (whole_ + (rest_ ? 1 : 0)),
                 "through a buffer of " + std::to_string(sliced_.buffer_bytes) + " bytes");
  }
  double seconds() const {
    double const each =
        static_cast<double>(whole_) * slice_->seconds() + (rest_ ? rest_->seconds() : 0.0);
    return static_cast<double>(turns_of(sliced_.loops)) * each;
  }

 private:
  Sliced sliced_;
  std::int64_t element_bytes_;
  std::int64_t whole_ = 1;  ///< slices of the full size in a block
  std::int64_t step_ = 0;   ///< from one to the next, in elements
  std::optional<ThroughBuffer<Exec>> slice_;
  std::optional<ThroughBuffer<Exec>> rest_;
};

/// A move again and again.
template <class Exec>
class LoopedMove final : public Move<Exec> {
 public:
  LoopedMove(AxisList loops, std::int64_t element_bytes, std::unique_ptr<Move<Exec>> move)
      : loops_(std::move(loops)), element_bytes_(element_bytes), move_(std::move(move)) {}

  void run(Exec const& exec, std::byte* data, std::byte* workspace) const override {
    for (std::int64_t turn = 0; turn < turns_of(loops_); ++turn)
      move_->run(exec, data + begin_of(loops_, turn) * element_bytes_, workspace);
  }
  std::string describe() const override { return times(turns_of(loops_), move_->describe()); }

 private:
  AxisList loops_;
  std::int64_t element_bytes_;
  std::unique_ptr<Move<Exec>> move_;
};

template <class Exec>
class PlannedMove final : public Move<Exec> {
 public:
  explicit PlannedMove(std::unique_ptr<detail::ExecutablePlan<Exec>> plan)
      : plan_(std::move(plan)) {}
  void run(Exec const& exec, std::byte* data, std::byte* workspace) const override {
    plan_->run_in(exec, data, workspace);
  }
  std::string describe() const override { return plan_->facts().description; }

 private:
  std::unique_ptr<detail::ExecutablePlan<Exec>> plan_;
};

/// All ways to do it, each under the workspace limit.
template <class Exec>
class PaddedPlanner {
 public:
  PaddedPlanner(Exec const& exec, PaddedAxes const& axes, Limits const& limits,
                PlanOptions const& options, char const* function)
      : exec_(exec), axes_(axes), limits_(limits), options_(options), function_(function) {}

  Choices<Exec> all() const {
    Choices<Exec> list;
    for (auto const way :
         {&PaddedPlanner::by_squares, &PaddedPlanner::by_slices, &PaddedPlanner::by_dense_blocks})
      if (auto choice = (this->*way)()) list.push_back(std::move(*choice));
    return list;
  }
  /// Why dense blocks, if there are any, were not permuted.
  std::optional<Error> const& refusal() const { return refusal_; }

 private:
  bool may_use(std::string_view name) const {
    return options_.schema.empty() || options_.schema == name;
  }

  std::optional<Choice<Exec>> by_squares() const {
    auto const squares = as_squares(axes_);
    if (!squares || !may_use(square<Exec>().name())) return std::nullopt;
    auto estimate = square<Exec>().estimate(squares->step, limits_);
    if (!estimate) return std::nullopt;
    repeat(*estimate, turns_of(squares->loops));
    return Choice<Exec>{
        std::string(square<Exec>().name()), *estimate,
        std::make_unique<LoopedMove<Exec>>(squares->loops, axes_.element_bytes,
                                           square<Exec>().prepare(squares->step, limits_))};
  }

  std::optional<Choice<Exec>> by_slices() const {
    auto sliced = slice(axes_, static_cast<std::int64_t>(limits_.workspace));
    if (!sliced || !may_use(copy_back_name)) return std::nullopt;
    Estimate estimate;
    estimate.passes = 2;
    estimate.bytes_read = estimate.bytes_written = 2 * axes_.bytes();
    estimate.workspace = static_cast<std::size_t>(sliced->buffer_bytes);
    auto move = std::make_unique<SlicesMove<Exec>>(exec_, std::move(*sliced), axes_.element_bytes,
                                                   function_);
    estimate.seconds = move->seconds();
    return Choice<Exec>{std::string(copy_back_name), estimate, std::move(move)};
  }

  std::optional<Choice<Exec>> by_dense_blocks() const {
    auto const blocks = as_dense_blocks(axes_);
    if (!blocks) return std::nullopt;
    std::unique_ptr<detail::ExecutablePlan<Exec>> inner;
    try {
      inner = plan(exec_, blocks->block, options_, function_);
    } catch (Error const& error) {  // nothing within the limit, or not by the schema that is forced
      refusal_ = error;
      return std::nullopt;
    }
    auto const& facts = inner->facts();
    Estimate estimate;
    estimate.seconds = facts.predicted_seconds;
    estimate.passes = facts.passes;
    estimate.bytes_read = facts.bytes_read;
    estimate.bytes_written = facts.bytes_written;
    estimate.workspace = facts.workspace_bytes;
    repeat(estimate, turns_of(blocks->loops));
    return Choice<Exec>{
        facts.schema, estimate,
        std::make_unique<LoopedMove<Exec>>(blocks->loops, axes_.element_bytes,
                                           std::make_unique<PlannedMove<Exec>>(std::move(inner)))};
  }

  static void repeat(Estimate& estimate, std::int64_t turns) {
    estimate.seconds *= static_cast<double>(turns);
    estimate.bytes_read *= turns;
    estimate.bytes_written *= turns;
  }

  Exec const& exec_;
  PaddedAxes const& axes_;
  Limits const& limits_;
  PlanOptions const& options_;
  char const* function_;
  mutable std::optional<Error> refusal_;
};

[[noreturn]] void throw_no_plan(char const* function, PaddedAxes const& axes, Limits const& limits,
                                std::string const& forced) {
  auto const least = static_cast<std::size_t>(least_buffer(axes));
  std::string const prefix = std::string(function) + ": ";
  if (least > limits.workspace && (forced.empty() || forced == copy_back_name))
    throw Error(prefix + "workspace_limit was " + std::to_string(limits.workspace) +
                " bytes, has to be at least " + std::to_string(least) + " for a view with gaps");
  throw Error(prefix + "schema was \"" + forced +
              "\", has to be empty, copy_back, square, or one that can do the blocks between the "
              "gaps of the view");
}

}  // namespace

template <class Exec>
std::unique_ptr<detail::ExecutablePlan<Exec>> plan_padded(Exec const& exec,
                                                          detail::InPlaceProblem const& problem,
                                                          PlanOptions const& options,
                                                          char const* function) {
  PaddedAxes const axes(problem);
  Limits const limits = limits_for(exec, axes.bytes(), options);
  if (axes.moved.empty()) return plan_of(Choices<Exec>{}, "", limits);
  PlanOptions within = options;
  within.workspace_limit = limits.workspace;
  PaddedPlanner<Exec> planner(exec, axes, limits, within, function);
  auto choices = planner.all();
  if (choices.empty()) {
    // Blocks need less than slices.
    if (planner.refusal() && options.schema != copy_back_name) throw Error(*planner.refusal());
    throw_no_plan(function, axes, limits, options.schema);
  }
  detail::Once const once{
      .planning = {.plans = 1, .candidates = static_cast<double>(choices.size())}};
  auto const best = std::min_element(
      choices.begin(), choices.end(),
      [](auto const& a, auto const& b) { return a.estimate.seconds < b.estimate.seconds; });
  Choices<Exec> chosen;
  chosen.push_back(std::move(*best));
  return plan_of(std::move(chosen), "; gaps stay as they are", limits, once);
}

#define ISOMER_INSTANTIATE(Exec)                                            \
  template std::unique_ptr<detail::ExecutablePlan<Exec>> plan_padded<Exec>( \
      Exec const&, detail::InPlaceProblem const&, PlanOptions const&, char const*);
ISOMER_FOR_EACH_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::in_place
