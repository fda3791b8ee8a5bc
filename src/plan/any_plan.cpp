// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstddef>
#include <span>

#include <isomer/error.hpp>
#include <isomer/plan.hpp>

#include "problem/messages.hpp"

namespace isomer::detail {
namespace {

std::string describe_axes(Problem const& problem) {
  std::array<std::int64_t, max_axes> extent{};
  std::array<std::int64_t, max_axes> src{};
  std::array<std::int64_t, max_axes> dst{};
  for (int k = 0; k < problem.rank; ++k) {
    auto const i = static_cast<std::size_t>(k);
    extent[i] = problem.axis[i].extent;
    src[i] = problem.axis[i].src_stride;
    dst[i] = problem.axis[i].dst_stride;
  }
  return "extents " + shape(extent.data(), problem.rank) + ", src strides " +
         shape(src.data(), problem.rank) + ", dst strides " + shape(dst.data(), problem.rank) +
         ", elements of " + std::to_string(problem.element_bytes) + " bytes" +
         (problem.cast.is_any() ? ", cast " + described(problem.cast) : "");
}

std::string describe_axes(InPlaceProblem const& problem) {
  std::string gaps;
  for (int k = 0; k < problem.gaps; ++k) {
    Gap const& gap = problem.gap[static_cast<std::size_t>(k)];
    gaps += ", each " + std::to_string(gap.count) + " of them " + std::to_string(gap.pitch) +
            " places on";
  }
  return "extents in memory " + shape(problem.extent.data(), problem.rank) + ", elements of " +
         std::to_string(problem.element_bytes) + " bytes" + gaps;
}

bool is_empty(Problem const& problem) {
  auto const axes = std::span(problem.axis).first(static_cast<std::size_t>(problem.rank));
  return std::any_of(axes.begin(), axes.end(), [](Axis const& axis) { return axis.extent == 0; });
}

/// Of arrays without elements those that Kokkos makes up have no meaning.
void take_strides(Problem& problem, Problem const& from) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(problem.rank); ++k) {
    problem.axis[k].src_stride = from.axis[k].src_stride;
    problem.axis[k].dst_stride = from.axis[k].dst_stride;
  }
}

template <class P>
[[noreturn]] void throw_other_shape(char const* function, P const& planned, P const& given) {
  throw Error(std::string(function) + ": the views have " + describe_axes(given) +
              ", the plan is for " + describe_axes(planned));
}

/// What a question to a plan of any execution space gets for an answer.
template <class Question>
decltype(auto) ask(char const* function, AnyPlan const& plan, Question const& question) {
  using Exec = Kokkos::DefaultHostExecutionSpace;
  using Answer = std::invoke_result_t<Question, ExecutablePlan<Exec> const&>;
  return std::visit(
      [&](auto const& made) -> Answer {
        if constexpr (!std::is_same_v<std::decay_t<decltype(made)>, std::monostate>)
          if (made != nullptr) return question(*made);
        throw_empty_plan(function);
      },
      plan);
}

}  // namespace

void require_same(char const* function, Problem const& planned, Problem const& given) {
  Problem placed = given;  // where the views lie in memory may differ
  placed.src_offset = planned.src_offset;
  placed.dst_offset = planned.dst_offset;
  if (is_empty(given)) take_strides(placed, planned);
  if (!(placed == planned)) throw_other_shape(function, planned, given);
}

void require_same(char const* function, InPlaceProblem const& planned,
                  InPlaceProblem const& given) {
  if (!(planned == given)) throw_other_shape(function, planned, given);
}

void throw_wrong_plan(char const* function, std::string const& planned, std::string const& called) {
  throw Error(std::string(function) + ": the plan was made for " + planned +
              ", it was called with " + called);
}

void throw_empty_plan(char const* function) {
  throw Error(std::string(function) +
              ": the plan is empty, it has to come from a plan_ function and not be moved from");
}

void require_made(char const* function, AnyPlan const& plan) {
  ask(function, plan, [](auto const& /*made*/) {});
}

PlanFacts const& facts_of(AnyPlan const& plan) {
  return ask("isomer::Plan", plan,
             [](auto const& made) -> PlanFacts const& { return made.facts(); });
}

double predicted_seconds_of(AnyPlan const& plan, Use use) {
  return ask("isomer::Plan", plan, [use](auto const& made) {
    return made.facts().seconds(use, made.predicted_seconds());
  });
}

}  // namespace isomer::detail
