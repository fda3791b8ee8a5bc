// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>

#include <isomer/detail/engine.hpp>

namespace isomer::in_place {

/// A plan for permuting an array with gaps in place, which stay as they are. An axis whose stride
/// is the same before and after makes a batch of blocks; these are done by the fastest of
///
///     copy_back   out of place into a buffer and back, as many blocks at a time as it holds
///     square      two axes of one extent change places, whatever lies between the rows
///     (others)    blocks without gaps one by one, by a plan in place of their own
///
/// With Effort::measure only the last are measured. Throws Error, with `function` in front, when
/// the workspace limit is under the least that works or no decomposition of the name in
/// `options.schema` can do it.
template <class Exec>
std::unique_ptr<detail::ExecutablePlan<Exec>> plan_padded(Exec const& exec,
                                                          detail::InPlaceProblem const& problem,
                                                          PlanOptions const& options,
                                                          char const* function);

}  // namespace isomer::in_place
