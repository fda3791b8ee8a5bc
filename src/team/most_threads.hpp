// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace isomer::team {

/// What a pool of Kokkos' OpenMP holds; the other spaces hold more.
inline constexpr int most_threads = 512;

}  // namespace isomer::team
