// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/plan.hpp>

#include "buffers.hpp"
#include "case.hpp"
#include "options.hpp"

namespace isomer::perf {

/// Where a case finds what it works with.
struct Bench {
  Exec exec;
  Buffers& buffers;
  Options const& options;

  PlanOptions plan_options() const {
    PlanOptions chosen;
    chosen.schema = options.schema;
    if (options.measure) chosen.effort = Effort::measure;
    return chosen;
  }
};

inline PlanNote note_of(Plan const& plan) {
  return {plan.schema(), plan.passes(), plan.predicted_seconds()};
}

}  // namespace isomer::perf
