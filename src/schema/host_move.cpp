// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "schema/host_move.hpp"

namespace isomer::detail {

HostMovePtr make_host_move(NormalProblem const& normal, Candidate const& candidate) {
  switch (candidate.schema) {
    case Schema::copy:
    case Schema::fvi_match_large: return make_copy_move(normal, candidate);
    case Schema::strided: return make_strided_move(normal);
    default: return make_tiled_move(normal, candidate);
  }
}

}  // namespace isomer::detail
