// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include "team/emulated_gpu.hpp"
#include "team/exec_spaces.hpp"
#include "team/host_team.hpp"
#include "team/portable_team.hpp"
#include "team/scratch.hpp"
#include "team/work_shares.hpp"
#ifdef KOKKOS_ENABLE_CUDA
#include "team/kokkos_team.hpp"
#endif

/// How a kernel, a functor with `template <Team T> void operator()(T const&) const`, comes to run.
namespace isomer::team {

/// Scratch up to this size is on the stack of a launch that is none.
inline constexpr int inline_scratch_bytes = 32 << 10;
struct Launch {
  char const* label;
  int teams = 1;
  int team_size = 1;      ///< 1 on a host
  int scratch_bytes = 0;  ///< of a team
};

/// A kernel over teams as the functor of a TeamPolicy on a host ..
template <class Exec, class Kernel>
struct OnHost {
  void operator()(typename Kokkos::TeamPolicy<Exec>::member_type const& member) const {
    kernel(HostTeam(member.league_rank(), member.league_size(), scratch_of(member)));
  }

  std::byte* scratch_of(typename Kokkos::TeamPolicy<Exec>::member_type const& member) const {
    if (scratch_bytes == 0) return nullptr;
    return static_cast<std::byte*>(member.team_scratch(level).get_shmem_aligned(
        scratch_bytes, std::ptrdiff_t{shared_alignment}));
  }

  Kernel kernel;
  int scratch_bytes;
  int level;  ///< of the scratch memory
};

#ifdef KOKKOS_ENABLE_CUDA
/// A policy whose functor goes along as an argument of the kernel. Kokkos before 5.2 copies those
/// of 512 bytes and more to a buffer of the device instead, for which the next launch has to wait.
inline auto as_argument(Kokkos::TeamPolicy<Kokkos::Cuda> const& policy) {
  return Kokkos::Experimental::require(policy,
                                       Kokkos::Experimental::WorkItemProperty::HintLightWeight);
}

/// .. and on a device.
template <class Kernel>
struct OnCuda {
  using Member = Kokkos::TeamPolicy<Kokkos::Cuda>::member_type;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    kernel(
        KokkosTeam<Member>(member, static_cast<std::byte*>(member.team_scratch(0).get_shmem_aligned(
                                       scratch_bytes, std::ptrdiff_t{shared_alignment}))));
  }

  Kernel kernel;
  int scratch_bytes;
};
#endif

/// .. of any other vendor.
template <class Exec, class Kernel>
struct OnDevice {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  using Team = PortableTeam<Member>;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto* const scratch = static_cast<std::byte*>(member.team_scratch(0).get_shmem_aligned(
        scratch_bytes + Team::bytes_beside(member.team_size()), std::ptrdiff_t{shared_alignment}));
    kernel(Team(member, scratch, reinterpret_cast<std::uint32_t*>(scratch + scratch_bytes)));
  }

  Kernel kernel;
  int scratch_bytes;  ///< a multiple of 4
};

/// Whether it is a GPU of NVIDIA's.
#ifdef KOKKOS_ENABLE_CUDA
template <class Exec>
inline constexpr bool is_cuda_v = std::is_same_v<Exec, Kokkos::Cuda>;
#else
template <class Exec>
inline constexpr bool is_cuda_v = false;
#endif

