// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "team/start_kokkos.hpp"

#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <type_traits>

#ifdef KOKKOS_ENABLE_OPENMP
#include <omp.h>
#endif

#include "team/most_threads.hpp"

namespace isomer::team {
namespace {

// A Serial Kokkos has one thread and would object to any other wish.
#ifdef KOKKOS_ENABLE_SERIAL
constexpr bool has_threads = !std::is_same_v<Kokkos::DefaultHostExecutionSpace, Kokkos::Serial>;
#else
constexpr bool has_threads = true;
#endif

/// What Kokkos' OpenMP would start: it does not compare that with its table of threads.
long threads_by_default() {
#ifdef KOKKOS_ENABLE_OPENMP
  char const* const wish = std::getenv("KOKKOS_NUM_THREADS");
  return wish != nullptr ? std::strtol(wish, nullptr, 10) : omp_get_max_threads();
#else
  return 0;
#endif
}

void end_kokkos() {
  if (Kokkos::is_initialized() && !Kokkos::is_finalized()) Kokkos::finalize();
}

}  // namespace

Kokkos::InitializationSettings kokkos_settings(std::optional<int> threads) {
  auto settings = Kokkos::InitializationSettings().set_disable_warnings(true);
  if (!has_threads) return settings;
  if (threads) settings.set_num_threads(*threads);
  else if (threads_by_default() > most_threads) settings.set_num_threads(most_threads);
  return settings;
}

void start_kokkos() {
  static std::mutex mutex;
  std::lock_guard const lock(mutex);
  if (Kokkos::is_finalized())
    throw std::runtime_error("Kokkos has been finalized, it can not be started again");
  if (Kokkos::is_initialized()) return;
  Kokkos::initialize(kokkos_settings());
  std::atexit(end_kokkos);
}

}  // namespace isomer::team
