// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/batch/device_batch.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "plan/batch/shape_groups.hpp"
#include "plan/choice/candidates.hpp"
#include "plan/choice/forced_schema.hpp"
#include "problem/normalize.hpp"

namespace isomer::detail {

Pass DeviceWay::pass(std::int64_t blocks) const {
  Pass pass = candidate.passes.front();
  pass.work = static_cast<double>(blocks) / static_cast<double>(counted) * pass.work;
  pass.work.launches = 1;
  return pass;
}

Candidate DeviceWay::candidate_for(NormalProblem const& pairs) const {
  Candidate fit = candidate;
  std::int64_t& taken = fit.tiling.slice.extent[static_cast<std::size_t>(one.rank)];
  taken = pairs.rank == one.rank ? 0 : std::min(taken, axis_at(pairs, one.rank).extent);
  return fit;
}

std::int64_t counted_blocks(std::int64_t blocks) {
  return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(
      std::clamp<std::int64_t>(blocks, 2, tile::warp::ManyPairs::most))));
}

DeviceWayPtr make_device_way(Problem const& block, std::int64_t counted, Setting const& setting,
                             PlanOptions const& options, char const* function) {
  NormalProblem const one = normalize(block);
  NormalProblem const pairs = tile::warp::of_pairs(one, counted);
  std::vector<Candidate> list = candidates(pairs, setting);
  PlanningWork const planning{.candidates = static_cast<double>(list.size())};
  if (!options.schema.empty()) keep_only(list, pairs, setting, options.schema, function);
  return std::make_shared<DeviceWay>(DeviceWay{one, counted, std::move(list.front()), planning});
}

std::uintptr_t bits_of(BlockPlace const* begin, BlockPlace const* end) {
  std::uintptr_t bits = 0;
  for (BlockPlace const* block = begin; block < end; ++block)
    bits |=
        reinterpret_cast<std::uintptr_t>(block->dst) | reinterpret_cast<std::uintptr_t>(block->src);
  return bits;
}

std::string label_of(DeviceKernel which) {
  return std::string("isomer::permute_batch::") +
         device_kernel_names[static_cast<std::size_t>(which)];
}

std::vector<tile::warp::ManyPairs::Entry> table_of(std::vector<BlockPlace> const& blocks) {
  std::vector<tile::warp::ManyPairs::Entry> table;
  table.reserve(blocks.size());
  for (BlockPlace const& block : blocks)
    table.push_back({static_cast<std::uint64_t>(apart(block.dst, blocks.front().dst)),
                     static_cast<std::uint64_t>(apart(block.src, blocks.front().src))});
  return table;
}

}  // namespace isomer::detail
