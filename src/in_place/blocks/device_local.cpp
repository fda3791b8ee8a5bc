// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/blocks/device_local.hpp"

#include <algorithm>

#include "cost/gpu_time.hpp"
#include "cost/real.hpp"
#include "in_place/device_elements.hpp"
#include "in_place/warp_instructions.hpp"

namespace isomer::in_place {

std::optional<DeviceLocal> DeviceLocal::fit(Step const& step, detail::Machine const& gpu) {
  if (!step.is_matrix() || step.chunk_bytes > max_element_bytes || step.batch > max_number)
    return std::nullopt;
  std::int64_t const most = detail::max_scratch_bytes(gpu, LocalKernel<8>::threads);
  if (step.item_bytes() > most) return std::nullopt;
  LocalMatrices const matrices{magic_of(step.rows), magic_of(step.cols),
                               static_cast<std::int32_t>(step.chunk_bytes),
                               units_of(step.chunk_bytes), static_cast<std::int32_t>(step.batch)};
  if (matrices.shared_bytes() > most) return std::nullopt;
  return DeviceLocal(matrices);
}

/// A block that is alone on its multiprocessor loads for half of its time.
detail::Pass DeviceLocal::pass(detail::Machine const& gpu) const {
  detail::Pass pass{detail::Kernel::block, detail::Residency::memory, detail::real(gpu.units), {}};
  std::int64_t const bytes = std::int64_t{matrices_.elements()} * matrices_.element_bytes;
  pass.work.bytes = detail::real(bytes * matrices_.blocks);
  pass.work.launches = 1;
  std::int64_t const resident = blocks_of_unit(gpu, LocalKernel<8>::threads, local_registers,
                                               matrices_.shared_bytes(), matrices_.blocks);
  pass.work.instructions =
      loop_instructions(pass.work.bytes, detail::real(unit_of(matrices_.element_bytes)),
                        local_instructions) +
      instructions_beside(matrices_.blocks, LocalKernel<8>::threads);
  pass.in_flight = resident > 1 ? resident * bytes : bytes / 2;
  return pass;
}

}  // namespace isomer::in_place
