// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/choice/forced_schema.hpp"

#include <isomer/error.hpp>

#include "plan/choice/describe_plan.hpp"

namespace isomer::detail {

void keep_only(std::vector<Candidate>& list, Schema schema) {
  std::erase_if(list, [&](Candidate const& candidate) { return candidate.schema != schema; });
}

void keep_only(std::vector<Candidate>& list, NormalProblem const& normal, std::string const& name,
               char const* function) {
  auto const wanted = schema_named(name);
  if (!wanted)
    throw Error(std::string(function) + ": schema is \"" + name +
                "\", it has to be one of copy, fvi_match_large, fvi_match_small, "
                "orthogonal_distinct, orthogonal_arbitrary, strided, or empty");
  keep_only(list, *wanted);
  if (list.empty())
    throw Error(std::string(function) + ": schema is \"" + name + "\", which cannot move " +
                describe_problem(normal) + "; leave it empty to let the model choose");
}

}  // namespace isomer::detail
