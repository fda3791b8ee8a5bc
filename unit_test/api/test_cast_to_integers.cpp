// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "cast_case.hpp"

/// Every cast of this kind on random shapes, strides, gaps and alignments.
namespace isomer::test {
namespace {

TEST(CastPairs, ToIntegers) {
  cast_from_all<bool, char, signed char, unsigned char, short, unsigned short, int, unsigned,
                long long, unsigned long>(60);
}

}  // namespace
}  // namespace isomer::test
