// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// FVI-Match-Small, Orthogonal-Distinct and Orthogonal-Arbitrary on the host: tiles are gathered
// block by block, transposed in registers, and leave the staging buffer in long runs (see
// tile_tables.hpp for the picture).

#include "machine/host_kernels.hpp"
#include "schema/host_move.hpp"
#include "tiling/host_tiles.hpp"

namespace isomer::detail {
namespace {

class TiledMove final : public HostMove {
 public:
  TiledMove(NormalProblem const& normal, Candidate const& candidate)
      : tiles_(normal, candidate.tiling, tile::kernels()) {}

  std::int64_t units() const override { return tiles_.tiles(); }
  std::int64_t min_batch() const override { return tiles_.min_batch(); }
  std::size_t scratch_bytes() const override { return tiles_.scratch_bytes(); }

  void move(MoveArgs const& args, Share const& units, std::byte* scratch) const override {
    if (tiles_.is_one_tile() && args.scale == nullptr)
      return tiles_.run_only_tile(args.dst, args.src);
    tiles_.run(args.dst, args.src, args.scale, units, stage_in(scratch));
  }
  void move(MoveArgs const& args, WorkShares& shares, int worker,
            std::byte* scratch) const override {
    tiles_.run(args.dst, args.src, args.scale, shares, worker, stage_in(scratch));
  }
  void move_blocks(BlockPlace const* blocks, std::int64_t count, tile::Scale const* scale,
                   std::byte* scratch) const override {
    if (!tiles_.is_one_tile() || scale != nullptr)
      return tiles_.run_blocks(blocks, count, scale, stage_in(scratch));
    for (std::int64_t k = 0; k < count; ++k) tiles_.run_only_tile(blocks[k].dst, blocks[k].src);
  }

 private:
  static char* stage_in(std::byte* scratch) { return reinterpret_cast<char*>(scratch); }

  HostTiles tiles_;
};

}  // namespace

HostMovePtr make_tiled_move(NormalProblem const& normal, Candidate const& candidate) {
  return std::make_unique<TiledMove>(normal, candidate);
}

}  // namespace isomer::detail
