// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>

#include <isomer/detail/problem.hpp>
#include <isomer/plan_options.hpp>

#include "cost/candidate.hpp"
#include "cost/once.hpp"
#include "cost/residency.hpp"
#include "cost/setting.hpp"
#include "plan/cache/cache.hpp"
#include "plan/cache/cache_key.hpp"
#include "problem/normal_problem.hpp"
#include "schema/host_move.hpp"

namespace isomer::detail {

/// A block by itself, and where all the blocks of its batch are.
struct BlockProblem {
  Problem problem;
  Residency residency = Residency::memory;
  friend bool operator==(BlockProblem const&, BlockProblem const&) = default;
};

inline void add(Hasher& hasher, BlockProblem const& block) {
  add(hasher, block.problem);
  hasher.add(static_cast<std::uint64_t>(block.residency));
}

/// How a thread of a host moves blocks of a shape.
struct BlockWay {
  NormalProblem normal;
  Candidate candidate;
  HostMovePtr move;
  PlanningWork planning;  ///< that finding it took
};
using BlockWayPtr = std::shared_ptr<BlockWay const>;

/// The one that the cost model chooses, or that the options force.
BlockWayPtr make_way(BlockProblem const& block, Setting setting, PlanOptions const& options,
                     char const* function);

/// The same through a cache of the process.
template <class Exec>
BlockWayPtr way_of(Exec const& exec, BlockProblem const& block, Setting const& setting,
                   PlanOptions const& options, char const* function) {
  // Never destroyed, as the cache of plans.
  static auto& cache = *new BoundedCache<CacheKey<BlockProblem>, BlockWayPtr>;
  return cache.find_or_make(key_of(exec, block, options),
                            [&] { return make_way(block, setting, options, function); });
}

}  // namespace isomer::detail
