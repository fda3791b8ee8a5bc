// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <isomer/detail/batch.hpp>

#include "cost/candidate.hpp"
#include "cost/once.hpp"
#include "cost/pass.hpp"
#include "cost/setting.hpp"
#include "index/rounding.hpp"
#include "plan/batch/kernel_sets.hpp"
#include "plan/batch/sorted_blocks.hpp"
#include "problem/normal_problem.hpp"
#include "schema/device_kernels.hpp"
#include "team/max_blocks.hpp"
#include "tile/warp/arrays.hpp"
#include "tile/warp/common_unit.hpp"
#include "tile/warp/plan/pairs.hpp"

namespace isomer::detail {

/// How a device moves blocks of a shape: chosen for a power of two of them, which serves for up to
/// twice as many.
struct DeviceWay {
  NormalProblem one;  ///< of a block
  std::int64_t counted;
  Candidate candidate;    ///< for `counted` blocks
  PlanningWork planning;  ///< that finding it took

  /// What that number of blocks costs.
  Pass pass(std::int64_t blocks) const;
  /// The candidate for pairs of `one`: a slice takes no more of them than there are.
  Candidate candidate_for(NormalProblem const& pairs) const;
};
using DeviceWayPtr = std::shared_ptr<DeviceWay const>;

/// The number of blocks that a way is chosen for where there are these: two at least, so that it
/// says how many of them a slice takes.
std::int64_t counted_blocks(std::int64_t blocks);
DeviceWayPtr make_device_way(Problem const& block, std::int64_t counted, Setting const& setting,
                             PlanOptions const& options, char const* function);

/// All bits of the addresses of blocks.
std::uintptr_t bits_of(BlockPlace const* begin, BlockPlace const* end);

/// What a profiler sees.
std::string label_of(DeviceKernel which);

/// How far blocks lie behind the first of all, for kernels to look up.
std::vector<tile::warp::ManyPairs::Entry> table_of(std::vector<BlockPlace> const& blocks);

/// Adds what moves the blocks of a shape, wherever they lie. `table` is where kernels read it.
template <class Launch>
void add_blocks(KernelSets<Launch>& sets, DeviceWay const& way, SortedBlocks const& sorted,
                std::size_t group, std::byte const* table, ScaleFactors const* factors) {
  using tile::warp::ManyPairs;
  // A kernel has no more than max_blocks tiles, and no more than these words.
  constexpr std::int64_t most_words = team::max_blocks;
  std::int64_t const words = std::max<std::int64_t>(1, way.one.elements());
  std::int64_t const most = std::clamp<std::int64_t>(most_words / words, 1, ManyPairs::most);
  std::int64_t const count = sorted.count(group);
  std::int64_t const parts = ceil_div(count, most);
  BlockPlace const* const blocks = sorted.of_group(group);
  for (std::int64_t k = 0; k < parts; ++k) {
    std::int64_t const begin = count * k / parts;
    std::int64_t const end = count * (k + 1) / parts;
    BlockPlace const& first = sorted.places().front();
    ManyPairs const pairs{
        reinterpret_cast<std::byte*>(first.dst), reinterpret_cast<std::byte const*>(first.src),
        table + (sorted.first(group) + static_cast<std::size_t>(begin)) * sizeof(ManyPairs::Entry)};
    NormalProblem const part = tile::warp::of_pairs(way.one, end - begin);
    DeviceKernels(part, way.candidate_for(part))
        .with_kernel(pairs, bits_of(blocks + begin, blocks + end), factors,
                     [&](DeviceKernel which, int teams, int shared_bytes, auto const& kernel) {
                       sets.add(label_of(which), teams, shared_bytes, kernel);
                     });
  }
}

}  // namespace isomer::detail
