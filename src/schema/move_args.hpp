// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include <isomer/detail/problem.hpp>

#include "tile/host/job.hpp"

namespace isomer::detail {

/// The arguments of a call in the terms of host kernels.
struct MoveArgs {
  char* dst;
  char const* src;
  tile::Scale const* scale;  ///< null for a plain move
};

/// Calls run(args) with those of a call for a problem.
template <class Run>
void with_args(Problem const& problem, std::byte* dst, std::byte const* src,
               ScaleFactors const* factors, Run const& run) {
  MoveArgs args{reinterpret_cast<char*>(dst), reinterpret_cast<char const*>(src), nullptr};
  if (factors == nullptr) return run(args);
  tile::Scale const scale{factors->alpha.data(), factors->beta.data(),
                          static_cast<int>(problem.scalar), factors->reads_dst, factors->conjugate};
  args.scale = &scale;
  run(args);
}

}  // namespace isomer::detail
