// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernels.hpp"

void run(Exec const& exec, Particles const& particles) { step(exec, particles); }
