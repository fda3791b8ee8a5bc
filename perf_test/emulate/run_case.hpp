// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "emulate/emulated_row.hpp"
#include "emulate/small_plan.hpp"

namespace isomer::perf {

/// Run the kernels for a small tensor on fibers and compare every byte, those beside the arrays
/// too.
void run_out_of_place(EmulatedRow& row, SmallPlan const& small, std::int64_t element_bytes,
                      detail::Machine const& gpu, bool corrupt);
void run_in_place(EmulatedRow& row, SmallPlanInPlace const& small, std::int64_t element_bytes,
                  detail::Machine const& gpu, bool corrupt);

}  // namespace isomer::perf
