// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "in_place/blocks/block_permute.hpp"
#include "in_place/blocks/planes.hpp"

namespace isomer::in_place {

/// Blocks with sides too short, or too odd, for squares in registers: word by word, from a table of
/// where each word of a block, or of several small ones, comes from.
class WordPermute final : public BlockPermute {
 public:
  explicit WordPermute(BlockPlanes const& planes);
  static bool suits(BlockPlanes const& planes);

  void operator()(std::byte* out, std::byte const* in, std::int64_t count,
                  std::int64_t prefetch_distance) const override;

 private:
  std::vector<std::uint16_t> from_;  ///< byte offsets in the order of the output
  std::int64_t word_;
  std::int64_t block_words_;
};

}  // namespace isomer::in_place
