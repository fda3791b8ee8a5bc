// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>

#include <isomer/detail/engine.hpp>

#include "in_place/decomposition.hpp"
#include "records/in_place/in_place_move.hpp"

/// Changes of arrangement on the execution spaces of devices.
namespace isomer::records {

/// Throw Error, with `function` in front, where there is no memory for the plan's table; in place
/// also where tiles are larger than a block's shared memory.
template <class Exec>
InPlaceChoice<Exec> device_in_place_move(Exec const& exec, RecordProblem const& problem,
                                         in_place::Limits const& limits, char const* function);

template <class Exec>
std::shared_ptr<detail::ExecutablePlan<Exec> const> device_copy_plan(Exec const& exec,
                                                                     RecordProblem const& problem,
                                                                     in_place::Limits const& limits,
                                                                     char const* function);

}  // namespace isomer::records
