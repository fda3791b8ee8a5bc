// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copy and FVI-Match-Large: the fastest axis is the same on both sides, so its runs move one by
// one, straight from source to destination. A single run is cut into pieces for the threads.

#include <algorithm>

#include "index/odometer.hpp"
#include "machine/host_kernels.hpp"
#include "problem/normal_problem.hpp"
#include "problem/order.hpp"
#include "schema/move_args.hpp"
#include "schema/schemas.hpp"
#include "team/exec_spaces.hpp"
#include "team/launch.hpp"
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
  explicit RunGrid(NormalProblem const& normal) {
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

/// The runs that a team takes, one piece after the other.
struct RunsKernel {
  RunGrid const* grid;
  MoveArgs args;
  std::int64_t scalar_bytes;
  bool streams;
  team::Batches batches;

  template <team::Team T>
  void operator()(T const& team) const {
    tile::Kernels const& kernels = tile::kernels();
    team::for_each_batch(team, batches, [&](Share const& batch) {
      if (args.scale != nullptr) scale(kernels, batch);
      else move(kernels, batch);
    });
    if (streams && args.scale == nullptr) kernels.fence();
  }

  void scale(tile::Kernels const& kernels, Share const& batch) const {
    grid->for_each(batch, args.dst, args.src, [&](char* to, char const* from, std::int64_t bytes) {
      kernels.scale_run(to, scalar_bytes, from, scalar_bytes, bytes / scalar_bytes, *args.scale);
    });
  }

  void move(tile::Kernels const& kernels, Share const& batch) const {
    grid->for_each(batch, args.dst, args.src, [&](char* to, char const* from, std::int64_t bytes) {
      tile::Run const whole{0, 0, bytes};
      kernels.copy_runs(to, from, &whole, 1, streams);
    });
  }
};

template <class Exec>
class CopyPlan final : public ExecutablePlan<Exec> {
 public:
  CopyPlan(NormalProblem const& normal, Candidate const& candidate, PlanFacts facts)
      : ExecutablePlan<Exec>(std::move(facts)),
        normal_(normal),
        schema_(candidate.schema),
        grid_(normal),
        streams_(candidate.tiling.mode.streams) {}

  void run(Exec const& exec, std::byte* dst, std::byte const* src,
           ScaleFactors const* factors) const override {
    with_args(normal_, dst, src, factors, [&](MoveArgs const& args) {
      run_shared(exec, team::Launch{.label = label_of(schema_)}, grid_.bytes(), grid_.pieces(), 1,
                 [&](team::Batches const& batches) {
                   return RunsKernel{&grid_, args, normal_.element_bytes, streams_, batches};
                 });
    });
  }

 private:
  NormalProblem normal_;
  Schema schema_;
  RunGrid grid_;
  bool streams_;
};

}  // namespace

template <class Exec>
PlanPtr<Exec> make_copy(NormalProblem const& normal, Candidate const& candidate, PlanFacts facts) {
  return std::make_shared<CopyPlan<Exec>>(normal, candidate, std::move(facts));
}

#define ISOMER_INSTANTIATE(Exec) \
  template PlanPtr<Exec> make_copy<Exec>(NormalProblem const&, Candidate const&, PlanFacts);
ISOMER_FOR_EACH_HOST_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::detail
