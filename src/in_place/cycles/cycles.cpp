// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/cycles/cycles.hpp"

#include <algorithm>
#include <utility>

#include "in_place/cycles/cycle_split.hpp"
#include "in_place/cycles/device_cycles.hpp"
#include "in_place/move_by_warps.hpp"
#include "in_place/piece.hpp"
#include "in_place/work.hpp"
#include "index/rounding.hpp"
#include "team/exec_spaces.hpp"
#include "team/run_teams.hpp"

namespace isomer::in_place {

using detail::FastDiv;

namespace {

/// The least workspace: saved starts of one cache line.
constexpr std::size_t min_bytes = 64;
/// Long chunks are moved in parts of this size, one after the other: no more lines are prefetched
/// at a time, and they lie in one page of memory.
constexpr std::int64_t max_cycle_piece_bytes = 4096;
/// Enough segments to keep many threads equally busy.
constexpr std::int64_t max_cycle_starts = 8192;
/// Steps along a segment between prefetch and use.
[[maybe_unused]] constexpr int prefetch_distance = 16;

struct Layout {
  std::int64_t piece_bytes = 0;
  std::int64_t pieces = 1;  ///< parts in which a chunk is moved
  std::int64_t starts = 0;
  std::size_t bit_words = 0;

  std::size_t saved_bytes() const {
    return detail::round_up(static_cast<std::size_t>(starts * piece_bytes), min_bytes);
  }
  std::size_t bytes() const { return std::max(min_bytes, saved_bytes() + bit_words * 8); }
};

Layout lay_out(Step const& step, Limits const& limits) {
  Layout layout;
  layout.piece_bytes = std::min(step.chunk_bytes, max_cycle_piece_bytes);
  layout.pieces = detail::ceil_div(step.chunk_bytes, layout.piece_bytes);
  std::int64_t const size = step.item_chunks();
  // With many matrices or pieces to share out, each is done by one thread, uncut and unmarked.
  if (step.batch * layout.pieces >= 8 * static_cast<std::int64_t>(limits.threads())) return layout;
  auto room = limits.workspace;
  auto const bits = static_cast<std::size_t>(detail::ceil_div(size, 64));
  if (step.chunk_bytes <= 64 && bits * 8 + min_bytes <= room) {
    layout.bit_words = bits;
    room -= bits * 8;
  }
  layout.starts =
      std::min({max_cycle_starts, size / 128,
                static_cast<std::int64_t>(room / min_bytes * min_bytes) / layout.piece_bytes});
  return layout;
}

/// What all kernels below know: `items` matrices of pieces, each `stride` bytes apart.
template <class Piece>
struct Walk {
  TransposeMap map;
  CycleSplit split;
  FastDiv by_pieces;
  std::int64_t item_bytes;
  std::int64_t chunk_bytes;
  std::int64_t piece_bytes;
  std::byte* data;
  std::byte* saved;
  std::uint64_t* moved;  ///< one bit a position, or null
  Piece piece;

  /// The piece at position 0 of an item.
  KOKKOS_INLINE_FUNCTION std::byte* base(std::int64_t item) const {
    std::int64_t const b = by_pieces.quotient(item);
    return data + b * item_bytes + (item - b * by_pieces.divisor()) * piece_bytes;
  }
  KOKKOS_INLINE_FUNCTION std::byte* at(std::byte* base, std::int64_t position) const {
    return base + position * chunk_bytes;
  }
  KOKKOS_INLINE_FUNCTION void mark(std::int64_t position) const {
    if (moved != nullptr)
      Kokkos::atomic_or(moved + (position >> 6), std::uint64_t{1} << (position & 63));
  }
  KOKKOS_INLINE_FUNCTION bool is_marked(std::int64_t position) const {
    return moved != nullptr &&
           ((Kokkos::atomic_load(moved + (position >> 6)) >> (position & 63)) & 1) != 0;
  }
};

template <class Piece>
struct ClearBits {
  Walk<Piece> walk;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t word) const { walk.moved[word] = 0; }
};

template <class Piece>
struct SaveStarts {
  Walk<Piece> walk;
  std::int64_t item;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k) const {
    walk.piece.copy(walk.saved + k * walk.piece_bytes,
                    walk.at(walk.base(item), walk.split.start(k)));
  }
};

