// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/cut.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "in_place/transpose_chunks.hpp"
#include "in_place/work.hpp"
#include "team/exec_spaces.hpp"
#include "team/run_teams.hpp"

namespace isomer::in_place {

using detail::share_of;

namespace {

/// Rows of `side` chunks lie `side` or `pitch` = side + extra chunks apart; offsets in bytes.
///
/// Worker w moves the rows [first(w), first(w + 1)). Where its part of the wide arrangement ends
/// (or begins) differs from where its part of the narrow one does by first(w) * extra chunks:
/// neighbours overwrite there what the other still has to read. That seam is saved before.
struct Geometry {
  Geometry(Step const& step, int worker_count)
      : side(std::min(step.rows, step.cols)),
        extra(std::max(step.rows, step.cols) - side),
        chunk(step.chunk_bytes),
        workers(worker_count),
        wide(step.cols > step.rows) {}

  std::int64_t row_bytes() const { return side * chunk; }
  std::int64_t extra_bytes() const { return extra * chunk; }
  std::int64_t pitch_bytes() const { return row_bytes() + extra_bytes(); }
  std::int64_t strip_bytes() const { return side * extra_bytes(); }
  std::int64_t first(std::int64_t worker) const { return share_of(worker, workers, side).begin; }
  /// The seam before worker w >= 1, which lies at first(w) * row_bytes.
  std::int64_t seam_bytes(std::int64_t worker) const { return first(worker) * extra_bytes(); }
  std::int64_t seam_offset(std::int64_t worker) const {
    std::int64_t offset = strip_bytes();
    for (std::int64_t w = 1; w < worker; ++w) offset += seam_bytes(w);
    return offset;
  }
  std::size_t workspace() const { return static_cast<std::size_t>(seam_offset(workers)); }
  /// What lies in a seam and belongs to the strip.
  std::int64_t idle_seam_bytes() const {
    std::int64_t sum = 0;
    std::int64_t saved = wide ? 0 : side * row_bytes();
    for (std::int64_t w = 1; w < workers; ++w) {
      std::int64_t const begin = std::max(saved, first(w) * row_bytes());
      std::int64_t const end = first(w) * pitch_bytes();
      if (end <= begin) continue;
      sum += wide ? strip_bytes_before(end) - strip_bytes_before(begin) : end - begin;
      saved = end;
    }
    return sum;
  }

  std::int64_t side;
  std::int64_t extra;
  std::int64_t chunk;
  int workers;
  bool wide;

 private:
  /// Of the wide matrix up to an offset.
  std::int64_t strip_bytes_before(std::int64_t end) const {
    return end / pitch_bytes() * extra_bytes() +
           std::max<std::int64_t>(0, end % pitch_bytes() - row_bytes());
  }
};

/// As many workers as the workspace has seams for; 0 if not even the strip fits.
Geometry geometry_for(Step const& step, Limits const& limits) {
  Geometry geometry(step, limits.threads());
  while (geometry.workers > 0 && geometry.workspace() > limits.workspace) --geometry.workers;
  return geometry;
}

/// Saves the strip transposed, and the seams.
struct Save {
  Geometry geometry;
  std::byte const* data;
  std::byte* saved;

  void operator()(team::HostTeam const& team) const {
    std::int64_t const worker = team.block();
    auto const& g = geometry;
    auto const [begin, end] = share_of(worker, g.workers, g.side);
    if (g.wide)  // columns side.. of these rows become columns of a strip of extra x side
      transpose_chunks(g.chunk, saved + begin * g.chunk, g.row_bytes(),
                       data + begin * g.pitch_bytes() + g.row_bytes(), g.pitch_bytes(), end - begin,
                       g.extra);
    else  // these columns of rows side.. become rows of a strip of side x extra
      transpose_chunks(g.chunk, saved + begin * g.extra_bytes(), g.extra_bytes(),
                       data + g.side * g.row_bytes() + begin * g.chunk, g.row_bytes(), g.extra,
                       end - begin);
  }
};

struct SaveSeams {
  Geometry geometry;
  std::byte const* data;
  std::byte* saved;

