// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "team/start_kokkos.hpp"

#include <cstdlib>
#include <mutex>
#include <stdexcept>

#include <Kokkos_Core.hpp>

namespace isomer::team {
namespace {

void end_kokkos() {
  if (Kokkos::is_initialized() && !Kokkos::is_finalized()) Kokkos::finalize();
}

}  // namespace

void start_kokkos() {
  static std::mutex mutex;
  std::lock_guard const lock(mutex);
  if (Kokkos::is_finalized())
    throw std::runtime_error("Kokkos has been finalized, it can not be started again");
  if (Kokkos::is_initialized()) return;
  Kokkos::initialize();
  std::atexit(end_kokkos);
}

}  // namespace isomer::team
