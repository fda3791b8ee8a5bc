// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "calibrate/records/training_kernel.hpp"

namespace isomer::perf {

/// Whether records of a kernel can be in tiles of a class: those as long as all records are SoA.
bool is_tried(TrainingKernel const& kernel, int tile_class);

/// What an arrangement of any class takes: SoA has some records to spare, so that equal indices of
/// its fields are not in the same sets of a cache.
std::int64_t footprint(TrainingKernel const& kernel);

/// Runs the kernel once over records in tiles of a class. A gather visits those that `index` names;
/// the other patterns visit all. The sum is there to be wanted.
std::uint64_t run_pass(TrainingKernel const& kernel, int tile_class, std::byte* data,
                       std::span<std::uint32_t const> index);

}  // namespace isomer::perf
