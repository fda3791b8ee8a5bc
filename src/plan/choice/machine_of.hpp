// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <type_traits>

#include <isomer/plan_options.hpp>

#include "cost/models.hpp"
#include "cost/setting.hpp"
#include "machine/cuda_machine.hpp"
#include "machine/machine.hpp"
#include "team/exec_spaces.hpp"
#include "team/work_shares.hpp"

namespace isomer::detail {

/// The hardware behind an execution space.
template <class Exec>
Machine machine_of(Exec const& exec) {
  if constexpr (runs_on_host_v<Exec>) {
    int const concurrency = std::max(1, static_cast<int>(exec.concurrency()));
    return host_machine(std::min(concurrency, WorkShares::most_workers));
  } else {
#ifdef KOKKOS_ENABLE_CUDA
    if constexpr (std::is_same_v<Exec, Kokkos::Cuda>) return cuda_machine(exec);
#endif
    return other_gpu_machine(Exec::name(), exec.concurrency());
  }
}

/// What a plan for that space is made for.
template <class Exec>
Setting setting_for(Exec const& exec, PlanOptions const& options) {
  return {machine_of(exec), &model_in_use().rates, options.workspace_limit};
}

}  // namespace isomer::detail
