// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include <Kokkos_Core.hpp>

#include "team/exec_spaces.hpp"
#include "team/work_shares.hpp"

/// How work is handed to threads.
namespace isomer::detail {

/// Such problems run on the calling thread; not when a Kokkos tool listens, so that tools see every
/// kernel.
template <class Exec>
bool runs_inline(std::int64_t bytes) {
  return runs_on_host_v<Exec> && bytes < launch_bytes && !Kokkos::Tools::profileLibraryLoaded();
}

/// Threads worth waking for so many bytes in so many pieces.
template <class Exec>
int useful_threads(Exec const& exec, std::int64_t bytes, std::int64_t pieces) {
  std::int64_t const wanted = std::max<std::int64_t>(1, bytes / bytes_per_thread);
  std::int64_t const threads = std::min<std::int64_t>(exec.concurrency(), WorkShares::most_workers);
  return static_cast<int>(std::min({threads, wanted, std::max<std::int64_t>(1, pieces)}));
}

/// Calls the functor with the team's place in the league.
template <class Exec, class Functor>
struct WorkerKernel {
  Functor functor;
  void operator()(typename Kokkos::TeamPolicy<Exec>::member_type const& team) const {
    functor(std::int64_t{team.league_rank()});
  }
};

/// One kernel whose index is a worker 0 .. workers-1, each of which shares out work for itself and
/// owns a slice of the workspace. Host spaces: with as many workers as threads, worker w is thread
/// w, so that consecutive kernels find in its cache what it left there.
template <class Exec, class Functor>
void for_each_worker(Exec const& exec, char const* label, int workers, Functor const& functor) {
  Kokkos::parallel_for(label, Kokkos::TeamPolicy<Exec>(exec, workers, 1),
                       WorkerKernel<Exec, Functor>{functor});
}

}  // namespace isomer::detail
