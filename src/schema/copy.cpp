// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copy and FVI-Match-Large: the fastest axis is the same on both sides, so its runs move one by
// one, straight from source to destination. A single run is cut into pieces for the threads.

#include <algorithm>
#include <array>
#include <optional>

#include "index/ceil_div.hpp"
#include "index/odometer.hpp"
#include "machine/host_kernels.hpp"
#include "problem/normal_problem.hpp"
#include "problem/order.hpp"
#include "schema/host_move.hpp"
#include "schema/move_args.hpp"
#include "schema/schemas.hpp"
#include "team/exec_spaces.hpp"
#include "team/launch.hpp"
#include "tile/host/job.hpp"
#include "tiling/host_tiles.hpp"

namespace isomer::detail {
namespace {

/// Runs longer than this are cut, so that threads share them evenly.
constexpr std::int64_t piece_bytes = 256 << 10;

char const* copy_label(Schema schema) {
  return schema == Schema::copy ? "isomer::permute::copy" : "isomer::permute::fvi_match_large";
}

/// The runs of a problem, numbered: pieces of a run fastest, then the outer axes in input order.
class RunGrid {
 public:
  explicit RunGrid(NormalProblem const& normal)
      : src_word_(normal.element_bytes), dst_word_(normal.dst_element_bytes()) {
    if (normal.rank > 0) words_ = axis_at(normal, 0).extent;
    piece_words_ = piece_bytes / std::max(src_word_, dst_word_);
    pieces_ = std::max<std::int64_t>(1, ceil_div(words_, piece_words_));
    for (int k = 1; k < normal.rank; ++k) {
      Axis const& axis = axis_at(normal, k);
      runs_.add({axis.extent, axis.src_stride * src_word_, axis.dst_stride * dst_word_});
    }
  }

  std::int64_t pieces() const { return runs_.positions() * pieces_; }

  /// Calls move(dst, src, words) for the pieces of a share.
  template <class Move>
  void for_each(Share const& share, char* dst, char const* src, Move const& move) const {
    Odometer run = runs_;
    run.seek(share.begin / pieces_);
    std::int64_t piece = share.begin % pieces_;
    for (std::int64_t left = share.size(); left > 0; --left) {
      std::int64_t const at = piece * piece_words_;
      move(dst + run.dst() + at * dst_word_, src + run.src() + at * src_word_,
           std::min(piece_words_, words_ - at));
      if (++piece < pieces_) continue;
      piece = 0;
      run.advance();
    }
  }

 private:
  std::int64_t src_word_;
  std::int64_t dst_word_;
  Odometer runs_;
  std::int64_t words_ = 1;        ///< of one run
  std::int64_t piece_words_ = 1;  ///< of a piece but the last
  std::int64_t pieces_ = 1;       ///< of one run
};

/// What becomes of runs.
struct MoveRuns {
  RunGrid const* grid;
  MoveArgs args;
  std::int64_t word;
  tile::Cast const* cast;  ///< null if elements stay as they are
  bool streams;

  void operator()(tile::Kernels const& kernels, Share const& batch) const {
    if (cast != nullptr) convert(kernels, batch);
    else if (args.scale != nullptr) scale(kernels, batch);
    else move(kernels, batch);
  }
  void finish(tile::Kernels const& kernels) const {
    if (streams && args.scale == nullptr) kernels.fence();
  }

 private:
  void convert(tile::Kernels const& kernels, Share const& batch) const {
    grid->for_each(batch, args.dst, args.src, [&](char* to, char const* from, std::int64_t words) {
      kernels.cast_run(to, cast->to_bytes, from, cast->from_bytes, words, *cast, args.scale,
                       streams);
    });
  }

  void scale(tile::Kernels const& kernels, Share const& batch) const {
    grid->for_each(batch, args.dst, args.src, [&](char* to, char const* from, std::int64_t words) {
      kernels.scale_run(to, word, from, word, words, *args.scale);
    });
  }

  /// Places of several runs are found before they are copied: found between two copies they hold up
  /// the loads (runs of 640 bytes on a Zen 5: 34 GB/s a thread, 40 so).
  void move(tile::Kernels const& kernels, Share const& batch) const {
    constexpr std::size_t most = 32;
    std::array<tile::Run, most> runs;
    std::size_t count = 0;
    auto const copy = [&] {
      kernels.copy_runs(args.dst, args.src, runs.data(), static_cast<std::int64_t>(count), streams);
      count = 0;
    };
    grid->for_each(batch, args.dst, args.src, [&](char* to, char const* from, std::int64_t words) {
      runs[count++] = {from - args.src, to - args.dst, words * word};
      if (count == most) copy();
    });
    copy();
  }
};

/// The runs that a team takes, one piece after the other.
struct RunsKernel {
  MoveRuns runs;
  team::Batches batches;

  template <team::Team T>
  void operator()(T const& team) const {
    tile::Kernels const& kernels = tile::kernels();
    team::for_each_batch(team, batches, [&](Share const& batch) { runs(kernels, batch); });
    runs.finish(kernels);
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
        cast_(host_cast_of(normal, tile::kernels())),
        streams_(candidate.tiling.mode.streams) {}

  void run(Exec const& exec, std::byte* dst, std::byte const* src,
           ScaleFactors const* factors) const override {
    with_args(normal_, dst, src, factors, [&](MoveArgs const& args) {
      run_shared(exec, team::Launch{.label = copy_label(schema_)}, normal_.mean_bytes(),
                 grid_.pieces(), 1, [&](team::Batches const& batches) {
                   return RunsKernel{
                       {&grid_, args, normal_.element_bytes, cast_ ? &*cast_ : nullptr, streams_},
                       batches};
                 });
    });
  }

 private:
  NormalProblem normal_;
  Schema schema_;
  RunGrid grid_;
  std::optional<tile::Cast> cast_;
  bool streams_;
};

class CopyMove final : public HostMove {
 public:
  CopyMove(NormalProblem const& normal, Candidate const& candidate)
      : scalar_bytes_(normal.element_bytes),
        grid_(normal),
        cast_(host_cast_of(normal, tile::kernels())),
        streams_(candidate.tiling.mode.streams) {}

  std::int64_t units() const override { return grid_.pieces(); }
  void move(MoveArgs const& args, Share const& units, std::byte* /*scratch*/) const override {
    MoveRuns const runs{&grid_, args, scalar_bytes_, cast_ ? &*cast_ : nullptr, streams_};
    runs(tile::kernels(), units);
    runs.finish(tile::kernels());
  }

 private:
  std::int64_t scalar_bytes_;
  RunGrid grid_;
  std::optional<tile::Cast> cast_;
  bool streams_;
};

}  // namespace

HostMovePtr make_copy_move(NormalProblem const& normal, Candidate const& candidate) {
  return std::make_unique<CopyMove>(normal, candidate);
}

template <class Exec>
PlanPtr<Exec> make_copy(NormalProblem const& normal, Candidate const& candidate, PlanFacts facts) {
  return std::make_shared<CopyPlan<Exec>>(normal, candidate, std::move(facts));
}

#define ISOMER_INSTANTIATE(Exec) \
  template PlanPtr<Exec> make_copy<Exec>(NormalProblem const&, Candidate const&, PlanFacts);
ISOMER_FOR_EACH_HOST_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::detail
