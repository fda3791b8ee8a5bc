// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// FVI-Match-Small, Orthogonal-Distinct and Orthogonal-Arbitrary on the host: tiles are gathered
// block by block, transposed in registers, and leave the staging buffer in long runs (see
// tile_tables.hpp for the picture).

#include "machine/host_kernels.hpp"
#include "problem/normal_problem.hpp"
#include "schema/host_move.hpp"
#include "schema/move_args.hpp"
#include "schema/schemas.hpp"
#include "team/exec_spaces.hpp"
#include "team/launch.hpp"
#include "tiling/host_tiles.hpp"

namespace isomer::detail {
namespace {

char const* tile_label(Schema schema) {
  switch (schema) {
    case Schema::fvi_match_small: return "isomer::permute::fvi_match_small";
    case Schema::orthogonal_distinct: return "isomer::permute::orthogonal_distinct";
    default: return "isomer::permute::orthogonal_arbitrary";
  }
}

/// The tiles that a team takes.
struct TiledKernel {
  HostTiles const* tiles;
  MoveArgs args;
  team::Batches batches;

  template <team::Team T>
  void operator()(T const& team) const {
    auto* const stage = reinterpret_cast<char*>(team.shared());
    if (batches.shares == nullptr) return tiles->run(args.dst, args.src, args.scale, stage);
    tiles->run(args.dst, args.src, args.scale, *batches.shares, team.block(), stage);
  }
};

template <class Exec>
class TiledPlan final : public ExecutablePlan<Exec> {
 public:
  TiledPlan(NormalProblem const& normal, Candidate const& candidate, PlanFacts facts)
      : ExecutablePlan<Exec>(std::move(facts)),
        normal_(normal),
        schema_(candidate.schema),
        tiles_(normal, candidate.tiling, tile::kernels()) {}

  void run(Exec const& exec, std::byte* dst, std::byte const* src,
           ScaleFactors const* factors) const override {
    with_args(normal_, dst, src, factors, [&](MoveArgs const& args) {
      if (tiles_.is_one_tile() && runs_inline<Exec>(normal_.bytes))
        return tiles_.run_only_tile(args.dst, args.src);
      team::Launch const how{.label = tile_label(schema_),
                             .scratch_bytes = static_cast<int>(tiles_.scratch_bytes())};
      run_shared(exec, how, normal_.bytes, tiles_.tiles(), tiles_.min_batch(),
                 [&](team::Batches const& batches) {
                   return TiledKernel{&tiles_, args, batches};
                 });
    });
  }

 private:
  NormalProblem normal_;
  Schema schema_;
  HostTiles tiles_;
};

class TiledMove final : public HostMove {
 public:
  TiledMove(NormalProblem const& normal, Candidate const& candidate)
      : tiles_(normal, candidate.tiling, tile::kernels()) {}

  std::int64_t units() const override { return tiles_.tiles(); }
  std::size_t scratch_bytes() const override { return tiles_.scratch_bytes(); }
  void move(MoveArgs const& args, Share const& units, std::byte* scratch) const override {
    if (tiles_.is_one_tile() && args.scale == nullptr)
      return tiles_.run_only_tile(args.dst, args.src);
    tiles_.run(args.dst, args.src, args.scale, units, reinterpret_cast<char*>(scratch));
  }
  void move_blocks(BlockPlace const* blocks, std::int64_t count, tile::Scale const* scale,
                   std::byte* scratch) const override {
    if (!tiles_.is_one_tile() || scale != nullptr)
      return tiles_.run_blocks(blocks, count, scale, reinterpret_cast<char*>(scratch));
    for (std::int64_t k = 0; k < count; ++k) tiles_.run_only_tile(blocks[k].dst, blocks[k].src);
  }

 private:
  HostTiles tiles_;
};

}  // namespace

HostMovePtr make_tiled_move(NormalProblem const& normal, Candidate const& candidate) {
  return std::make_unique<TiledMove>(normal, candidate);
}

template <class Exec>
PlanPtr<Exec> make_tiled(NormalProblem const& normal, Candidate const& candidate, PlanFacts facts) {
  return std::make_shared<TiledPlan<Exec>>(normal, candidate, std::move(facts));
}

#define ISOMER_INSTANTIATE(Exec) \
  template PlanPtr<Exec> make_tiled<Exec>(NormalProblem const&, Candidate const&, PlanFacts);
ISOMER_FOR_EACH_HOST_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::detail
