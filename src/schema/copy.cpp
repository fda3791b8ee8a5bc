// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copy and FVI-Match-Large: the fastest axis is the same on both sides, so its runs move one by
// one, straight from source to destination. A single run is cut into pieces for the threads.

#include <algorithm>

#include "index/odometer.hpp"
#include "machine/host_kernels.hpp"
#include "problem/normalize.hpp"
#include "problem/order.hpp"
#include "schema/device_slices.hpp"
#include "schema/scale.hpp"
#include "schema/schemas.hpp"
#include "team/exec_spaces.hpp"
#include "team/launch.hpp"
#include "team/work_shares.hpp"
#include "tile/host/job.hpp"

namespace isomer::detail {
namespace {

/// Runs longer than this are cut, so that threads share them evenly.
constexpr std::int64_t piece_bytes = 256 << 10;

char const* label_of(Schema schema) {
  return schema == Schema::copy ? "isomer::permute::copy" : "isomer::permute::fvi_match_large";
}

/// The runs of a problem, numbered: pieces of a run fastest, then the outer axes in input order.
class RunGrid {
 public:
  explicit RunGrid(Problem const& normal) {
    std::int64_t const word = normal.element_bytes;
    bytes_ = normal.rank > 0 ? axis_at(normal, 0).extent * word : word;
    pieces_ = std::max<std::int64_t>(1, (bytes_ + piece_bytes - 1) / piece_bytes);
    for (int k = 1; k < normal.rank; ++k) {
      Axis const& axis = axis_at(normal, k);
      runs_.add({axis.extent, axis.src_stride * word, axis.dst_stride * word});
    }
  }

  std::int64_t pieces() const { return runs_.positions() * pieces_; }
  std::int64_t bytes() const { return runs_.positions() * bytes_; }

  /// Calls move(dst, src, bytes) for the pieces of a share.
  template <class Move>
  void for_each(Share const& share, char* dst, char const* src, Move const& move) const {
    Odometer run = runs_;
    run.seek(share.begin / pieces_);
    std::int64_t piece = share.begin % pieces_;
    for (std::int64_t left = share.size(); left > 0; --left) {
      std::int64_t const at = piece * piece_bytes;
      move(dst + run.dst() + at, src + run.src() + at, std::min(piece_bytes, bytes_ - at));
      if (++piece < pieces_) continue;
      piece = 0;
      run.advance();
    }
  }

 private:
  Odometer runs_;
  std::int64_t bytes_ = 0;   ///< of one run
  std::int64_t pieces_ = 1;  ///< of one run
};

struct HostRuns {
  RunGrid grid;
  bool streams;

  void run(char* dst, char const* src, tile::Scale const* scale, std::int64_t scalar_bytes,
           Share const& share) const {
    tile::Kernels const& kernels = tile::kernels();
    if (scale != nullptr) {
      grid.for_each(share, dst, src, [&](char* to, char const* from, std::int64_t bytes) {
        kernels.scale_run(to, scalar_bytes, from, scalar_bytes, bytes / scalar_bytes, *scale);
      });
      return;
    }
    grid.for_each(share, dst, src, [&](char* to, char const* from, std::int64_t bytes) {
      tile::Run const whole{0, 0, bytes};
      kernels.copy_runs(to, from, &whole, 1, streams);
    });
    if (streams) kernels.fence();
  }
};

template <class Exec>
struct RunsKernel {
  HostRuns const* runs;
  char* dst;
  char const* src;
  tile::Scale const* scale;
  std::int64_t scalar_bytes;
  WorkShares* shares;

  void operator()(typename Kokkos::TeamPolicy<Exec>::member_type const& team) const {
    shares->for_each_batch(team.league_rank(), [&](Share const& batch) {
      runs->run(dst, src, scale, scalar_bytes, batch);
    });
  }
};

template <class Exec>
class CopyPlan final : public ExecutablePlan<Exec> {
 public:
  CopyPlan(Problem const& normal, Candidate const& candidate, PlanFacts facts)
      : ExecutablePlan<Exec>(std::move(facts)),
        normal_(normal),
        schema_(candidate.schema),
        runs_{RunGrid(normal), candidate.tiling.mode.streams} {}

  void run(Exec const& exec, std::byte* dst, std::byte const* src,
           ScaleFactors const* factors) const override {
    auto* const to = reinterpret_cast<char*>(dst);
    auto const* const from = reinterpret_cast<char const*>(src);
    tile::Scale scale{};
    if (factors != nullptr) scale = scale_of(normal_, *factors);
    tile::Scale const* const scaling = factors != nullptr ? &scale : nullptr;
    std::int64_t const pieces = runs_.grid.pieces();
    if (runs_inline<Exec>(runs_.grid.bytes())) {
      runs_.run(to, from, scaling, normal_.element_bytes, {0, pieces});
      return;
    }
    int const teams = useful_threads(exec, runs_.grid.bytes(), pieces);
    WorkShares shares(pieces, teams, 1);
    Kokkos::parallel_for(
        label_of(schema_), Kokkos::TeamPolicy<Exec>(exec, teams, 1),
        RunsKernel<Exec>{&runs_, to, from, scaling, normal_.element_bytes, &shares});
  }

 private:
  Problem normal_;
  Schema schema_;
  HostRuns runs_;
};

}  // namespace

template <class Exec>
PlanPtr<Exec> make_copy(Problem const& normal, Candidate const& candidate, PlanFacts facts) {
  if constexpr (runs_on_host_v<Exec>)
    return std::make_shared<CopyPlan<Exec>>(normal, candidate, std::move(facts));
  else
    return make_device_slices<Exec>(normal, candidate, std::move(facts),
                                    label_of(candidate.schema));
}

#define ISOMER_INSTANTIATE(Exec) \
  template PlanPtr<Exec> make_copy<Exec>(Problem const&, Candidate const&, PlanFacts);
ISOMER_FOR_EACH_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::detail
