// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <Kokkos_Core.hpp>

#include "threads/work_shares.hpp"

/// What the schemas' launches share.
namespace isomer::detail {

/// Whether kernels of this space run host code on host memory.
template <class Exec>
inline constexpr bool is_host_v = std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace>;

/// A second thread pays from about this many bytes on (measured: 64 KiB an array, 2 threads; a
/// TeamPolicy launch is 1.3 us, the copy of 64 KiB about 3).
inline constexpr std::int64_t bytes_per_thread = 96 << 10;

/// Below this size one thread does all the work, and the launch would be for nothing.
inline constexpr std::int64_t launch_bytes = 2 * bytes_per_thread;

/// Such problems run on the calling thread; not when a Kokkos tool listens, so that tools see every
/// kernel.
template <class Exec>
bool runs_inline(std::int64_t bytes) {
  return is_host_v<Exec> && bytes < launch_bytes && !Kokkos::Tools::profileLibraryLoaded();
}

/// Threads worth waking for so many bytes in so many pieces.
template <class Exec>
int useful_threads(Exec const& exec, std::int64_t bytes, std::int64_t pieces) {
  std::int64_t const wanted = std::max<std::int64_t>(1, bytes / bytes_per_thread);
  std::int64_t const threads = std::min<std::int64_t>(exec.concurrency(), WorkShares::most_workers);
  return static_cast<int>(std::min({threads, wanted, std::max<std::int64_t>(1, pieces)}));
}

}  // namespace isomer::detail
