// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/in_place/in_place_move.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "in_place/piece_queue.hpp"
#include "in_place/work.hpp"
#include "index/rounding.hpp"
#include "machine/host_kernels.hpp"
#include "records/in_place/in_place_shape.hpp"
#include "records/in_place/shift_worker.hpp"
#include "records/move/work.hpp"
#include "team/exec_spaces.hpp"
#include "team/run_teams.hpp"

namespace isomer::records {

using detail::Share;
using detail::WorkShares;
using in_place::PieceQueue;

namespace {

/// Where everything is while a plan runs.
struct InPlaceRun {
  InPlaceShape const& shape;
  InPlaceWorkspace const& offsets;
  char* data;
  char* workspace;

  char* scratch(std::int64_t worker) const {
    return workspace + offsets.scratch + worker * offsets.scratch_stride;
  }
  char* kept(std::int64_t worker, std::int64_t cycle) const {
    return workspace + offsets.kept + worker * offsets.kept_stride +
           cycle % InPlaceWorkspace::kept_pieces * shape.pieces->slots.piece_bytes();
  }
  /// The counter of batches, then a flag for each panel that has been read.
  std::uint32_t* flags() const {
    return reinterpret_cast<std::uint32_t*>(workspace + offsets.flags);
  }
  char* saved(std::int64_t k) const {
    return workspace + offsets.saved + k * shape.pieces->slots.piece_bytes();
  }
  char* place(std::int64_t n) const {
    PieceSlots const& slots = shape.pieces->slots;
    if (n < slots.places()) return data + slots.address(n);
    return workspace + offsets.deferred + (n - slots.places()) * slots.piece_bytes();
  }
};

/// Takes packed panels in pieces to their places.
class PieceDrain {
 public:
  explicit PieceDrain(InPlaceRun const& run) : run_(&run), move_(tile::kernels().pieces.vectors) {}

  void start(std::int64_t p, char const* packed, std::int64_t steps) {
    panel_ = p;
    packed_ = packed;
    next_ = 0;
    std::int64_t const pieces = run_->shape.pieces->slots.pieces();
    each_ = detail::ceil_div(pieces, std::max<std::int64_t>(steps, 1));
  }
  void step() {
    if (packed_ != nullptr) move(std::min(next_ + each_, run_->shape.pieces->slots.pieces()));
  }
  void finish() {
    if (packed_ != nullptr) move(run_->shape.pieces->slots.pieces());
  }

 private:
  void move(std::int64_t end) {
    PieceMoves const& pieces = *run_->shape.pieces;
    std::int64_t const bytes = pieces.slots.piece_bytes();
    for (; next_ < end; ++next_) {
      auto const slot = static_cast<std::size_t>(pieces.slots.slot_of(panel_, next_));
      move_(run_->place(pieces.order.place[slot]), packed_ + next_ * bytes, bytes, {});
    }
  }

