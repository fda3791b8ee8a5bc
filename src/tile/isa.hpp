// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace isomer::tile {

/// What planning has to know of the kernels of an instruction set. Plain data: the files compiled
/// for one instruction set include it.
struct Isa {
  char const* name;
  int vector_bytes;  ///< a block has vector_bytes / word rows at most
  /// Rows or columns that whole-vector permutations rearrange, no more than a vector has words; 0:
  /// none.
  int max_record_words;
  int permute_instructions;  ///< that such a permutation takes, into a vector that has other words
};

inline constexpr Isa plain_isa{"plain", 16, 0, 0};
inline constexpr Isa neon_isa{"neon", 16, 0, 0};
inline constexpr Isa avx2_isa{"avx2", 32, 7, 2};
inline constexpr Isa avx512_isa{"avx512", 64, 7, 1};

inline constexpr Isa isas[]{plain_isa, neon_isa, avx2_isa, avx512_isa};

}  // namespace isomer::tile
