// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "emulate/emulated_row.hpp"

namespace isomer::perf {

/// Fill in what the plan for a tensor is and asks of memory, at its whole size.
void audit_out_of_place(EmulatedRow& row, TensorCase const& tensor, std::int64_t element_bytes,
                        detail::Machine const& gpu);
void audit_in_place(EmulatedRow& row, TensorCase const& tensor, std::int64_t element_bytes,
                    detail::Machine const& gpu);

}  // namespace isomer::perf
