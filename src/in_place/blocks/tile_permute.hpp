// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "in_place/blocks/block_permute.hpp"
#include "problem/normal_problem.hpp"
#include "problem/permutation.hpp"
#include "tile/host/job.hpp"
#include "tiling/host_tiles.hpp"

namespace isomer::in_place {

/// A block, or a worker's share of one, that comes from memory: tile by tile as out of place, the
/// next tiles prefetched meanwhile. Stores are ordinary ones, for the buffer is read again at
/// once.
class TilePermute final : public BlockPermute {
 public:
  /// `axes` fused, at least two.
  explicit TilePermute(FusedAxes const& axes) : TilePermute(axes, 0, 1) {}
  /// The share of worker `worker` of `workers`: a range of the axis that leaves the longest runs on
  /// both sides.
  TilePermute(FusedAxes const& axes, std::int64_t worker, std::int64_t workers);
  /// How many workers can have a share.
  static int max_workers(FusedAxes const& axes);

  void operator()(std::byte* out, std::byte const* in, std::int64_t count,
                  std::int64_t prefetch_distance) const override;
  /// What is written, in bytes from `out`, and from the same place to the same place.
  std::vector<tile::Run> const& written() const { return written_; }

 private:
  struct Share {
    detail::NormalProblem normal;
    std::int64_t in_begin;
    std::int64_t out_begin;
    std::vector<tile::Run> written;
  };
  static Share share(FusedAxes const& axes, std::int64_t worker, std::int64_t workers);
  TilePermute(Share const& share, std::int64_t bytes);

  std::int64_t bytes_;  ///< of a whole block
  detail::HostTiles tiles_;
  std::int64_t in_begin_;
  std::int64_t out_begin_;
  std::vector<tile::Run> written_;
};

}  // namespace isomer::in_place