  void operator()(team::HostTeam const& team) const {
    std::int64_t const worker = team.block();
    if (worker == 0) return;
    std::memcpy(saved + geometry.seam_offset(worker),
                data + geometry.first(worker) * geometry.row_bytes(),
                static_cast<std::size_t>(geometry.seam_bytes(worker)));
  }
};

/// Pushes the rows of a wide matrix together, upwards. A worker finds what lies behind the
/// beginning of its successor's part in the seam.
struct PushTogether {
  Geometry geometry;
  std::byte* data;
  std::byte const* saved;

  void operator()(team::HostTeam const& team) const {
    std::int64_t const worker = team.block();
    auto const& g = geometry;
    bool const last = worker + 1 == g.workers;
    std::int64_t const seam_begin =
        last ? g.side * g.pitch_bytes() : g.first(worker + 1) * g.row_bytes();
    std::byte const* const seam = saved + (last ? 0 : g.seam_offset(worker + 1));
    for (std::int64_t i = g.first(worker); i < (last ? g.side : g.first(worker + 1)); ++i) {
      std::int64_t const from = i * g.pitch_bytes();
      std::int64_t const whole = std::clamp<std::int64_t>(seam_begin - from, 0, g.row_bytes());
      std::byte* const to = data + i * g.row_bytes();
      std::memmove(to, data + from, static_cast<std::size_t>(whole));
      if (whole < g.row_bytes())
        std::memcpy(to + whole, seam + from + whole - seam_begin,
                    static_cast<std::size_t>(g.row_bytes() - whole));
    }
  }
};

/// The strip becomes the last rows.
struct Append {
  Geometry geometry;
  std::byte* data;
  std::byte const* saved;

  void operator()(team::HostTeam const& team) const {
    std::int64_t const worker = team.block();
    auto const [begin, end] = share_of(worker, geometry.workers, geometry.strip_bytes());
    std::memcpy(data + geometry.side * geometry.row_bytes() + begin, saved + begin,
                static_cast<std::size_t>(end - begin));
  }
};

/// Pushes the rows of a square apart, downwards, and fills in the strip. A worker finds what lies
/// before the end of its predecessor's part in the seam.
struct PushApart {
  Geometry geometry;
  std::byte* data;
  std::byte const* saved;

  void operator()(team::HostTeam const& team) const {
    std::int64_t const worker = team.block();
    auto const& g = geometry;
    std::int64_t const first = g.first(worker);
    std::int64_t const seam_begin = first * g.row_bytes();
    std::int64_t const seam_end = worker == 0 ? 0 : first * g.pitch_bytes();
    std::byte const* const seam = saved + (worker == 0 ? 0 : g.seam_offset(worker));
    for (std::int64_t i = share_of(worker, g.workers, g.side).end; i-- > first;) {
      std::int64_t const from = i * g.row_bytes();
      std::int64_t const in_seam = std::clamp<std::int64_t>(seam_end - from, 0, g.row_bytes());
      std::byte* const to = data + i * g.pitch_bytes();
      std::memmove(to + in_seam, data + from + in_seam,
                   static_cast<std::size_t>(g.row_bytes() - in_seam));
      if (in_seam > 0) std::memcpy(to, seam + from - seam_begin, static_cast<std::size_t>(in_seam));
      std::memcpy(to + g.row_bytes(), saved + i * g.extra_bytes(),
                  static_cast<std::size_t>(g.extra_bytes()));
    }
  }
};

template <class Exec>
class CutMove final : public Move<Exec> {
 public:
  CutMove(Step const& step, Limits const& limits, Decomposition<Exec> const& of_squares)
      : step_(step), geometry_(geometry_for(step, limits)) {
    Step const inner{1, geometry_.side, 1, geometry_.side, step.chunk_bytes};
    square_ = of_squares.prepare(inner, limits);
  }

  void run(Exec const& exec, std::byte* data, std::byte* workspace) const override {
    if constexpr (runs_on_host_v<Exec>)
      for (std::int64_t b = 0; b < step_.batch; ++b)
        run_item(exec, data + b * step_.item_bytes(), workspace);
  }

  std::string describe() const override {
    return "a square of " + std::to_string(geometry_.side) + ", " +
           std::to_string(geometry_.extra) + (geometry_.wide ? " columns" : " rows") + " saved";
  }

