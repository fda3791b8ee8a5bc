// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// FVI-Match-Small, Orthogonal-Distinct and Orthogonal-Arbitrary on the host: tiles are gathered
// block by block, transposed in registers, and leave the staging buffer in long runs (see
// tile_program.hpp for the picture). The tables tell the three apart; the kernel is one.

#include <array>
#include <string>

#include "machine/host_kernels.hpp"
#include "problem/normalize.hpp"
#include "schema/device_slices.hpp"
#include "schema/scale.hpp"
#include "schema/schemas.hpp"
#include "team/exec_spaces.hpp"
#include "team/launch.hpp"
#include "tiling/host_tiles.hpp"

namespace isomer::detail {
namespace {

/// Staging buffers up to this size live on the stack of an inline run.
constexpr std::size_t stack_bytes = 32 << 10;

char const* label_of(Schema schema) {
  switch (schema) {
    case Schema::fvi_match_small: return "isomer::permute::fvi_match_small";
    case Schema::orthogonal_distinct: return "isomer::permute::orthogonal_distinct";
    default: return "isomer::permute::orthogonal_arbitrary";
  }
}

/// One team, one thread.
template <class Exec>
struct TilesKernel {
  HostTiles const* tiles;
  char* dst;
  char const* src;
  tile::Scale const* scale;
  WorkShares* shares;

  void operator()(typename Kokkos::TeamPolicy<Exec>::member_type const& team) const {
    char* stage = nullptr;
    if (std::size_t const bytes = tiles->scratch_bytes(); bytes > 0)
      stage = static_cast<char*>(team.team_scratch(1).get_shmem_aligned(
          static_cast<std::ptrdiff_t>(bytes), tile::line_bytes));
    tiles->run(dst, src, scale, *shares, team.league_rank(), stage);
  }
};

template <class Exec>
class TiledPlan final : public ExecutablePlan<Exec> {
 public:
  TiledPlan(Problem const& normal, Candidate const& candidate, PlanFacts facts)
      : ExecutablePlan<Exec>(std::move(facts)),
        normal_(normal),
        schema_(candidate.schema),
        bytes_(volume_bytes(normal)),
        tiles_(normal, candidate.tiling, tile::kernels()) {}

  void run(Exec const& exec, std::byte* dst, std::byte const* src,
           ScaleFactors const* factors) const override {
    auto* const to = reinterpret_cast<char*>(dst);
    auto const* const from = reinterpret_cast<char const*>(src);
    bool const is_inline = runs_inline<Exec>(bytes_);
    if (is_inline && tiles_.is_one_tile()) return tiles_.run_only_tile(to, from);
    tile::Scale scale{};
    if (factors != nullptr) scale = scale_of(normal_, *factors);
    tile::Scale const* const scaling = factors != nullptr ? &scale : nullptr;
    std::size_t const scratch = tiles_.scratch_bytes();
    if (scratch <= stack_bytes && is_inline) {
      alignas(64) std::array<char, stack_bytes> stage;
      tiles_.run(to, from, scaling, scratch > 0 ? stage.data() : nullptr);
      return;
    }
    int const teams = useful_threads(exec, bytes_, tiles_.tiles());
    auto policy = Kokkos::TeamPolicy<Exec>(exec, teams, 1);
    if (scratch > 0)
      policy.set_scratch_size(1, Kokkos::PerTeam(static_cast<int>(scratch + tile::line_bytes)));
    WorkShares shares(tiles_.tiles(), teams, tiles_.least_batch());
    Kokkos::parallel_for(label_of(schema_), policy,
                         TilesKernel<Exec>{&tiles_, to, from, scaling, &shares});
  }

 private:
  Problem normal_;
  Schema schema_;
  std::int64_t bytes_;
  HostTiles tiles_;
};

}  // namespace

template <class Exec>
PlanPtr<Exec> make_tiled(Problem const& normal, Candidate const& candidate, PlanFacts facts) {
  if constexpr (runs_on_host_v<Exec>)
    return std::make_shared<TiledPlan<Exec>>(normal, candidate, std::move(facts));
  else
    return make_device_slices<Exec>(normal, candidate, std::move(facts),
                                    label_of(candidate.schema));
}

#define ISOMER_INSTANTIATE(Exec) \
  template PlanPtr<Exec> make_tiled<Exec>(Problem const&, Candidate const&, PlanFacts);
ISOMER_FOR_EACH_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::detail
