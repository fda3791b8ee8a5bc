// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/blocks/device_blocks.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "cost/gpu_time.hpp"
#include "in_place/warp_instructions.hpp"
#include "problem/normalize.hpp"
#include "problem/order.hpp"
#include "team/exec_spaces.hpp"
#include "team/launch.hpp"
#include "tile/warp/common_unit.hpp"
#include "tile/warp/plan/plan_slices.hpp"
#include "tile/warp/slice_kernel.hpp"
#include "tile/warp/with_word.hpp"

namespace isomer::in_place {
namespace {

using detail::NormalProblem;
using detail::Problem;
using tile::warp::PlainWords;
using tile::warp::SliceGeometry;
using tile::warp::SliceKernel;

/// A slice is as many blocks as it may have words, or one that is larger. The slowest axis is that
/// of the blocks if it stays where it is, which it does but for a single block.
std::optional<SliceGeometry> slices_of(NormalProblem const& normal, int unit) {
  if (normal.rank < 1) return std::nullopt;
  std::array<std::int64_t, detail::max_axes> taken{};
  std::int64_t words = 1;
  for (int k = 0; k < normal.rank; ++k) {
    std::int64_t& indices = taken[static_cast<std::size_t>(k)];
    detail::Axis const& axis = axis_at(normal, k);
    indices = axis.extent;
    if (k + 1 == normal.rank && axis.src_stride == axis.dst_stride)
      indices = std::clamp<std::int64_t>(tile::warp::max_slice_words(normal.element_bytes) / words,
                                         1, axis.extent);
    words *= indices;
  }
  std::int64_t const most_words = tile::warp::max_slice_shared_bytes / normal.element_bytes;
  return tile::warp::plan_slices(normal, taken, unit, most_words);
}

/// Whether the blocks can be slices, however the data are aligned.
bool are_slices(NormalProblem const& normal) {
  for (int unit = 1; unit <= normal.element_bytes; unit *= 2)
    if (!slices_of(normal, unit)) return false;
  return true;
}

}  // namespace

NormalProblem problem_of(BlockStep const& step) {
  Problem problem;
  problem.element_bytes = static_cast<std::int32_t>(step.block.element_bytes);
  auto const add = [&](std::int64_t extent, std::int64_t in, std::int64_t out) {
    problem.axis[static_cast<std::size_t>(problem.rank++)] = {extent, in / problem.element_bytes,
                                                              out / problem.element_bytes};
  };
  std::vector<AxisSteps> steps = steps_of(step.block);
  std::reverse(steps.begin(), steps.end());
  for (AxisSteps const& axis : steps) add(axis.extent, axis.in, axis.out);
  add(step.batch, step.block.bytes(), step.block.bytes());
  return detail::normalize(problem);
}

template <class Exec>
bool DeviceBlocks<Exec>::suits(BlockStep const& step, detail::Machine const& gpu) {
  if (step.block.rank() + 1 > detail::max_axes) return false;
  if (are_slices(problem_of(step))) return true;
  auto const matrix = as_matrix(step);
  return matrix && DeviceLocal::fit(*matrix, gpu);
}

template <class Exec>
DeviceBlocks<Exec>::DeviceBlocks(BlockStep const& step, detail::Machine const& gpu)
    : normal_(problem_of(step)) {
  if (!are_slices(normal_)) local_ = DeviceLocal::fit(as_matrix(step).value(), gpu);
}

template <class Exec>
void DeviceBlocks<Exec>::run(Exec const& exec, std::byte* data) const {
  auto const launch = [&exec](char const* label, int blocks, int shared_bytes, auto const& kernel) {
    team::launch_warps(exec, label, blocks, shared_bytes, kernel);
  };
  if (local_) return local_->run(launch, data, nullptr);
  int const unit = tile::warp::common_unit(data, data, normal_.element_bytes);
  SliceGeometry const slices = slices_of(normal_, unit).value();
  tile::warp::with_word<1, 16>(unit, [&]<int U>() {
    launch("isomer::in_place::blocks::slices", slices.blocks, slices.shared_bytes,
           SliceKernel<PlainWords<U>>{slices, {data, data}, {}});
  });
}

template <class Exec>
detail::Pass DeviceBlocks<Exec>::pass(detail::Machine const& gpu) const {
  if (local_) return local_->pass(gpu);
  int const unit = tile::warp::common_unit(nullptr, nullptr, normal_.element_bytes);
  SliceGeometry const slices = slices_of(normal_, unit).value();
  detail::Pass pass{
      detail::Kernel::block, detail::Residency::memory, static_cast<double>(gpu.units), {}};
  pass.work.bytes = static_cast<double>(normal_.bytes);
  pass.work.launches = 1;
  std::int64_t const resident =
      blocks_of_unit(gpu, SliceKernel<PlainWords<8>>::threads, tile::warp::slice_registers(unit),
                     slices.shared_bytes, slices.blocks);
  pass.work.instructions =
      loop_instructions(pass.work.bytes, unit, tile::warp::slice_instructions) +
      instructions_beside(slices.blocks, SliceKernel<PlainWords<8>>::threads);
  pass.in_flight = resident * normal_.bytes / slices.blocks;
  return pass;
}

#define ISOMER_INSTANTIATE(Exec) template class DeviceBlocks<Exec>;
ISOMER_FOR_EACH_EXEC_IN_PLACE(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::in_place
