// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/choice/forced_schema.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>

#include <isomer/error.hpp>

#include "plan/choice/candidates.hpp"
#include "plan/choice/describe_plan.hpp"
#include "tiling/tiling.hpp"

namespace isomer::detail {

void keep_only(std::vector<Candidate>& list, Schema schema) {
  std::erase_if(list, [&](Candidate const& candidate) { return candidate.schema != schema; });
}

namespace {

/// The least that the candidates of a schema need, if it has any.
std::optional<std::size_t> least_workspace(NormalProblem const& normal, Setting setting,
                                           Schema schema) {
  setting.workspace_limit = std::numeric_limits<std::size_t>::max();
  std::optional<std::size_t> least;
  for (Candidate const& candidate : candidates(normal, setting)) {
    if (candidate.schema != schema) continue;
    std::size_t const bytes = workspace_of(normal, candidate.tiling, setting.threads());
    least = std::min(least.value_or(bytes), bytes);
  }
  return least;
}

}  // namespace

void keep_only(std::vector<Candidate>& list, NormalProblem const& normal, Setting const& setting,
               std::string const& name, char const* function) {
  auto const wanted = schema_named(name);
  if (!wanted)
    throw Error(std::string(function) + ": schema is \"" + name +
                "\", it has to be one of copy, fvi_match_large, fvi_match_small, "
                "orthogonal_distinct, orthogonal_arbitrary, strided, or empty");
  keep_only(list, *wanted);
  if (!list.empty()) return;
  auto const least = least_workspace(normal, setting, *wanted);
  if (least > setting.workspace_limit)
    throw Error(std::string(function) + ": workspace_limit was " +
                std::to_string(setting.workspace_limit) + " bytes, has to be at least " +
                std::to_string(*least) + " for schema \"" + name + "\"");
  throw Error(std::string(function) + ": schema is \"" + name + "\", which cannot move " +
              describe_problem(normal) + "; leave it empty to let the model choose");
}

}  // namespace isomer::detail
