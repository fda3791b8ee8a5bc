// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tile/host/word_kernels.hpp"

#include <cstring>
#include <initializer_list>

#include "machine/host_kernels.hpp"
#include "tile/host/job.hpp"

namespace isomer::in_place {

extern WordKernels const plain_word_kernels;
#if defined(__x86_64__)
extern WordKernels const avx2_word_kernels;
extern WordKernels const avx512_word_kernels;
#endif

WordKernels const* word_kernels_named(char const* name) {
  if (tile::kernels_named(name) == nullptr) return nullptr;  // not for this processor
#if defined(__x86_64__)
  for (auto const* kernels : {&avx512_word_kernels, &avx2_word_kernels})
    if (std::strcmp(kernels->name, name) == 0) return kernels;
#endif
  return &plain_word_kernels;
}

WordKernels const& word_kernels() {
  static WordKernels const& chosen = *word_kernels_named(tile::kernels().isa.name);
  return chosen;
}

}  // namespace isomer::in_place