  InPlaceRun const* run_;
  tile::PieceKernels::Move move_;
  std::int64_t panel_ = 0;
  char const* packed_ = nullptr;
  std::int64_t next_ = 0;
  std::int64_t each_ = 0;
};

/// The records behind the last full panel, as the destination has them.
void save_strip(InPlaceRun const& run) {
  InPlaceShape const& shape = run.shape;
  SegmentPlaces<char const> from;
  SegmentPlaces<char> packed;
  place_segments(shape.change.src, static_cast<char const*>(run.data), shape.panels(), from);
  place_packed(shape.change.dst, run.workspace + run.offsets.strip, packed);
  shape.change.regroup.run(from.data(), packed.data(), shape.rest(), run.scratch(0));
}

void write_strip(InPlaceRun const& run) {
  InPlaceShape const& shape = run.shape;
  SegmentPlaces<char> packed;
  SegmentPlaces<char> to;
  place_packed(shape.change.dst, run.workspace + run.offsets.strip, packed);
  place_segments(shape.change.dst, run.data, shape.panels(), to);
  shape.unpack.run(packed.data(), to.data(), shape.rest(), nullptr);
}

void move_panels(InPlaceRun const& run, std::int64_t part, std::int64_t worker) {
  InPlaceShape const& shape = run.shape;
  std::int64_t const begin = first_panel(part, shape.parts, shape.panels());
  std::int64_t const end = first_panel(part + 1, shape.parts, shape.panels());
  PanelRow const panels{begin, end - begin};
  if (shape.pieces)
    BufferedPanels(shape.change, run.data, run.scratch(worker), PieceDrain(run)).move(panels);
  else
    BufferedPanels(shape.change, run.data, run.scratch(worker),
                   PanelDrain(shape.change.dst, run.data, false))
        .move(panels);
}

void shift_panels(InPlaceRun const& run, team::HostTeam const& team) {
  InPlaceShape const& shape = run.shape;
  ShiftWorker(shape.change, *shape.shift, {run.data, run.flags(), run.scratch(team.block())}, team)
      .work();
  if (shape.shift->past_caches) tile::kernels().fence();
}

void save_pieces(InPlaceRun const& run, std::int64_t worker) {
  PieceMoves const& pieces = *run.shape.pieces;
  auto const& saved = pieces.segments.saved;
  Share const share =
      detail::share_of(worker, run.shape.workers, static_cast<std::int64_t>(saved.size()));
  PieceQueue queue(tile::piece_move(), pieces.slots.piece_bytes());
  for (std::int64_t k = share.begin; k < share.end; ++k)
    queue.push(run.saved(k), run.place(saved[static_cast<std::size_t>(k)]));
}

/// The moves of segments, in order.
class SegmentWalk {
 public:
  SegmentWalk(InPlaceRun const& run, std::int64_t worker)
      : run_(run),
        pieces_(*run.shape.pieces),
        worker_(worker),
        move_(tile::piece_move()),
        queue_(move_, pieces_.slots.piece_bytes()) {}

  void follow(PieceSegment const& segment) {
    using End = PieceSegment::End;
    char const* last = nullptr;
    if (segment.end == End::saved) last = run_.saved(segment.saved);
    if (segment.end == End::cycle) last = keep(segment.first);
    std::uint32_t slot = segment.first;
    char* to = run_.place(slot);
    for (std::uint32_t k = 1; k < segment.moves; ++k) {
      slot = pieces_.order.place[slot];
      char* const from = run_.place(slot);
      queue_.push(to, from);
      to = from;
    }
    queue_.push(to, last != nullptr ? last : run_.place(pieces_.order.place[slot]));
  }

 private:
  char const* keep(std::uint32_t slot) {
    char* const kept = run_.kept(worker_, cycles_++);
    move_(kept, run_.place(slot), pieces_.slots.piece_bytes(), {});
    return kept;
  }

  InPlaceRun const& run_;
  PieceMoves const& pieces_;
  std::int64_t worker_;
  tile::PieceKernels::Move move_;
  PieceQueue queue_;
  std::int64_t cycles_ = 0;
};

template <class Exec>
class RecordMove final : public in_place::Move<Exec> {
 public:
  explicit RecordMove(InPlaceShape shape) : shape_(std::move(shape)), offsets_(shape_) {}

  void run(Exec const& exec, std::byte* data, std::byte* workspace) const override {
    InPlaceRun const run{shape_, offsets_, reinterpret_cast<char*>(data),
                         reinterpret_cast<char*>(workspace)};
    if (shape_.rest() > 0) once(exec, "isomer::records::save_strip", [&] { save_strip(run); });
    if (shape_.shift) {
      once(exec, "isomer::records::clear_flags",
           [&] { std::fill_n(run.flags(), shape_.panels() + 1, 0U); });
      team::run_teams(exec, "isomer::records::panels", bytes(), shape_.workers,
                      [&run](team::HostTeam const& team) { shift_panels(run, team); });
    } else if (shape_.panels() > 0 && shape_.parts > 0) {
      share_out(exec, "isomer::records::panels", shape_.parts,
                [&run](std::int64_t worker, auto const& for_each) {
                  for_each([&](std::int64_t part) { move_panels(run, part, worker); });
                });
    }
    if (shape_.pieces) move_pieces(exec, run);
    if (shape_.rest() > 0) once(exec, "isomer::records::write_strip", [&] { write_strip(run); });
  }

