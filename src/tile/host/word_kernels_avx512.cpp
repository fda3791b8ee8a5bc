// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tile/host/word_kernels.hpp"

namespace {

/// Two squares of 16 x 16 words of 4 bytes, as an exchange needs them, fill the 32 registers.
template <int Word>
constexpr int vector_bytes = Word >= 4 ? 64 : 16;

}  // namespace

#include "tile/host/word_kernels.inl"

namespace isomer::in_place {

extern WordKernels const avx512_word_kernels;
WordKernels const avx512_word_kernels = kernels_for("avx512");

}  // namespace isomer::in_place
