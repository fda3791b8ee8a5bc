// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <isomer/advisor/detail/advice_problem.hpp>

#include "cost/models.hpp"
#include "machine/machine.hpp"
#include "records/advise/tree/trees.hpp"

namespace isomer::records {

/// What advice is found on: a machine, which need not be this one, with its rates and its tree.
struct AdviceGround {
  detail::Machine machine;
  detail::ModelInUse model;
  TreeInUse tree;
};

Advice advice_on(AdviceGround const& ground, detail::AdviceProblem const& problem);

}  // namespace isomer::records
