// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <isomer/detail/batch.hpp>

#include "cost/once.hpp"
#include "cost/rates.hpp"
#include "cost/residency.hpp"
#include "plan/batch/batch_facts.hpp"
#include "plan/batch/block_way.hpp"
#include "plan/batch/blocks_probe.hpp"
#include "plan/batch/device_batch_plan.hpp"
#include "plan/batch/even_batch.hpp"
#include "plan/batch/sorted_blocks.hpp"
#include "plan/choice/candidates.hpp"
#include "plan/choice/choice.hpp"
#include "plan/choice/describe_plan.hpp"
#include "plan/choice/machine_of.hpp"
#include "problem/normalize.hpp"
#include "schema/host_move.hpp"
#include "schema/passes.hpp"
#include "team/exec_spaces.hpp"
#include "team/launch.hpp"

namespace isomer::detail {
namespace {

/// Blocks of a shape that are moved in the same way, and what threads share of them: a block, or
/// parts of large ones.
struct BlockGroup {
  HostMove const* move;
  BlockPlace const* blocks;
  std::int64_t parts;  ///< of each block
  std::int64_t first;  ///< the group's parts are numbered from here on
  std::int64_t end;

  void take(Share const& share, tile::Scale const* scale, std::byte* scratch) const {
    std::int64_t at = std::max(share.begin, first) - first;
    std::int64_t const last = std::min(share.end, end) - first;
    if (parts == 1) return move->move_blocks(blocks + at, last - at, scale, scratch);
    while (at < last) {
      BlockPlace const& block = blocks[at / parts];
      std::int64_t const part = at % parts;
      std::int64_t const count = std::min(parts - part, last - at);
      Share const units{share_of(part, parts, move->units()).begin,
                        share_of(part + count - 1, parts, move->units()).end};
      move->move({block.dst, block.src, scale}, units, scratch);
      at += count;
    }
  }
};

/// The blocks that a team takes, in the order of their groups.
struct BatchKernel {
  std::vector<BlockGroup> const* groups;
  tile::Scale const* scale;
  team::Batches batches;

  template <team::Team T>
  void operator()(T const& team) const {
    team::for_each_batch(team, batches, [&](Share const& batch) {
      auto group = std::upper_bound(
          groups->begin(), groups->end(), batch.begin,
          [](std::int64_t part, BlockGroup const& other) { return part < other.end; });
      for (; group != groups->end() && group->first < batch.end; ++group)
        group->take(batch, scale, team.shared());
    });
  }
};

/// The ways of a shape; `cached` where a batch in memory may be in the third-level cache as well.
struct ShapeWays {
  BlockWayPtr in_memory;
  BlockWayPtr cached;
};

/// All that a launch is to do.
struct BatchWork {
  std::vector<BlockGroup> groups;
  std::int64_t parts = 0;
  std::int64_t bytes = 0;
  std::size_t scratch_bytes = 0;  ///< of a thread
  NormalProblem const* any = nullptr;

  void add(BlockWay const& way, BlockPlace const* blocks, std::int64_t count) {
    // Blocks that one thread would move without a launch stay whole.
    std::int64_t const each =
        std::clamp<std::int64_t>(way.normal.bytes / bytes_per_thread, 1, way.move->units());
    groups.push_back({way.move.get(), blocks, each, parts, parts + count * each});
    parts += count * each;
    bytes += count * way.normal.bytes;
    scratch_bytes = std::max(scratch_bytes, way.move->scratch_bytes());
    any = &way.normal;
  }
};

template <class Exec>
class HostBatch final : public ExecutableBatch<Exec> {
 public:
  /// No ways for shapes without elements.
  HostBatch(PlanFacts facts, std::vector<BatchCount> shapes, std::vector<ShapeWays> ways)
      : ExecutableBatch<Exec>(std::move(facts), std::move(shapes)), ways_(std::move(ways)) {
    for (std::size_t k = 0; k < ways_.size(); ++k)
      group_of_.push_back(ways_[k].in_memory == nullptr ? SortedBlocks::no_group : k);
  }

  void run(Exec const& exec, std::vector<BatchBlock> const& blocks,
           ScaleFactors const* factors) const override {
    SortedBlocks const sorted(blocks, group_of_, ways_.size());
    if (sorted.places().empty()) return;
    BatchWork const work = work_of(sorted, are_cached(sorted.places(), exec.concurrency()));
    with_args(*work.any, nullptr, nullptr, factors, [&](MoveArgs const& args) {
      run_shared(exec,
                 team::Launch{.label = "isomer::permute_batch::blocks",
                              .scratch_bytes = static_cast<int>(work.scratch_bytes)},
                 work.bytes, work.parts, min_batch_bytes * work.parts / work.bytes,
                 [&](team::Batches const& batches) {
                   return BatchKernel{&work.groups, args.scale, batches};
                 });
    });
  }

