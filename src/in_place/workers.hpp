// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <utility>

#include <Kokkos_Core.hpp>

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

/// The items [first, second) of worker `worker`: contiguous, and as equal as can be.
inline std::pair<std::int64_t, std::int64_t> share_of(std::int64_t worker, std::int64_t workers,
                                                      std::int64_t items) {
  std::int64_t const each = items / workers;
  std::int64_t const more = items % workers;
  std::int64_t const begin = worker * each + (worker < more ? worker : more);
  return {begin, begin + each + (worker < more ? 1 : 0)};
}

}  // namespace isomer::in_place
