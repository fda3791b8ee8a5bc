// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>

#include <isomer/detail/engine.hpp>

namespace isomer::in_place {

/// A plan for permuting a dense array in place: a sequence of batched transpositions, each done by
/// the decomposition that the model finds fastest within the workspace limit. Throws Error, with
/// `function` in front, when the limit is under the least that works or the name in
/// `options.schema` is that of no decomposition that fits.
template <class Exec>
std::unique_ptr<detail::ExecutablePlan<Exec>> plan(Exec const& exec,
                                                   detail::InPlaceProblem const& problem,
                                                   PlanOptions const& options,
                                                   char const* function);

}  // namespace isomer::in_place
