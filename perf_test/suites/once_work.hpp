// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <string>

#include "case.hpp"
#include "cold_caches.hpp"
#include "tensor_case.hpp"

namespace isomer::perf {

/// A permutation out of place, both sides column-major, whose plans are made anew.
struct OnceWork {
  MakeMove make;        ///< plans, and gives the move on buffers 0 and 1
  PlanNote plan;        ///< of one of these plans; the prediction is that for repeated use
  double once_seconds;  ///< predicted for a single use
  int rounds;           ///< of a measurement
};

/// Case of a suite that measures plans from their making on: `measured` fills the row's times, then
/// the result is verified, and the row has the times of a copy.
Case once_case(std::string const& suite, ElementType type, TensorCase const& tensor,
               std::function<void(Row&, Bench const&, OnceWork const&)> const& measured);

}  // namespace isomer::perf
