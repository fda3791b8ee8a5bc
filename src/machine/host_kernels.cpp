// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine/host_kernels.hpp"

#include <array>
#include <cstdlib>
#include <cstring>

namespace isomer::tile {

extern Kernels const plain_kernels;
#if defined(__x86_64__)
extern Kernels const avx2_kernels;
extern Kernels const avx512_kernels;
extern BytePermuter const avx2_byte_permuter;
extern BytePermuter const avx512_byte_permuter;
#endif

namespace {

struct Choice {
  Kernels const* kernels;
  bool (*runs_here)();
};

/// Best first.
auto const& choices() {
  static constexpr std::array list {
#if defined(__x86_64__)
    Choice{&avx512_kernels,
           [] {
             return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
           }},
        Choice{&avx2_kernels, [] { return __builtin_cpu_supports("avx2") != 0; }},
#endif
        Choice {
      &plain_kernels, [] { return true; }
    }
  };
  return list;
}

Kernels const& choose() {
  if (char const* wanted = std::getenv("ISOMER_ISA"))
    if (Kernels const* named = kernels_named(wanted)) return *named;
  for (Choice const& choice : choices())
    if (choice.runs_here()) return *choice.kernels;
  return plain_kernels;
}

}  // namespace

Kernels const& kernels() {
  static Kernels const& chosen = choose();
  return chosen;
}

Kernels const* kernels_named(char const* name) {
  for (Choice const& choice : choices())
    if (std::strcmp(choice.kernels->isa.name, name) == 0 && choice.runs_here())
      return choice.kernels;
  return nullptr;
}

PieceKernels::Move piece_move() {
#if defined(__x86_64__)
  // Zen 4 moves scattered pieces of 1.5 KB in step with the memory this way: 40 GB/s a thread
  // instead of 34. Intel's string instruction wants source and destination equally aligned.
  static bool const fast_string = __builtin_cpu_is("amd") && __builtin_cpu_supports("avx2");
  if (fast_string && kernels().pieces.string_instruction != nullptr)
    return kernels().pieces.string_instruction;
#endif
  return kernels().pieces.vectors;
}

BytePermuter byte_permuter(Kernels const& along_with) {
#if defined(__x86_64__)
  if (&along_with == &avx512_kernels && __builtin_cpu_supports("avx512vbmi"))
    return avx512_byte_permuter;
  if (&along_with != &plain_kernels) return avx2_byte_permuter;
#endif
  return {0, nullptr};
}

}  // namespace isomer::tile
