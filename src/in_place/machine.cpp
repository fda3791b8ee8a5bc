// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/machine.hpp"

#include <algorithm>

#include "model/machine.hpp"

namespace isomer::in_place {

Machine this_machine(int threads) {
  Machine machine;
  machine.l1_bytes = detail::caches().l1_bytes;
  machine.l2_bytes = detail::caches().l2_bytes;
  machine.l3_bytes = detail::caches().l3_bytes;
  // One core keeps about 16 lines in flight, which is some 20 GB/s of copying; eight cores fill the
  // channels of one socket.
  machine.copy_bandwidth = 20e9 * std::clamp(threads, 1, 8);
  return machine;
}

}  // namespace isomer::in_place
