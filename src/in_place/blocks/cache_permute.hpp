// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

#include "in_place/blocks/block_permute.hpp"
#include "in_place/blocks/planes.hpp"
#include "tile/host/squares.hpp"

namespace isomer::in_place {

/// A block that lies in the cache, with its buffer: plane by plane as squares in registers without
/// any detour, or words of no register's size one by one.
class CachePermute final : public BlockPermute {
 public:
  explicit CachePermute(BlockPlanes const& planes);

  void operator()(std::byte* out, std::byte const* in, std::int64_t count,
                  std::int64_t prefetch_distance) const override;

 private:
  void move_plane(std::byte* out, std::byte const* in, std::int64_t prefetch_distance) const;

  BlockPlanes planes_;
  tile::SquareKernels::Transpose transpose_ = nullptr;
};

}  // namespace isomer::in_place
