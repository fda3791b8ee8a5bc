// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tile/host/panel_kernels.hpp"

#include <cstring>
#include <initializer_list>

#include "machine/host_kernels.hpp"
#include "tile/host/job.hpp"

namespace isomer::in_place {

extern PanelKernels const plain_panel_kernels;
#if defined(__x86_64__)
extern PanelKernels const avx2_panel_kernels;
extern PanelKernels const avx512_panel_kernels;
#endif

PanelKernels const* panel_kernels_named(char const* name) {
  if (tile::kernels_named(name) == nullptr) return nullptr;  // not for this processor
#if defined(__x86_64__)
  for (auto const* kernels : {&avx512_panel_kernels, &avx2_panel_kernels})
    if (std::strcmp(kernels->name, name) == 0) return kernels;
#endif
  return &plain_panel_kernels;
}

PanelKernels const& panel_kernels() {
  static PanelKernels const& chosen = *panel_kernels_named(tile::kernels().isa.name);
  return chosen;
}

PanelKernels::Move piece_move(PanelKernels const& kernels) {
#if defined(__x86_64__)
  // Zen 4 moves scattered pieces of 1.5 KB in step with the memory this way: 40 GB/s a thread
  // instead of 34. Intel's string instruction wants source and destination equally aligned.
  static bool const fast_string = __builtin_cpu_is("amd") && __builtin_cpu_supports("avx2");
  if (fast_string) return kernels.string_move;
#endif
  return kernels.move;
}

}  // namespace isomer::in_place
