// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include <gtest/gtest.h>

#include "machine/host_kernels.hpp"

namespace isomer::test {

/// A test of the kernels of one instruction set; skipped where they are not to be had.
class WithKernels : public testing::TestWithParam<char const*> {
 protected:
  void SetUp() override {
    kernels = tile::kernels_named(GetParam());
    if (kernels == nullptr) GTEST_SKIP() << GetParam() << " is not for this build or processor";
  }
  tile::Kernels const* kernels = nullptr;
};

inline std::vector<char const*> instruction_sets() {
#if defined(__x86_64__)
  return {"plain", "avx2", "avx512"};
#elif defined(__aarch64__)
  return {"neon"};
#else
  return {"plain"};
#endif
}

}  // namespace isomer::test