  std::string describe() const override {
    std::string text = std::to_string(shape_.panels()) + " panels of " +
                       std::to_string(shape_.change.height) + " records, strip of " +
                       std::to_string(shape_.rest());
    text += shape_.parts > 0 ? shape_.change.permuted() : ", as they lie";
    if (shape_.shift) text += shape_.shift->shift.spreads() ? ", spreading" : ", closing up";
    if (shape_.pieces)
      text += ", pieces of " + std::to_string(shape_.pieces->slots.piece_bytes()) + " bytes";
    return text;
  }
  std::size_t kept_bytes() const override {
    if (!shape_.pieces) return 0;
    auto const bytes = [](auto const& list) { return list.size() * sizeof(list[0]); };
    auto const& [slots, order, segments] = *shape_.pieces;
    return bytes(order.place) + bytes(segments.segment) + bytes(segments.saved);
  }

 private:
  void move_pieces(Exec const& exec, InPlaceRun const& run) const {
    team::run_teams(exec, "isomer::records::save_pieces", bytes(), shape_.workers,
                    [&run](team::HostTeam const& team) { save_pieces(run, team.block()); });
    auto const& segments = shape_.pieces->segments.segment;
    share_out(
        exec, "isomer::records::pieces", static_cast<std::int64_t>(segments.size()),
        [&](std::int64_t worker, auto const& for_each) {
          SegmentWalk walk(run, worker);
          for_each([&](std::int64_t k) { walk.follow(segments[static_cast<std::size_t>(k)]); });
        });
  }

  template <class Run>
  void once(Exec const& exec, char const* label, Run const& run) const {
    team::run_teams(exec, label, bytes(), 1, [&run](team::HostTeam const&) { run(); });
  }

  /// body(worker, for_each) on each worker, where for_each(visit) calls visit(k) for the items k
  /// that the worker takes.
  template <class Body>
  void share_out(Exec const& exec, char const* label, std::int64_t items, Body const& body) const {
    WorkShares shares(items, shape_.workers, 1);
    team::run_teams(exec, label, bytes(), shape_.workers, [&](team::HostTeam const& team) {
      body(std::int64_t{team.block()}, [&](auto const& visit) {
        shares.for_each_batch(team.block(), [&](Share const& batch) {
          for (std::int64_t k = batch.begin; k < batch.end; ++k) visit(k);
        });
      });
    });
  }

  std::int64_t bytes() const {
    return std::max(shape_.change.src.bytes, shape_.change.dst.bytes) * (shape_.panels() + 1);
  }

  InPlaceShape shape_;
  InPlaceWorkspace offsets_;
};

/// But for those that belong where they already are.
std::int64_t moved_pieces(PieceMoves const& pieces) {
  std::int64_t moves = 0;
  for (PieceSegment const& segment : pieces.segments.segment) moves += segment.moves;
  return moves;
}

in_place::Estimate estimate_of(RecordProblem const& problem, InPlaceShape const& shape,
                               Limits const& limits) {
  std::int64_t const moved = shape.pieces ? moved_pieces(*shape.pieces) : 0;
  std::int64_t const piece = shape.pieces ? shape.pieces->slots.piece_bytes() : 0;
  in_place::Estimate estimate =
      passes_of(problem, {shape.change.height, piece, shape.parts == 0}, moved, limits);
  estimate.workspace = static_cast<std::size_t>(InPlaceWorkspace(shape).bytes);
  estimate.pieces = shape.pieces ? shape.pieces->slots.slots() : 0;
  return in_place::priced(std::move(estimate), limits);
}

}  // namespace

template <class Exec>
InPlaceChoice<Exec> in_place_move(RecordProblem const& problem, Limits const& limits) {
  InPlaceShape shape = in_place_shape(problem, limits);
  in_place::Estimate estimate = estimate_of(problem, shape, limits);
  return {std::move(estimate), std::make_unique<RecordMove<Exec>>(std::move(shape))};
}

in_place::Estimate predicted(RecordProblem const& problem, Limits const& limits) {
  return estimate_of(problem, in_place_outline(problem, limits), limits);
}

std::size_t workspace_of(RecordProblem const& problem, Limits const& limits) {
  return static_cast<std::size_t>(InPlaceWorkspace(in_place_shape(problem, limits)).bytes);
}

#define ISOMER_INSTANTIATE(Exec) \
  template InPlaceChoice<Exec> in_place_move<Exec>(RecordProblem const&, Limits const&);
ISOMER_FOR_EACH_HOST_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::records
