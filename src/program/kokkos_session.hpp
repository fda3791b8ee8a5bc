// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>

#include <Kokkos_Core.hpp>

#include "team/start_kokkos.hpp"

namespace isomer::program {

/// Where the program's kernels run: its data are files, so on the host.
using Exec = Kokkos::DefaultHostExecutionSpace;

/// Kokkos, up while this lives. It hears of `--threads` alone, and does not speak.
class KokkosSession {
 public:
  explicit KokkosSession(std::optional<int> threads) {
    Kokkos::initialize(team::kokkos_settings(threads));
  }
  ~KokkosSession() { Kokkos::finalize(); }
  KokkosSession(KokkosSession const&) = delete;
  KokkosSession& operator=(KokkosSession const&) = delete;
};

}  // namespace isomer::program
