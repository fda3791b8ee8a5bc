// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdlib>
#include <optional>
#include <type_traits>

#include <Kokkos_Core.hpp>
#ifdef KOKKOS_ENABLE_OPENMP
#include <omp.h>
#endif

#include "program/command_line.hpp"

namespace isomer::program {

/// Where the program's kernels run: its data are files, so on the host.
using Exec = Kokkos::DefaultHostExecutionSpace;

/// Kokkos, up while this lives. It hears of `--threads` alone, and does not speak.
class KokkosSession {
 public:
  // A Serial Kokkos has one thread and would object to any other wish.
#ifdef KOKKOS_ENABLE_SERIAL
  static constexpr bool has_threads = !std::is_same_v<Exec, Kokkos::Serial>;
#else
  static constexpr bool has_threads = true;
#endif

  explicit KokkosSession(std::optional<int> threads) {
    auto settings = Kokkos::InitializationSettings().set_disable_warnings(true);
    if (has_threads) {
      if (threads) settings.set_num_threads(*threads);
      else if (threads_by_default() > most_threads) settings.set_num_threads(most_threads);
    }
    Kokkos::initialize(settings);
  }
  ~KokkosSession() { Kokkos::finalize(); }
  KokkosSession(KokkosSession const&) = delete;
  KokkosSession& operator=(KokkosSession const&) = delete;

 private:
  /// What Kokkos' OpenMP would start: it does not compare that with its table of threads.
  static long threads_by_default() {
#ifdef KOKKOS_ENABLE_OPENMP
    char const* const wish = std::getenv("KOKKOS_NUM_THREADS");
    return wish != nullptr ? std::strtol(wish, nullptr, 10) : omp_get_max_threads();
#else
    return 0;
#endif
  }
};

}  // namespace isomer::program
