// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <isomer/advisor.hpp>

#include "kernels.hpp"

void run(Exec const& exec, Particles& particles) {
  auto const advice = isomer::advise(
      exec, particles,
      {isomer::kernel("push", Push{0.1}, 500), isomer::kernel("kick", Kick{{1, 2, 3}}, 500),
       isomer::kernel("find cell", FindCell{64}, 10), isomer::kernel("reflect", Reflect{100}, 500),
       isomer::kernel("age", Age{9}, 100)});
  isomer::rearrange(exec, particles, advice.best());
  step(exec, particles);
}
