// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// The records of the five kernels.
struct Particle {
  double x, y, z;
  float v[3];
  int cell;
  short kind;
};
