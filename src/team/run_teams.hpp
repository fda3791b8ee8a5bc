// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <Kokkos_Core.hpp>

#include "team/exec_spaces.hpp"
#include "team/host_team.hpp"
#include "team/index_kernel.hpp"
#include "team/launch.hpp"
#include "team/work_shares.hpp"

/// Kernels in place: over teams of one thread that have a part of the plan's workspace each, or
/// over indices that do not depend on each other.
namespace isomer::team {

/// Where the scratch of the teams lies. In place a plan takes all its memory before the first byte
/// moves, so none is left to Kokkos to allocate at a launch.
struct ScratchInWorkspace {
  std::byte* first = nullptr;
  std::int64_t bytes = 0;  ///< of each team
};

/// Gives a kernel's teams their scratch.
template <class Kernel>
struct WithScratch {
  Kernel kernel;
  ScratchInWorkspace scratch;

  void operator()(HostTeam const& team) const {
    kernel(HostTeam(team.block(), team.blocks(), scratch.first + team.block() * scratch.bytes));
  }
};

/// Runs kernel(HostTeam) for a number of teams that move `bytes` together: by a thread each, so
/// that consecutive kernels find in its cache what they left there, or one after the other on the
/// calling thread where a launch would take longer than the work.
template <class Exec, class Kernel>
void run_teams(Exec const& exec, char const* label, std::int64_t bytes, int teams,
               Kernel const& kernel, ScratchInWorkspace const& scratch = {}) {
  WithScratch<Kernel> const with_scratch{kernel, scratch};
  if (!detail::runs_inline<Exec>(bytes))
    return launch(exec, Launch{.label = label, .teams = teams}, with_scratch);
  for (int block = 0; block < teams; ++block) with_scratch(HostTeam(block, teams, nullptr));
}

/// Calls functor(index) for 0 .. count - 1, which move `bytes` together, once each and in any
/// order; on a host at least `batch` of them in a row where there are as many.
template <class Exec, class Functor>
void run_indices(Exec const& exec, char const* label, std::int64_t bytes, std::int64_t count,
                 std::int64_t batch, Functor const& functor) {
  if (count == 0) return;
  if constexpr (detail::runs_on_host_v<Exec>) {
    auto const teams = static_cast<int>(std::min<std::int64_t>(
        {exec.concurrency(), detail::WorkShares::most_workers, (count + batch - 1) / batch}));
    detail::WorkShares shares(count, teams, batch);
    run_teams(exec, label, bytes, teams, IndexKernel<Functor>{functor, count, &shares});
  } else {
    constexpr int team_size = 256;
    constexpr std::int64_t max_teams = 1 << 16;
    auto const teams = static_cast<int>(std::min((count + team_size - 1) / team_size, max_teams));
    if constexpr (std::is_same_v<Exec, EmulatedGpu>)
      exec.launcher().launch_indices({label, teams, team_size, 0}, count, functor);
    else
      launch(exec, Launch{.label = label, .teams = teams, .team_size = team_size},
             IndexKernel<Functor>{functor, count, nullptr});
  }
}

}  // namespace isomer::team
