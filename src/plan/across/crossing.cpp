// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan/across/crossing.hpp"

namespace isomer::detail {
namespace {

int buffer_of(std::int64_t number) { return static_cast<int>(number % crossing_buffers); }

void cross_to_device(Slabs const& slabs, CrossingSteps& steps) {
  for (std::int64_t k = 0; k < slabs.count(); ++k) {
    Slab const slab = slabs[k];
    if (k >= crossing_buffers) steps.wait(buffer_of(k));
    steps.on_host(slab, buffer_of(k));
    steps.on_device(slab, buffer_of(k));
  }
}

void cross_to_host(Slabs const& slabs, CrossingSteps& steps) {
  for (std::int64_t k = 0; k < slabs.count() + crossing_buffers; ++k) {
    std::int64_t const arrived = k - crossing_buffers;
    if (arrived >= 0 && arrived < slabs.count()) {
      steps.wait(buffer_of(arrived));
      steps.on_host(slabs[arrived], buffer_of(arrived));
    }
    if (k < slabs.count()) steps.on_device(slabs[k], buffer_of(k));
  }
}

}  // namespace

void cross(Direction direction, Slabs const& slabs, CrossingSteps& steps) {
  if (direction == Direction::to_device) cross_to_device(slabs, steps);
  else cross_to_host(slabs, steps);
}

}  // namespace isomer::detail
