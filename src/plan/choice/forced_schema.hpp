// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "cost/candidate.hpp"
#include "cost/setting.hpp"
#include "problem/normal_problem.hpp"

namespace isomer::detail {

/// Keeps the candidates of a schema.
void keep_only(std::vector<Candidate>& list, Schema schema);

/// Keeps those of the schema that the caller forces by its name; throws Error if there are none, or
/// none within the limit of the workspace.
void keep_only(std::vector<Candidate>& list, NormalProblem const& normal, Setting const& setting,
               std::string const& name, char const* function);

}  // namespace isomer::detail
