// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <Kokkos_Core.hpp>

#include <isomer/detail/engine.hpp>
#include <isomer/error.hpp>

#include "cost/gpu_time.hpp"
#include "in_place/move_by_warps.hpp"
#include "plan/batch/batch_facts.hpp"
#include "plan/batch/device_batch.hpp"
#include "plan/batch/sent_tables.hpp"
#include "plan/batch/shape_groups.hpp"
#include "plan/cache/cache.hpp"
#include "plan/cache/cache_key.hpp"
#include "plan/choice/choice.hpp"
#include "plan/choice/describe_plan.hpp"
#include "plan/workspace/workspace.hpp"
#include "team/cuda_calls.hpp"
#include "team/launch.hpp"
#include "team/report_failures.hpp"

namespace isomer::detail {

/// Blocks of a shape, as a device is to move them.
struct DeviceBlocks {
  Problem problem;
  std::int64_t counted;  ///< a power of two
  friend bool operator==(DeviceBlocks const&, DeviceBlocks const&) = default;
};

inline void add(Hasher& hasher, DeviceBlocks const& blocks) {
  add(hasher, blocks.problem);
  hasher.add(static_cast<std::uint64_t>(blocks.counted));
}

/// Through a cache of the process.
template <class Exec>
DeviceWayPtr device_way(Exec const& exec, ShapeGroups::Group const& group, Setting const& setting,
                        PlanOptions const& options, char const* function) {
  // Never destroyed, as the cache of plans.
  static auto& cache = *new BoundedCache<CacheKey<DeviceBlocks>, DeviceWayPtr>;
  DeviceBlocks const blocks{group.problem, counted_blocks(group.blocks)};
  return cache.find_or_make(key_of(exec, blocks, options), [&] {
    return make_device_way(group.problem, blocks.counted, setting, options, function);
  });
}

/// Bytes of the host's where kernels that are launched after it read them; they may go at once.
template <class Exec>
class OnDevice {
 public:
  OnDevice(Exec const& exec, std::byte const* bytes, std::size_t count) : memory_(exec, count) {
    if (!memory_)
      throw Error("isomer::permute_batch: there is no memory for a table of " +
                  std::to_string(count) + " bytes, which says where the blocks lie");
    if (count > 0) send(sent_tables<Exec>(), exec, memory_.data(), bytes, count);
  }

  std::byte const* data() const { return memory_.data(); }

 private:
  in_place::WorkspaceOn<Exec> memory_;
};

/// One launch for each kind of kernel, which looks up where the blocks lie.
template <class Exec>
class DeviceBatch final : public ExecutableBatch<Exec> {
 public:
  DeviceBatch(PlanFacts facts, std::vector<BatchCount> planned, ShapeGroups groups,
              std::vector<DeviceWayPtr> ways)
      : ExecutableBatch<Exec>(std::move(facts), std::move(planned)),
        groups_(std::move(groups)),
        ways_(std::move(ways)) {}

  void run(Exec const& exec, std::vector<BatchBlock> const& blocks,
           ScaleFactors const* factors) const override {
    SortedBlocks const sorted = groups_.sorted(blocks);
    if (sorted.places().empty()) return;
    if (team::is_captured(exec))
      throw Error(
          "isomer::permute_batch: a CUDA graph captures the stream, whose replays would read "
          "tables of this call; the blocks have to be moved by plans of their own, or by a "
          "BatchPlan while they lie evenly far apart");
    using Launch = in_place::LaunchWarps<Exec>;
    team::report_failures(this->facts().description, [&] {
      auto const entries = table_of(sorted.places());
      OnDevice<Exec> const table(exec, reinterpret_cast<std::byte const*>(entries.data()),
                                 entries.size() * sizeof entries[0]);
      KernelSets<Launch> sets;
      for (std::size_t group = 0; group < ways_.size(); ++group)
        if (sorted.count(group) > 0)
          add_blocks(sets, *ways_[group], sorted, group, table.data(), factors);
      team::TableBytes const listed = sets.list();
      OnDevice<Exec> const kernels(exec, listed.data(), listed.size());
      sets.launch_all(Launch{exec}, kernels.data());
    });
  }

 private:
  ShapeGroups groups_;
  std::vector<DeviceWayPtr> ways_;
};

template <class Exec>
BatchPlanPtr<Exec> plan_on_device(Exec const& exec, Setting const& setting, Batch const& batch,
                                  PlanOptions const& options, Scalar scalar) {
  ShapeGroups groups(batch.shapes(), scalar);
  BatchFacts facts;
  Once once{.planning = {.plans = 1}};
  std::vector<DeviceWayPtr> ways;
  std::vector<Pass> passes;
  double seconds = 0;
  for (ShapeGroups::Group const& group : groups.groups()) {
    DeviceWay const& way =
        *ways.emplace_back(device_way(exec, group, setting, options, batch.function()));
    once.planning = once.planning + way.planning;
    passes.push_back(way.pass(group.blocks));
    seconds += gpu_seconds(setting.machine, passes.back());
    facts.add(
        group.blocks, describe_problem(way.one),
        describe_way(tile::warp::of_pairs(way.one, way.counted), way.candidate, setting.machine),
        name_of(way.candidate.schema));
  }
  once.cold = cold_work(passes, 2 * batch.bytes(), setting.machine);
  PlanFacts said =
      facts.facts(batch.bytes(), "a launch for each kind of kernel",
                  batch.blocks().size() * sizeof(tile::warp::ManyPairs::Entry), seconds);
  add_once(said, once, *setting.rates, setting.machine);
  return std::make_shared<DeviceBatch<Exec>>(std::move(said), batch.shapes(), std::move(groups),
                                             std::move(ways));
}

}  // namespace isomer::detail