template <class Exec, class Kernel>
void launch(Exec const& exec, Launch const& how, Kernel const& kernel) {
  using Policy = Kokkos::TeamPolicy<Exec>;
  Policy policy(exec, how.teams, how.team_size);
  int const bytes = how.scratch_bytes > 0 ? how.scratch_bytes + shared_alignment : 0;
  if constexpr (detail::runs_on_host_v<Exec>) {
    int const level = bytes <= Policy::scratch_size_max(0) ? 0 : 1;
    if (bytes > 0) policy.set_scratch_size(level, Kokkos::PerTeam(bytes));
    Kokkos::parallel_for(how.label, policy, OnHost<Exec, Kernel>{kernel, how.scratch_bytes, level});
  } else if constexpr (is_cuda_v<Exec>) {
#ifdef KOKKOS_ENABLE_CUDA
    policy.set_scratch_size(0, Kokkos::PerTeam(bytes));
    Kokkos::parallel_for(how.label, as_argument(policy), OnCuda<Kernel>{kernel, how.scratch_bytes});
#endif
  } else {
    using OnThis = OnDevice<Exec, Kernel>;
    int const own_bytes = (how.scratch_bytes + 3) / 4 * 4;
    policy.set_scratch_size(0, Kokkos::PerTeam(own_bytes + shared_alignment +
                                               OnThis::Team::bytes_beside(how.team_size)));
    Kokkos::parallel_for(how.label, policy, OnThis{kernel, own_bytes});
  }
}

/// A kernel for warps, with as many threads a team as it is written for; one on a host.
template <class Exec, class Kernel>
void launch_warps(Exec const& exec, char const* label, int teams, int shared_bytes,
                  Kernel const& kernel) {
  if constexpr (std::is_same_v<Exec, EmulatedGpu>)
    exec.launcher().launch({label, teams, Kernel::threads, shared_bytes}, on_any_team(kernel));
  else
    launch(exec,
           Launch{.label = label,
                  .teams = teams,
                  .team_size = detail::runs_on_host_v<Exec> ? 1 : Kernel::threads,
                  .scratch_bytes = shared_bytes},
           kernel);
}

/// On the calling thread, which does less than it takes to wake the others.
template <class Kernel>
void launch_inline(Kernel const& kernel) {
  alignas(shared_alignment) std::array<std::byte, inline_scratch_bytes> scratch;
  kernel(HostTeam(0, 1, scratch.data()));
}

/// The units of a kernel that its teams share out among themselves; without `shares` the only team
/// has them all.
struct Batches {
  std::int64_t units;
  detail::WorkShares* shares = nullptr;
};

/// Calls visit(batch) for all units that a team of a host takes, batch by batch, or steals.
template <class Visit>
void for_each_batch(HostTeam const& team, Batches const& batches, Visit const& visit) {
  if (batches.shares == nullptr) return visit(detail::Share{0, batches.units});
  batches.shares->for_each_batch(team.block(), visit);
}

}  // namespace isomer::team

namespace isomer::detail {

/// Such problems run on the calling thread; not when a Kokkos tool listens, so that tools see every
/// kernel.
template <class Exec>
bool runs_inline(std::int64_t bytes) {
  return runs_on_host_v<Exec> && bytes < launch_bytes && !Kokkos::Tools::profileLibraryLoaded();
}

/// Threads worth waking for `bytes` in `pieces`.
template <class Exec>
int useful_threads(Exec const& exec, std::int64_t bytes, std::int64_t pieces) {
  std::int64_t const wanted = std::max<std::int64_t>(1, bytes / bytes_per_thread);
  std::int64_t const threads = std::min<std::int64_t>(exec.concurrency(), WorkShares::most_workers);
  return static_cast<int>(std::min({threads, wanted, std::max<std::int64_t>(1, pieces)}));
}

/// Runs a kernel made by `make(batches)` for `bytes` in `units` on a host: shared out among
/// the threads that pay, at least `least_batch` units at a time, or on the calling thread.
template <class Exec, class Make>
void run_shared(Exec const& exec, team::Launch how, std::int64_t bytes, std::int64_t units,
                std::int64_t least_batch, Make const& make) {
  if (runs_inline<Exec>(bytes) && how.scratch_bytes <= team::inline_scratch_bytes)
    return team::launch_inline(make(team::Batches{units}));
  how.teams = useful_threads(exec, bytes, units);
  WorkShares shares(units, how.teams, least_batch);
  team::launch(exec, how, make(team::Batches{units, &shares}));
}

}  // namespace isomer::detail