 private:
  void run_item(Exec const& exec, std::byte* data, std::byte* workspace) const {
    std::int64_t const bytes = step_.item_bytes();
    int const workers = geometry_.workers;
    team::run_teams(exec, "isomer::in_place::cut_save", bytes, workers,
                    Save{geometry_, data, workspace});
    if (geometry_.wide) {
      save_seams(exec, data, workspace);
      team::run_teams(exec, "isomer::in_place::cut_together", bytes, workers,
                      PushTogether{geometry_, data, workspace});
      square_->run(exec, data, nullptr);
      team::run_teams(exec, "isomer::in_place::cut_append", bytes, workers,
                      Append{geometry_, data, workspace});
    } else {
      square_->run(exec, data, nullptr);
      save_seams(exec, data, workspace);
      team::run_teams(exec, "isomer::in_place::cut_apart", bytes, workers,
                      PushApart{geometry_, data, workspace});
    }
  }

  void save_seams(Exec const& exec, std::byte* data, std::byte* workspace) const {
    team::run_teams(exec, "isomer::in_place::cut_seams", step_.item_bytes(), geometry_.workers,
                    SaveSeams{geometry_, data, workspace});
  }

  Step step_;
  Geometry geometry_;
  std::unique_ptr<Move<Exec>> square_;
};

/// The square, each of the batch by itself, and before and after it the rows and the strip.
std::vector<detail::Pass> passes_of(Geometry const& geometry, Step const& step,
                                    Limits const& limits) {
  Step const square{step.batch, geometry.side, 1, geometry.side, step.chunk_bytes};
  auto const batch = static_cast<double>(step.batch);
  auto const strip = batch * static_cast<double>(geometry.strip_bytes());
  auto swap = count_matrices(matrices_of(square), limits.machine);
  swap.launches = batch;
  auto push = count_matrices(matrices_of(step), limits.machine);
  push.launches = 4 * batch;
  push.bytes = static_cast<double>(square.bytes()) + strip;
  push.buffered_bytes = strip;
  auto const residency = residency_of(step.bytes(), limits);
  return {{detail::Kernel::push, residency, static_cast<double>(geometry.workers), push},
          {detail::Kernel::swap, residency, static_cast<double>(limits.threads()), swap}};
}

template <class Exec>
class Cut final : public Decomposition<Exec> {
 public:
  explicit Cut(Decomposition<Exec> const& of_squares) : of_squares_(of_squares) {}

  std::string_view name() const override { return "cut"; }

  std::optional<Estimate> estimate(Step const& step, Limits const& limits) const override {
    if (!runs_on_host_v<Exec> || !step.is_matrix() || step.rows == step.cols) return std::nullopt;
    Geometry const geometry = geometry_for(step, limits);
    if (geometry.workers < 1) return std::nullopt;
    Estimate estimate;
    estimate.work = passes_of(geometry, step, limits);
    estimate.passes = 2;
    // The square twice, and the strip, which goes through the workspace meanwhile.
    estimate.bytes_written = 2 * step.bytes() - step.batch * geometry.strip_bytes();
    estimate.bytes_read = estimate.bytes_written + step.batch * geometry.idle_seam_bytes();
    estimate.workspace = geometry.workspace();
    return priced(std::move(estimate), limits);
  }

  std::unique_ptr<Move<Exec>> prepare(Step const& step, Limits const& limits) const override {
    return std::make_unique<CutMove<Exec>>(step, limits, of_squares_);
  }

  std::optional<std::size_t> least_workspace(Step const& step, Limits const&) const override {
    if (!runs_on_host_v<Exec> || !step.is_matrix() || step.rows == step.cols) return std::nullopt;
    return Geometry(step, 1).workspace();
  }

 private:
  Decomposition<Exec> const& of_squares_;
};

}  // namespace

template <class Exec>
std::unique_ptr<Decomposition<Exec>> cut(Decomposition<Exec> const& of_squares) {
  return std::make_unique<Cut<Exec>>(of_squares);
}

#define ISOMER_INSTANTIATE(Exec) \
  template std::unique_ptr<Decomposition<Exec>> cut<Exec>(Decomposition<Exec> const&);
ISOMER_FOR_EACH_EXEC_IN_PLACE(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::in_place
