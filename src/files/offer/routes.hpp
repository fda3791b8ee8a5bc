// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "files/offer/options.hpp"

namespace isomer::files {

/// Steps that together bring the axes of a problem to their order, all by slots and wide (or by
/// blocks): one step if one will do, else two. The cheapest first.
struct Route {
  std::vector<StepNumbers> steps{};
  double seconds = 0;
};

std::vector<Route> routes(Numbers const& numbers, Way way, Room const& room, Disk const& disk,
                          std::string& why);

}  // namespace isomer::files
