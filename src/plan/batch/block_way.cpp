// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/batch/block_way.hpp"

#include <utility>
#include <vector>

#include "cost/count_tables.hpp"
#include "plan/choice/candidates.hpp"
#include "plan/choice/forced_schema.hpp"
#include "problem/normalize.hpp"

namespace isomer::detail {

BlockWayPtr make_way(BlockProblem const& block, Setting setting, PlanOptions const& options,
                     char const* function) {
  NormalProblem const normal = normalize(block.problem);
  setting.residency = block.residency;
  std::vector<Candidate> list = candidates(normal, setting);
  PlanningWork planning{.candidates = static_cast<double>(list.size())};
  if (!options.schema.empty()) keep_only(list, normal, setting, options.schema, function);
  Candidate& best = list.front();
  planning = planning + count_tables(normal, best, setting.machine);
  HostMovePtr move = make_host_move(normal, best);
  return std::make_shared<BlockWay>(BlockWay{normal, std::move(best), std::move(move), planning});
}

}  // namespace isomer::detail
