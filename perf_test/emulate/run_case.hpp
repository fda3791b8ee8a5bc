// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "emulate/emulated_row.hpp"

namespace isomer::perf {

/// Run the kernels for a small tensor on fibers and compare every byte, those beside the arrays
/// too.
void run_out_of_place(EmulatedRow& row, TensorCase const& tensor, std::int64_t element_bytes,
                      detail::Machine const& gpu, bool corrupt);
/// By the schema of the row, if the small tensor can be moved so.
void run_in_place(EmulatedRow& row, TensorCase const& tensor, std::int64_t element_bytes,
                  detail::Machine const& gpu, bool corrupt);

}  // namespace isomer::perf