/// Follows the segment of start k.
template <class Piece, bool prefetches>
struct MoveSegments {
  Walk<Piece> walk;
  std::int64_t item;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k) const {
    if constexpr (prefetches) {
      KOKKOS_IF_ON_HOST((prefetch_and_follow(walk.base(item), walk.split.start(k));))
    } else {
      follow(walk.base(item), walk.split.start(k));
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION void follow(std::byte* base, std::int64_t to) const {
    for (std::int64_t from = walk.map.source(to); !take(base, to, from); from = walk.map.source(to))
      to = from;
  }

  /// The sources are worked out `prefetch_distance` steps before they are needed, so that their
  /// lines are on their way.
  void prefetch_and_follow(std::byte* base, std::int64_t to) const {
    std::int64_t ring[prefetch_distance];
    std::int64_t newest = to;
    bool ended = false;
    for (auto& source : ring) source = newest = next(base, newest, ended);
    for (int slot = 0; !take(base, to, ring[slot]); slot = (slot + 1) % prefetch_distance) {
      to = ring[slot];
      ring[slot] = newest = next(base, newest, ended);
    }
  }

  /// Moves one piece; true if that was the last one, which a start had.
  KOKKOS_INLINE_FUNCTION bool take(std::byte* base, std::int64_t to, std::int64_t from) const {
    walk.mark(to);
    auto const number = walk.split.number_of(from);
    bool const saved = number < static_cast<std::uint64_t>(walk.split.count());
    walk.piece.copy(walk.at(base, to),
                    saved ? walk.saved + static_cast<std::int64_t>(number) * walk.piece_bytes
                          : walk.at(base, from));
    return saved;
  }

  /// One step further, but never past the start that ends the segment.
  std::int64_t next(std::byte* base, std::int64_t position, bool& ended) const {
    if (ended) return position;
    std::int64_t const source = walk.map.source(position);
    ended = walk.split.contains(source);
    if (!ended) walk.piece.prefetch(walk.at(base, source));
    return source;
  }
};

/// Moves the cycle of position s + 1 and its companion if s + 1 leads them and no start cuts them.
template <class Piece>
struct MoveUncutCycles {
  Walk<Piece> walk;
  FastDiv by_leaders;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t index) const {
    std::int64_t const item = by_leaders.quotient(index);
    std::int64_t const leader = index - item * by_leaders.divisor() + 1;
    std::int64_t const companion = walk.map.size - 1 - leader;
    if (walk.is_marked(leader) || walk.split.contains(leader)) return;
    bool meets_companion = leader == companion;
    std::int64_t x = walk.map.source(leader);
    for (; x != leader; x = walk.map.source(x)) {
      // A smaller position, here or in the companion cycle, leads both.
      if (x < leader || x > companion || walk.split.contains(x)) return;
      if (x == companion) meets_companion = true;
    }
    std::byte* const base = walk.base(item);
    follow(base, leader);
    if (!meets_companion) follow(base, companion);
  }

 private:
  KOKKOS_INLINE_FUNCTION void follow(std::byte* base, std::int64_t first) const {
    std::int64_t to = first;
    for (std::int64_t from = walk.map.source(to); from != first; from = walk.map.source(to)) {
      walk.piece.swap(walk.at(base, to), walk.at(base, from));
      walk.mark(to);
      to = from;
    }
    walk.mark(to);
  }
};

template <class Exec>
class CyclesMove final : public Move<Exec> {
 public:
  CyclesMove(Step const& step, Layout const& layout)
      : step_(step),
        layout_(layout),
        map_(step.rows, step.cols),
        split_(map_.size, layout.starts) {}

  void run(Exec const& exec, std::byte* data, std::byte* workspace) const override {
    switch (layout_.piece_bytes) {
      case 1: return run_with(exec, data, workspace, WordPiece<std::uint8_t>{});
      case 2: return run_with(exec, data, workspace, WordPiece<std::uint16_t>{});
      case 4: return run_with(exec, data, workspace, WordPiece<std::uint32_t>{});
      case 8: return run_with(exec, data, workspace, WordPiece<std::uint64_t>{});
      case 16: return run_with(exec, data, workspace, WordPiece<Word16>{});
      default: run_in_pieces(exec, data, workspace);
    }
  }

  std::string describe() const override {
    return "chunks of " + std::to_string(step_.chunk_bytes) + " bytes, " +
           std::to_string(split_.count()) + " segments, " +
           (layout_.bit_words != 0 ? "one bit a chunk" : "leaders found by arithmetic");
  }

 private:
  /// The last piece of a chunk may be shorter: it is a set of matrices of its own.
  void run_in_pieces(Exec const& exec, std::byte* data, std::byte* workspace) const {
    std::int64_t const whole = step_.chunk_bytes / layout_.piece_bytes;
    std::int64_t const rest = step_.chunk_bytes % layout_.piece_bytes;
    run_with(exec, data, workspace, BytesPiece{layout_.piece_bytes}, whole);
    if (rest != 0)
      run_with(exec, data + whole * layout_.piece_bytes, workspace, BytesPiece{rest}, 1);
  }

