// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "bench.hpp"
#include "calibrate/records/loop_observation.hpp"

namespace isomer::perf {

/// Times random kernels on records in each arrangement of their offer, a third of them on one
/// thread: within a core's cache, within the one that all share, and past it.
std::vector<LoopObservation> measure_loops(Exec const& exec, Options const& options);

}  // namespace isomer::perf
