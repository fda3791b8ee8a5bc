// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emulate/emulated_row.hpp"
#include "plan/in_place/plan_in_place.hpp"
#include "schema/device_audit.hpp"
#include "tensor_case.hpp"

namespace isomer::perf {

/// A tensor scaled down to `max_bytes`, first in ways that keep the alignment of its rows.
std::vector<TensorCase> smaller(TensorCase const& whole, std::int64_t element_bytes,
                                std::int64_t max_bytes);

/// How a small tensor is moved: by the schema and the kernels of a row, the whole's, where one of
/// these tensors can be moved so; else the first of them as the library would.
struct SmallPlan {
  TensorCase tensor;
  detail::NormalProblem normal;
  detail::Candidate candidate;
  Moved by;
};
SmallPlan small_plan(Moved const& whole, std::vector<TensorCase> const& tensors,
                     std::int64_t element_bytes, detail::Machine const& gpu);

struct SmallPlanInPlace {
  TensorCase tensor;
  in_place::GpuPlan plan;
  Moved by;
};
SmallPlanInPlace small_plan_in_place(Moved const& whole, std::vector<TensorCase> const& tensors,
                                     std::int64_t element_bytes, detail::Machine const& gpu);

/// What the launches of a plan are called, each name once where it follows itself.
std::string kernels_of(std::vector<team::LaunchAudit> const& launches);

}  // namespace isomer::perf
