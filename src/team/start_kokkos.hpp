// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>

#include <Kokkos_Core.hpp>

namespace isomer::team {

/// Of a Kokkos that does not speak, with that many threads, or as many as it takes by itself and
/// holds.
Kokkos::InitializationSettings kokkos_settings(std::optional<int> threads = {});

/// Starts Kokkos if nobody has, and lets it end with the process. Throws std::runtime_error if it
/// has ended.
void start_kokkos();

}  // namespace isomer::team
