// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <Kokkos_Macros.hpp>

#include "team/work_shares.hpp"

namespace isomer::team {

/// A loop over indices as a kernel: a host's team takes batches of them and steals, a device's
/// thread those that lie as many apart as there are threads.
template <class Functor>
struct IndexKernel {
  Functor functor;
  std::int64_t count;
  detail::WorkShares* shares;

  template <class T>
  KOKKOS_FUNCTION void operator()(T const& team) const {
    if constexpr (T::lanes == 1) {
      shares->for_each_batch(team.block(), [this](detail::Share const& batch) {
        for (std::int64_t index = batch.begin; index < batch.end; ++index) functor(index);
      });
    } else {
      std::int64_t const threads = std::int64_t{team.blocks()} * team.size();
      std::int64_t const thread = std::int64_t{team.block()} * team.size() + team.rank();
      for (std::int64_t index = thread; index < count; index += threads) functor(index);
    }
  }
};

}  // namespace isomer::team
