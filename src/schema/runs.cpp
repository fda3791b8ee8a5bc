// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copy and FVI-Match-Large: the fastest axis is the same on both sides, so its runs move one by
// one, straight from source to destination. A single run is cut into pieces for the threads.

#include <algorithm>
#include <array>
#include <optional>

#include "index/odometer.hpp"
#include "index/rounding.hpp"
#include "machine/host_kernels.hpp"
#include "problem/normal_problem.hpp"
#include "problem/order.hpp"
#include "schema/host_move.hpp"
#include "tile/host/job.hpp"
#include "tiling/host_tiles.hpp"

namespace isomer::detail {
namespace {

/// Runs longer than this are cut, so that threads share them evenly.
constexpr std::int64_t piece_bytes = 256 << 10;

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

class RunsMove final : public HostMove {
 public:
  RunsMove(NormalProblem const& normal, Candidate const& candidate)
      : word_(normal.element_bytes),
        grid_(normal),
        cast_(host_cast_of(normal, tile::kernels())),
        streams_(candidate.tiling.mode.streams) {}

  std::int64_t units() const override { return grid_.pieces(); }

  void move(MoveArgs const& args, Share const& units, std::byte* /*scratch*/) const override {
    tile::Kernels const& kernels = tile::kernels();
    if (cast_) convert(kernels, args, units);
    else if (args.scale != nullptr) scale(kernels, args, units);
    else copy(kernels, args, units);
    if (streams_) kernels.fence();
  }
  using HostMove::move;

 private:
  void convert(tile::Kernels const& kernels, MoveArgs const& args, Share const& units) const {
    grid_.for_each(units, args.dst, args.src, [&](char* to, char const* from, std::int64_t words) {
      kernels.cast_run(to, cast_->to_bytes, from, cast_->from_bytes, words, *cast_, args.scale,
                       streams_);
    });
  }

  void scale(tile::Kernels const& kernels, MoveArgs const& args, Share const& units) const {
    grid_.for_each(units, args.dst, args.src, [&](char* to, char const* from, std::int64_t words) {
      kernels.scale_run(to, word_, from, word_, words, *args.scale);
    });
  }

  /// Places of several runs are found before they are copied: found between two copies they hold up
  /// the loads (runs of 640 bytes on a Zen 5: 34 GB/s a thread, 40 so).
  void copy(tile::Kernels const& kernels, MoveArgs const& args, Share const& units) const {
    constexpr std::size_t most = 32;
    std::array<tile::Run, most> runs;
    std::size_t count = 0;
    auto const copy_found = [&] {
      kernels.copy_runs(args.dst, args.src, runs.data(), static_cast<std::int64_t>(count),
                        streams_);
      count = 0;
    };
    grid_.for_each(units, args.dst, args.src, [&](char* to, char const* from, std::int64_t words) {
      runs[count++] = {from - args.src, to - args.dst, words * word_};
      if (count == most) copy_found();
    });
    copy_found();
  }

  std::int64_t word_;
  RunGrid grid_;
  std::optional<tile::Cast> cast_;
  bool streams_;
};

}  // namespace

HostMovePtr make_runs_move(NormalProblem const& normal, Candidate const& candidate) {
  return std::make_unique<RunsMove>(normal, candidate);
}

}  // namespace isomer::detail
