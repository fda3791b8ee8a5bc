// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "in_place/blocks/block_permute.hpp"
#include "problem/permutation.hpp"

namespace isomer::in_place {

/// Blocks with sides too short, or too odd, for squares in registers: word by word, from a table of
/// where each word of a block, or of several small ones, comes from. (Doubles on two threads, of
/// copy: 2 x 3 0.84, 0.16 with loops for rows and columns; 3 x 4 0.81 and 0.28; 12 x 20 0.84, 0.53
/// in squares.)
class WordPermute final : public BlockPermute {
 public:
  /// `axes` fused, and suited.
  explicit WordPermute(FusedAxes const& axes);
  static bool suits(FusedAxes const& axes);

  void operator()(std::byte* out, std::byte const* in, std::int64_t count,
                  std::int64_t ahead) const override;

 private:
  std::vector<std::uint16_t> from_;  ///< byte offsets in the order of the output
  std::int64_t word_;
  std::int64_t block_words_;
};

}  // namespace isomer::in_place
