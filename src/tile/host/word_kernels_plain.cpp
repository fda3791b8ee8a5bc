// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tile/host/word_kernels.hpp"

namespace {

/// What every processor has (SSE2, NEON), or the compiler makes of it.
template <int Word>
constexpr int vector_bytes = 16;

}  // namespace

#include "tile/host/word_kernels.inl"

namespace isomer::in_place {

extern WordKernels const plain_word_kernels;
WordKernels const plain_word_kernels = kernels_for("plain");

}  // namespace isomer::in_place
