// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schema/host_move.hpp"

#include "tiling/taxonomy.hpp"

namespace isomer::detail {

HostMovePtr make_host_move(NormalProblem const& normal, Candidate const& candidate) {
  if (moves_runs(candidate.schema)) return make_runs_move(normal, candidate);
  if (candidate.schema == Schema::strided) return make_strided_move(normal);
  return make_tiled_move(normal, candidate);
}

}  // namespace isomer::detail
