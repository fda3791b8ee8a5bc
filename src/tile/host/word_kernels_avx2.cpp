// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tile/host/word_kernels.hpp"

namespace {

/// 16 x 16 bytes and 8 x 8 words of two bytes need no more.
template <int Word>
constexpr int vector_bytes = Word >= 4 ? 32 : 16;

}  // namespace

#include "tile/host/word_kernels.inl"

namespace isomer::in_place {

extern WordKernels const avx2_word_kernels;
WordKernels const avx2_word_kernels = kernels_for("avx2");

}  // namespace isomer::in_place