 private:
  /// Less is not worth being taken, or stolen, by itself.
  static constexpr std::int64_t min_batch_bytes = 64 << 10;

  bool are_cached(std::vector<BlockPlace> const& places, int threads) const {
    bool const may_be = std::any_of(ways_.begin(), ways_.end(),
                                    [](ShapeWays const& way) { return way.cached != nullptr; });
    return may_be && blocks_are_cached(places, threads);
  }

  BatchWork work_of(SortedBlocks const& sorted, bool cached) const {
    BatchWork work;
    for (std::size_t k = 0; k < ways_.size(); ++k)
      if (sorted.count(k) > 0)
        work.add(cached ? *ways_[k].cached : *ways_[k].in_memory, sorted.of_group(k),
                 sorted.count(k));
    return work;
  }

  std::vector<ShapeWays> ways_;
  std::vector<std::size_t> group_of_;  ///< each shape its own, where it has elements
};

/// What the blocks of a shape do together, but for the launch.
Pass pass_of(BlockWay const& way, std::int64_t blocks, double threads, Setting const& setting) {
  Pass pass = passes_of(way.normal, way.candidate, setting).front();
  pass.threads = threads;
  pass.work.launches = 0;
  pass.work = static_cast<double>(blocks) * pass.work;
  return pass;
}

Problem problem_of(BatchShape const& shape, Scalar scalar) {
  Problem problem = shape.problem;
  problem.scalar = scalar;
  return problem;
}

template <class Exec>
BatchPlanPtr<Exec> plan_on_host(Exec const& exec, Batch const& batch, PlanOptions const& options,
                                Scalar scalar) {
  std::int64_t const bytes = batch.bytes();
  Setting setting = setting_for(exec, options);
  bool const may_be = scalar == Scalar::none && may_be_cached(bytes, setting);
  setting.residency = residency_of(bytes, setting);
  double const threads = useful_threads(exec, bytes, bytes / bytes_per_thread);
  BatchFacts facts;
  Once once{.planning = {.plans = 1}};
  std::vector<ShapeWays> ways;
  std::vector<Pass> passes;
  std::size_t scratch_bytes = 0;
  auto const way = [&](Problem const& problem, Residency residency) {
    auto found = way_of(exec, BlockProblem{problem, residency}, setting, options, batch.function());
    scratch_bytes = std::max(scratch_bytes, found->move->scratch_bytes());
    once.planning = once.planning + found->planning;
    return found;
  };
  for (auto const& [shape, blocks] : batch.shapes()) {
    ShapeWays& ways_here = ways.emplace_back();
    Problem const problem = problem_of(shape, scalar);
    if (volume_bytes(problem) == 0) continue;
    ways_here.in_memory = way(problem, *setting.residency);
    if (may_be) ways_here.cached = way(problem, Residency::cache);
    BlockWay const& here = *ways_here.in_memory;
    passes.push_back(pass_of(here, blocks, threads, setting));
    facts.add(blocks, describe_problem(here.normal),
              describe_way(here.normal, here.candidate, setting.machine),
              name_of(here.candidate.schema));
  }
  if (!passes.empty()) passes.front().work.launches = 1;
  once.cold = cold_work(passes, 2 * bytes, setting.machine);
  PlanFacts said =
      facts.facts(bytes, "one launch", scratch_bytes * static_cast<std::size_t>(setting.threads()),
                  seconds(*setting.rates, passes));
  add_once(said, once, *setting.rates, setting.machine);
  return std::make_shared<HostBatch<Exec>>(std::move(said), batch.shapes(), std::move(ways));
}

}  // namespace

template <class Exec>
BatchPlanPtr<Exec> make_batch_plan(Exec const& exec, Batch const& batch, PlanOptions const& options,
                                   Scalar scalar) {
  if constexpr (runs_on_host_v<Exec>) return plan_on_host(exec, batch, options, scalar);
  else return plan_on_device(exec, setting_for(exec, options), batch, options, scalar);
}

template <class Exec>
BatchPlanPtr<Exec> plan_batch(Exec const& exec, Batch const& batch, PlanOptions const& options) {
  return evenly(exec, batch, options, make_batch_plan(exec, batch, options, Scalar::none));
}

#define ISOMER_INSTANTIATE(Exec)                                                                   \
  template BatchPlanPtr<Exec> make_batch_plan<Exec>(Exec const&, Batch const&, PlanOptions const&, \
                                                    Scalar);                                       \
  template BatchPlanPtr<Exec> plan_batch<Exec>(Exec const&, Batch const&, PlanOptions const&);
ISOMER_FOR_EACH_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::detail
