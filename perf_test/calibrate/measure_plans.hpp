// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include <isomer/detail/problem.hpp>

#include "buffers.hpp"
#include "calibrate/observation.hpp"
#include "random.hpp"

namespace isomer::perf {

/// Times several candidates of a problem, taking turns with each other and with a copy, on buffers
/// of its `Residency`. `problem` numbers the observations.
std::vector<Observation> observe(Exec const& exec, Buffers& buffers, detail::Problem const& problem,
                                 int number, Random& random);

}  // namespace isomer::perf
