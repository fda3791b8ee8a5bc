// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include <Kokkos_Core.hpp>

#include "in_place/matrix_case.hpp"
#include "record_case.hpp"
#include "records/in_place/in_place_move.hpp"

namespace isomer::test {

/// Rearranges records in place within guard bytes; what is wrong then, or nothing.
inline std::string rearranged(LeafList const& leaves, RecordProblem problem,
                              in_place::Limits const& limits, int misalignment = 0) {
  using Exec = Kokkos::DefaultHostExecutionSpace;
  problem.leaf_bytes = leaves.bytes;
  problem.in_place = true;
  auto const bytes = static_cast<std::size_t>(std::max(problem.src.bytes, problem.dst.bytes));
  auto const src = filled(problem.src, leaves, problem.count, bytes);
  in_place::GuardedBytes data(static_cast<std::int64_t>(bytes), misalignment);
  std::copy(src.begin(), src.end(), data.data());
  auto const choice = records::in_place_move<Exec>(problem, limits);
  in_place::GuardedBytes workspace(static_cast<std::int64_t>(choice.estimate.workspace));
  choice.move->run(Exec(), data.data(), workspace.data());
  Exec().fence();
  if (!data.guards_are_intact()) return "a guard byte of the data";
  if (!workspace.guards_are_intact()) return "a guard byte of the workspace";
  return wrong_values(data.data(), problem.dst, leaves, problem.count);
}

}  // namespace isomer::test
