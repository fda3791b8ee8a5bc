// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace isomer::team {

/// Starts Kokkos if nobody has, and lets it end with the process. Throws std::runtime_error if it
/// has ended.
void start_kokkos();

}  // namespace isomer::team