  template <class Piece>
  void run_with(Exec const& exec, std::byte* data, std::byte* workspace, Piece piece,
                std::int64_t pieces = 1) const {
    auto* const moved = layout_.bit_words == 0
                            ? nullptr
                            : reinterpret_cast<std::uint64_t*>(workspace + layout_.saved_bytes());
    Walk<Piece> const walk{map_,
                           split_,
                           FastDiv(pieces),
                           step_.item_bytes(),
                           step_.chunk_bytes,
                           layout_.piece_bytes,
                           data,
                           workspace,
                           moved,
                           piece};
    std::int64_t const items = step_.batch * pieces;
    std::int64_t const leaders = (map_.size - 1) / 2;
    if (leaders < 1) return;
    if (split_.count() == 0 && moved == nullptr) {
      for_each(exec, "isomer::in_place::cycles", items * leaders,
               MoveUncutCycles<Piece>{walk, FastDiv(leaders)});
      return;
    }
    for (std::int64_t item = 0; item < items; ++item) {
      if (moved != nullptr)
        for_each(exec, "isomer::in_place::cycles_clear",
                 static_cast<std::int64_t>(layout_.bit_words), ClearBits<Piece>{walk});
      for_each(exec, "isomer::in_place::cycles_save", split_.count(),
               SaveStarts<Piece>{walk, item});
      for_each(exec, "isomer::in_place::cycles_segments", split_.count(),
               MoveSegments<Piece, detail::runs_on_host_v<Exec>>{walk, item}, 1);
      auto shifted = walk;
      shifted.data = walk.base(item);
      for_each(exec, "isomer::in_place::cycles", leaders,
               MoveUncutCycles<Piece>{shifted, FastDiv(leaders)});
    }
  }

  template <class Functor>
  void for_each(Exec const& exec, char const* label, std::int64_t count, Functor const& functor,
                int batch = 1024) const {
    team::run_indices(exec, label, step_.bytes(), count, batch, functor);
  }

  Step step_;
  Layout layout_;
  TransposeMap map_;
  CycleSplit split_;
};

/// A chunk is a run, read and written apart. Without starts a core waits for one line after the
/// other instead of having ten on their way; leaders without marks are found by arithmetic, a walk
/// of some steps each.
detail::Pass pass_of(Layout const& layout, Step const& step, Limits const& limits) {
  double const launches =
      layout.starts > 0 ? 4.0 * static_cast<double>(step.batch * layout.pieces) : 1.0;
  if (!limits.machine.is_host()) {
    std::int64_t const at_work =
        layout.starts > 0 ? layout.starts : step.batch * layout.pieces * step.item_chunks() / 2;
    auto pass = scattered_pass(limits.machine, step.bytes(), layout.piece_bytes, at_work);
    pass.work.launches = launches;
    return pass;
  }
  auto const chunks = static_cast<double>(step.bytes()) / static_cast<double>(step.chunk_bytes);
  auto work = count_matrices(matrices_of(step), limits.machine);
  work.launches = launches;
  work.runs_read = layout.starts > 0 ? chunks : 5 * chunks;
  work.runs_written = layout.bit_words == 0 && layout.pieces == 1 ? chunks : 0;
  return {detail::Kernel::cycles, residency_of(step.bytes(), limits),
          static_cast<double>(limits.threads()), work};
}

template <class Exec>
class Cycles final : public Decomposition<Exec> {
 public:
  std::string_view name() const override { return "cycles"; }

  std::optional<Estimate> estimate(Step const& step, Limits const& limits) const override {
    if (!step.is_matrix() || limits.workspace < min_bytes) return std::nullopt;
    if constexpr (!runs_on_host_v<Exec>) {
      if (auto const plan = DeviceCycles::fit(step, limits)) return plan->estimate(step, limits);
    }
    Layout const layout = lay_out(step, limits);
    Estimate estimate;
    estimate.work = {pass_of(layout, step, limits)};
    estimate.bytes_read = estimate.bytes_written = step.bytes();
    estimate.workspace = layout.bytes();
    return priced(std::move(estimate), limits);
  }

  std::unique_ptr<Move<Exec>> prepare(Step const& step, Limits const& limits) const override {
    if constexpr (!runs_on_host_v<Exec>) {
      if (auto const plan = DeviceCycles::fit(step, limits))
        return std::make_unique<MoveByWarps<Exec, DeviceCycles>>(*plan);
    }
    return std::make_unique<CyclesMove<Exec>>(step, lay_out(step, limits));
  }

  std::optional<std::size_t> least_workspace(Step const& step, Limits const&) const override {
    if (!step.is_matrix()) return std::nullopt;
    return min_bytes;
  }
};

}  // namespace

template <class Exec>
Decomposition<Exec> const& cycles() {
  static Cycles<Exec> const decomposition;
  return decomposition;
}

#define ISOMER_INSTANTIATE(Exec) template Decomposition<Exec> const& cycles<Exec>();
ISOMER_FOR_EACH_EXEC_IN_PLACE(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::in_place
