// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <optional>
#include <type_traits>

#include <Kokkos_Core.hpp>

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
    if (threads && has_threads) settings.set_num_threads(*threads);
    Kokkos::initialize(settings);
  }
  ~KokkosSession() { Kokkos::finalize(); }
  KokkosSession(KokkosSession const&) = delete;
  KokkosSession& operator=(KokkosSession const&) = delete;
};

}  // namespace isomer::program
