// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copy and FVI-Match-Large: the fastest axis is the same on both sides, so its runs move one by
// one, straight from source to destination. A single run is cut into pieces for the threads.

#include <algorithm>

#include "plan/instantiate.hpp"
#include "problem/normalize.hpp"
#include "problem/order.hpp"
#include "schema/candidate.hpp"
#include "schema/device_slices.hpp"
#include "schema/launch.hpp"
#include "schema/scale.hpp"
#include "threads/work_shares.hpp"
#include "tile/job.hpp"

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
  explicit RunGrid(Problem const& normal) : rank_(normal.rank), word_(normal.element_bytes) {
    bytes_ = rank_ > 0 ? axis_at(normal, 0).extent * word_ : word_;
    pieces_ = std::max<std::int64_t>(1, (bytes_ + piece_bytes - 1) / piece_bytes);
    for (int k = 1; k < rank_; ++k) {
      Axis const& axis = axis_at(normal, k);
      digit_[static_cast<std::size_t>(k)] = {axis.extent, axis.src_stride * word_,
                                             axis.dst_stride * word_};
      runs_ *= axis.extent;
    }
  }

  std::int64_t pieces() const { return runs_ * pieces_; }
  std::int64_t bytes() const { return runs_ * bytes_; }

  /// Calls move(dst, src, bytes) for the pieces of a share.
  template <class Move>
  void for_each(Share const& share, char* dst, char const* src, Move const& move) const {
    std::int64_t piece = share.begin % pieces_;
    std::array<std::int64_t, max_axes> index{};
    std::int64_t rest = share.begin / pieces_;
    for (int k = 1; k < rank_; ++k) {
      auto const i = static_cast<std::size_t>(k);
      index[i] = rest % digit_[i].extent;
      rest /= digit_[i].extent;
      src += index[i] * digit_[i].src;
      dst += index[i] * digit_[i].dst;
    }
    for (std::int64_t left = share.end - share.begin; left > 0; --left) {
      std::int64_t const at = piece * piece_bytes;
      move(dst + at, src + at, std::min(piece_bytes, bytes_ - at));
      if (++piece < pieces_) continue;
      piece = 0;
      for (int k = 1; k < rank_; ++k) {
        auto const i = static_cast<std::size_t>(k);
        src += digit_[i].src;
        dst += digit_[i].dst;
        if (++index[i] < digit_[i].extent) break;
        src -= digit_[i].src * digit_[i].extent;
        dst -= digit_[i].dst * digit_[i].extent;
        index[i] = 0;
      }
    }
  }

 private:
  struct Digit {
    std::int64_t extent;
    std::int64_t src;
    std::int64_t dst;
  };
  int rank_;
  std::int64_t word_;
  std::int64_t bytes_ = 0;   ///< of one run
  std::int64_t pieces_ = 1;  ///< of one run
  std::int64_t runs_ = 1;
  std::array<Digit, max_axes> digit_{};
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
        runs_{RunGrid(normal), candidate.streams} {}

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
  if constexpr (is_host_v<Exec>)
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
