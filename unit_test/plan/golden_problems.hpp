// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <isomer/detail/problem.hpp>
#include <isomer/plan_options.hpp>

namespace isomer::test {

/// A problem of those whose plans are recorded in golden.txt: every third is in place.
struct GoldenProblem {
  bool is_in_place = false;
  detail::Problem out_of_place;
  detail::InPlaceProblem in_place;
  std::size_t workspace_limit = PlanOptions::automatic;
};

/// The problem of this number, the same on every machine and with every standard library.
GoldenProblem golden_problem(std::uint64_t number);

}  // namespace isomer::test
