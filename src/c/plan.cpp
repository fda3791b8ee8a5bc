// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <memory>

#include <isomer/isomer.h>
#include <isomer/detail/describe.hpp>
#include <isomer/detail/engine.hpp>
#include <isomer/error.hpp>

#include "c/arguments.hpp"
#include "c/guarded.hpp"

using namespace isomer;

/// `src` is unused in place.
struct isomer_plan {
  detail::ViewInfo dst;
  detail::ViewInfo src;
  Axes axes;
  bool is_in_place = false;
  detail::PlanPtr<c::Host> plan;
};

namespace isomer::c {
namespace {

isomer_plan* plan_permute(char const* function, Shape const& shape, Lying const& dst,
                          Lying const& src) {
  return asked(function, static_cast<isomer_plan*>(nullptr), [&] {
    Host const exec = host();
    require_shape(function, shape);
    auto made = std::make_unique<isomer_plan>();
    made->dst = destination(function, shape, dst);
    made->src = source(function, shape, src);
    made->axes = axes_of(shape);
    made->plan = detail::cached_plan(
        exec, detail::describe_strided(function, made->dst, made->src, made->axes), {}, function);
    return made.release();
  });
}

isomer_plan const& there(char const* function, isomer_plan const* plan) {
  if (plan == nullptr) throw Error(std::string(function) + ": plan is NULL");
  return *plan;
}

isomer_plan const& made_for(char const* function, isomer_plan const* plan, bool in_place) {
  if (there(function, plan).is_in_place != in_place)
    throw Error(std::string(function) + ": the plan is " +
                (in_place ? "one out of place" : "one in place"));
  return *plan;
}

}  // namespace
}  // namespace isomer::c

extern "C" {

isomer_plan* isomer_plan_permute(int64_t element_bytes, int rank, int64_t const* extents,
                                 int const* axes) {
  return c::plan_permute("isomer_plan_permute", {element_bytes, rank, extents, axes}, {}, {});
}

isomer_plan* isomer_plan_permute_strided(int64_t const* dst_strides, int64_t const* src_strides,
                                         int64_t element_bytes, int rank, int64_t const* extents,
                                         int const* axes) {
  return c::plan_permute("isomer_plan_permute_strided", {element_bytes, rank, extents, axes},
                         {dst_strides, nullptr}, {src_strides, nullptr});
}

isomer_plan* isomer_plan_permute_in_place(int64_t element_bytes, int rank, int64_t const* extents,
                                          int const* axes, int64_t workspace_limit) {
  static constexpr char const* function = "isomer_plan_permute_in_place";
  return c::asked(function, static_cast<isomer_plan*>(nullptr), [&] {
    c::Host const exec = c::host();
    c::Shape const shape{element_bytes, rank, extents, axes};
    c::require_shape(function, shape);
    auto made = std::make_unique<isomer_plan>();
    made->dst = c::source(function, shape, {});
    made->axes = c::axes_of(shape);
    made->is_in_place = true;
    PlanOptions options;
    if (workspace_limit >= 0) options.workspace_limit = static_cast<std::size_t>(workspace_limit);
    auto call =
        detail::describe_in_place_shape(function, made->dst, made->axes, detail::Order::stride);
    call.problem.has_workspace = workspace_limit >= 0;
    made->plan = detail::cached_plan(exec, call.problem, options, function);
    return made.release();
  });
}

int isomer_plan_execute(isomer_plan const* plan, void* dst, void const* src) {
  static constexpr char const* function = "isomer_plan_execute";
  return c::guarded(function, [&](c::Host const& host) {
    isomer_plan const& made = c::made_for(function, plan, false);
    detail::ViewInfo const to = c::at(dst, made.dst);
    detail::ViewInfo const from = c::at(src, made.src);
    static_cast<void>(detail::describe(function, to, from, made.axes));
    made.plan->run(host, to.data, from.data, nullptr);
  });
}

int isomer_plan_execute_in_place(isomer_plan const* plan, void* data, void* workspace,
                                 int64_t workspace_bytes) {
  static constexpr char const* function = "isomer_plan_execute_in_place";
  return c::guarded(function, [&](c::Host const& host) {
    isomer_plan const& made = c::made_for(function, plan, true);
    detail::ViewInfo const array = c::at(data, made.dst);
    auto const call = detail::describe_in_place(function, array, made.axes, detail::Order::stride);
    if (workspace == nullptr) {
      made.plan->run(host, array.data, nullptr, nullptr);
    } else {
      if (workspace_bytes < 0)
        throw Error(std::string(function) + ": workspace_bytes is " +
                    std::to_string(workspace_bytes) + ", it has to be 0 or more");
      detail::run_in_place(
          function, host, *made.plan, array.data, detail::span_bytes(call.problem),
          {static_cast<std::byte*>(workspace), static_cast<std::size_t>(workspace_bytes)});
    }
  });
}

double isomer_plan_predicted_seconds(isomer_plan const* plan) {
  static constexpr char const* function = "isomer_plan_predicted_seconds";
  return c::asked(function, -1.0,
                  [&] { return c::there(function, plan).plan->predicted_seconds(); });
}

double isomer_plan_predicted_seconds_once(isomer_plan const* plan) {
  static constexpr char const* function = "isomer_plan_predicted_seconds_once";
  return c::asked(function, -1.0, [&] {
    auto const& made = *c::there(function, plan).plan;
    return made.facts().seconds(Use::once, made.predicted_seconds());
  });
}

int64_t isomer_plan_workspace_bytes(isomer_plan const* plan) {
  static constexpr char const* function = "isomer_plan_workspace_bytes";
  return c::asked(function, int64_t{-1}, [&] {
    return static_cast<int64_t>(c::there(function, plan).plan->facts().workspace_bytes);
  });
}

char const* isomer_plan_description(isomer_plan const* plan) {
  static constexpr char const* function = "isomer_plan_description";
  return c::asked(function, static_cast<char const*>(nullptr),
                  [&] { return c::there(function, plan).plan->facts().description.c_str(); });
}

void isomer_plan_free(isomer_plan* plan) { delete plan; }

}  // extern "C"
