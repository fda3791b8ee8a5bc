// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include "threads/work_shares.hpp"

namespace isomer::in_place {

/// One kernel whose index is a worker 0 .. workers-1, each of which shares out work for itself and
/// owns a slice of the workspace. Host spaces: with chunks of one, worker w is thread w, so that
/// consecutive kernels find in its cache what it left there.
template <class Exec, class Functor>
void for_each_worker(Exec const& exec, char const* label, int workers, Functor const& functor) {
  using Policy =
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>, Kokkos::Schedule<Kokkos::Static>>;
  Kokkos::parallel_for(label, Policy(exec, 0, workers, Kokkos::ChunkSize(1)), functor);
}

using detail::share_of;
using detail::WorkShares;

}  // namespace isomer::in_place
