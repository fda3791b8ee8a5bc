// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "emulate/small_plan.hpp"

#include <algorithm>
#include <optional>

#include <isomer/error.hpp>

#include "emulate/problems.hpp"
#include "emulate/scaled.hpp"
#include "problem/normalize.hpp"
#include "schema/device_plan.hpp"

namespace isomer::perf {
namespace {

Moved moved_by(detail::NormalProblem const& normal, detail::Candidate const& candidate) {
  return {detail::name_of(candidate.schema),
          detail::emulated_kernel(normal, candidate, nullptr, nullptr).what.label};
}

/// The fastest candidate that is moved like the whole.
std::optional<detail::Candidate> candidate_like(Moved const& whole,
                                                detail::NormalProblem const& normal,
                                                detail::Machine const& gpu) {
  auto list = detail::device_candidates(normal);
  std::erase_if(list, [&](auto const& one) { return !(moved_by(normal, one) == whole); });
  for (detail::Candidate& one : list) detail::price_on_gpu(one, normal, gpu);
  auto const best = std::min_element(
      list.begin(), list.end(), [](auto const& a, auto const& b) { return a.seconds < b.seconds; });
  return best == list.end() ? std::nullopt : std::optional(*best);
}

in_place::GpuPlan plan_like(std::string const& schema, detail::InPlaceProblem const& problem,
                            detail::Machine const& gpu) {
  PlanOptions by_name;
  by_name.schema = schema;
  try {
    return in_place::plan_for_gpu(gpu, problem, by_name, "isomer_perf");
  } catch (Error const&) {  // a sequence of several, or none that a small array can have
    return in_place::plan_for_gpu(gpu, problem, {}, "isomer_perf");
  }
}

}  // namespace

std::vector<TensorCase> smaller(TensorCase const& whole, std::int64_t element_bytes,
                                std::int64_t max_bytes) {
  auto const elements = std::max<std::int64_t>(1, max_bytes / element_bytes);
  std::vector<TensorCase> all;
  for (std::int64_t const aligned : {128, 16}) {
    auto const granule = std::max<std::int64_t>(1, aligned / element_bytes);
    all.push_back(scaled(whole, elements, granule));
  }
  all.push_back(scaled(whole, elements));
  all.push_back(shrunk(whole, elements));
  return all;
}

SmallPlan small_plan(Moved const& whole, std::vector<TensorCase> const& tensors,
                     std::int64_t element_bytes, detail::Machine const& gpu) {
  for (TensorCase const& tensor : tensors) {
    auto const normal = detail::normalize(out_of_place_problem(tensor, element_bytes));
    if (auto const candidate = candidate_like(whole, normal, gpu))
      return {tensor, normal, *candidate, whole};
  }
  auto const normal = detail::normalize(out_of_place_problem(tensors.front(), element_bytes));
  auto const candidate = detail::device_candidate(normal, gpu);
  return {tensors.front(), normal, candidate, moved_by(normal, candidate)};
}

SmallPlanInPlace small_plan_in_place(Moved const& whole, std::vector<TensorCase> const& tensors,
                                     std::int64_t element_bytes, detail::Machine const& gpu) {
  std::optional<SmallPlanInPlace> first;
  for (TensorCase const& tensor : tensors) {
    auto plan = plan_like(whole.schema, in_place_problem(tensor, element_bytes), gpu);
    Moved by{plan.facts.schema, kernels_of(audit(plan))};
    if (by == whole) return {tensor, std::move(plan), std::move(by)};
    if (!first) first = SmallPlanInPlace{tensor, std::move(plan), std::move(by)};
  }
  return std::move(first).value();
}

std::string kernels_of(std::vector<team::LaunchAudit> const& launches) {
  std::string all;
  std::string last;
  for (team::LaunchAudit const& launch : launches) {
    auto const slash = launch.what.label.rfind(':');
    std::string const name = launch.what.label.substr(slash + 1);
    if (name != last) all.append(all.empty() ? "" : "+").append(name);
    last = name;
  }
  return all;
}

}  // namespace isomer::perf
