// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/square/square.hpp"

#include <algorithm>
#include <utility>

#include "in_place/piece.hpp"
#include "in_place/square/device_squares.hpp"
#include "in_place/square/pair_order.hpp"
#include "in_place/square/square_matrices.hpp"
#include "in_place/work.hpp"
#include "machine/host_kernels.hpp"
#include "team/exec_spaces.hpp"
#include "team/run_teams.hpp"
#include "tile/host/prefetch.hpp"

namespace isomer::in_place {

using detail::WorkShares;

namespace {

/// The tiles that are exchanged with their mirror images: high and narrow, so that the rows of the
/// mirror image are long, while those of the tile itself continue in the next one (5000 rows of
/// doubles, two threads: 0.95 of copy, 64 x 64 words 0.78).
struct TileShape {
  TileShape(Squares const& squares, int workers)
      : rows(std::clamp<std::int64_t>(1024 / squares.chunk, 4, 512)),
        cols(squares.chunk <= 16 ? std::clamp<std::int64_t>(128 / squares.chunk, 1, rows) : rows) {
    // Enough pairs for the workers to share.
    while (rows > cols && squares.count * pairs(squares) < 16 * workers) rows /= 2;
  }

  std::int64_t across(Squares const& squares) const { return (squares.side + rows - 1) / rows; }
  static std::int64_t count(std::int64_t tiles) { return PairOrder<int>::count(tiles); }
  std::int64_t pairs(Squares const& squares) const { return count(across(squares)); }

  std::int64_t rows;
  std::int64_t cols;
};

/// Exchanges tiles of words in registers, and prefetches the lines of the next pair.
struct SwapWords {
  tile::SquareKernels::Swap kernel;

  void operator()(tile::Rectangle const& a, char* b, tile::NextPair const& next) const {
    kernel(a, b, next);
  }
};

/// Exchanges tiles of longer or odd chunks one by one.
struct SwapChunks {
  BytesPiece piece;

  void operator()(tile::Rectangle const& a, char* b, tile::NextPair const& next) const {
    bool const diagonal = a.at == b;
    for (std::int64_t r = 0; r < a.rows; ++r)
      for (std::int64_t c = diagonal ? r + 1 : 0; c < a.cols; ++c) {
        std::int64_t const in_a = r * a.stride + c * piece.bytes;
        std::int64_t const in_b = c * a.stride + r * piece.bytes;
        if (next.a != nullptr) {
          tile::prefetch_lines(next.a + in_a, piece.bytes);
          tile::prefetch_lines(next.b + in_b, piece.bytes);
        }
        piece.swap(reinterpret_cast<std::byte*>(a.at + in_a),
                   reinterpret_cast<std::byte*>(b + in_b));
      }
  }
};

/// The pairs of tiles, shared out. Where each worker has matrices of its own, these one after the
/// other; else first the triangles at both ends of their diagonals, then the rectangles between
/// these. So while half of the workers are in the upper rows, the others are in the lower ones:
/// cores that share no cache must not write close to each other (PanelShape::affinity_of).
class PairShares {
 public:
  PairShares(Squares const& squares, TileShape const& tile, int workers)
      : whole_(squares.count >= workers),
        tiles_(tile.across(squares)),
        pairs_(whole_ ? tile.count(tiles_) : tile.count(half()) + tile.count(tiles_ - half())),
        joining_(whole_ ? 0 : half() * (tiles_ - half())),
        first_(squares.count * pairs_, workers, min_batch(squares, tile)),
        second_(squares.count * joining_, workers, min_batch(squares, tile)) {}

  /// Calls visit_in(matrix)(i, j, count) for the runs of pairs (PairOrder) of a worker.
  template <class VisitIn>
  void for_each_run(int worker, VisitIn const& visit_in) {
    first_.for_each_batch(worker, [&](detail::Share const& batch) {
      for_each_matrix(batch, pairs_, visit_in, [this](auto& order) {
        if (whole_) return order.triangle(0, tiles_);
        order.triangle(0, half());
        order.triangle(half(), tiles_ - half());
      });
    });
    second_.for_each_batch(worker, [&](detail::Share const& batch) {
      for_each_matrix(batch, joining_, visit_in,
                      [this](auto& order) { order.rectangle(0, half(), half(), tiles_ - half()); });
    });
  }

 private:
  /// A batch has no fewer bytes.
  static constexpr std::int64_t min_bytes = 256 << 10;
  static std::int64_t min_batch(Squares const& squares, TileShape const& tile) {
    return min_bytes / (2 * tile.rows * tile.rows * squares.chunk);
  }

  std::int64_t half() const { return tiles_ / 2; }

  template <class VisitIn, class Walk>
  static void for_each_matrix(detail::Share const& batch, std::int64_t each,
                              VisitIn const& visit_in, Walk const& walk) {
    for (std::int64_t at = batch.begin; at < batch.end;) {
      std::int64_t const matrix = at / each;
      std::int64_t const until = std::min(batch.end, (matrix + 1) * each);
      auto const visit = visit_in(matrix);
      PairOrder order(at - matrix * each, until - matrix * each, visit);
      walk(order);
      at = until;
    }
  }

  bool whole_;
  std::int64_t tiles_;
  std::int64_t pairs_;    ///< of a matrix, in first_
  std::int64_t joining_;  ///< and in second_
  WorkShares first_;
  WorkShares second_;
};

template <class Swap>
struct SwapTiles {
  Squares squares;
  Swap swap;
  std::byte* data;
  TileShape tile;
  bool prefetches_matrix;  ///< with each pair the same one of the next matrix is prefetched
  PairShares* shares;

  void operator()(team::HostTeam const& team) const {
    // One pair late: when a pair is exchanged, the one after it is known.
    Pair last{};
    std::int64_t to_next = 0;
    auto const exchange = [&](Pair const& pair) {
      if (to_next != 0) return swap(pair.a, pair.b, next(pair, to_next));
      if (last.b != nullptr) swap(last.a, last.b, next(pair, 0));
      last = pair;
    };
    shares->for_each_run(team.block(), [&](std::int64_t matrix) {
      std::byte* const origin = squares.origin(data, matrix);
      if (prefetches_matrix)
        to_next = matrix + 1 < squares.count ? squares.origin(data, matrix + 1) - origin : 0;
      return [=, this, &exchange](std::int64_t i, std::int64_t j, std::int64_t count) {
        visit_run(origin, i * tile.rows, j * tile.rows, (j + count) * tile.rows, exchange);
      };
    });
    if (last.b != nullptr) swap(last.a, last.b, {nullptr, nullptr, false});
  }

 private:
  struct Pair {
    tile::Rectangle a;
    char* b;
  };

  /// The tiles with columns col .. last of the tiles' rows that start with `row`, as far as they
  /// lie above the diagonal, and the squares on it.
  template <class Exchange>
  void visit_run(std::byte* origin, std::int64_t row, std::int64_t col, std::int64_t last,
                 Exchange const& exchange) const {
    std::int64_t const rows = std::min(tile.rows, squares.side - row);
    last = std::min(last, squares.side);
    for (; col < last; col += tile.cols) {
      std::int64_t const cols = std::min(tile.cols, last - col);
      std::int64_t const above = std::min(rows, col - row);
      if (above > 0) exchange(pair_at(origin, row, col, above, cols));
      if (col - row < rows) exchange(pair_at(origin, col, col, cols, cols));
    }
  }

  Pair pair_at(std::byte* origin, std::int64_t row, std::int64_t col, std::int64_t rows,
               std::int64_t cols) const {
    auto* const base = reinterpret_cast<char*>(origin);
    return {{base + row * squares.row_stride + col * squares.chunk, squares.row_stride, rows, cols},
            base + col * squares.row_stride + row * squares.chunk};
  }

  /// This pair, `on` bytes further.
  tile::NextPair next(Pair const& pair, std::int64_t on) const {
    // Rows that are multiples of 4 KiB apart share sets of the caches: side by side their lines
    // would evict each other (8192 x 8192 doubles: 0.79 of copy column by column, 1.03 row by row).
    return {pair.a.at + on, pair.b + on, squares.row_stride % 4096 == 0};
  }
};

template <class Exec>
class SquareMove final : public Move<Exec> {
 public:
  SquareMove(Step const& step, Limits const& limits)
      : squares_(step),
        step_(step),
        prefetches_matrix_(3 * step.rows * step.cols * step.chunk_bytes <= limits.machine.l2_bytes),
        workers_(limits.threads()) {}

  void run(Exec const& exec, std::byte* data, std::byte*) const override {
    if constexpr (runs_on_host_v<Exec>) {
      if (int const word = tile::word_log2(squares_.chunk); word >= 0)
        run_with(exec, data, SwapWords{tile::kernels().squares.swap[word]});
      else run_with(exec, data, SwapChunks{BytesPiece{squares_.chunk}});
    } else {
      DeviceSquares<Exec>(step_).run(exec, data);
    }
  }

 private:
  template <class Swap>
  void run_with(Exec const& exec, std::byte* data, Swap swap) const {
    TileShape const tile(squares_, workers_);
    PairShares shares(squares_, tile, workers_);
    team::run_teams(exec, "isomer::in_place::square", squares_.bytes(), workers_,
                    SwapTiles<Swap>{squares_, swap, data, tile, prefetches_matrix_, &shares});
  }

  Squares squares_;
  Step step_;
  /// Small matrices consist of edges and diagonals: the next pair mostly has another shape. Where
  /// the cache holds this matrix and the next, the next is prefetched pair by pair (200 x 200
  /// doubles: 1.04 of copy instead of 0.64).
  bool prefetches_matrix_;
  int workers_;
};

template <class Exec>
class Square final : public Decomposition<Exec> {
 public:
  std::string_view name() const override { return "square"; }

  std::optional<Estimate> estimate(Step const& step, Limits const& limits) const override {
    if (step.rows != step.cols) return std::nullopt;
    auto work = count_matrices(matrices_of(step), limits.machine);
    work.launches = 1;
    Estimate estimate;
    estimate.work = {{detail::Kernel::swap, residency_of(step.bytes(), limits),
                      static_cast<double>(limits.threads()), work}};
    if constexpr (!runs_on_host_v<Exec>)
      estimate.work = {DeviceSquares<Exec>(step).pass(limits.machine)};
    estimate.bytes_read = estimate.bytes_written = step.bytes();
    return priced(std::move(estimate), limits);
  }

  std::unique_ptr<Move<Exec>> prepare(Step const& step, Limits const& limits) const override {
    return std::make_unique<SquareMove<Exec>>(step, limits);
  }

  std::optional<std::size_t> least_workspace(Step const& step, Limits const&) const override {
    if (step.rows != step.cols) return std::nullopt;
    return 0;
  }
};

}  // namespace

template <class Exec>
Decomposition<Exec> const& square() {
  static Square<Exec> const decomposition;
  return decomposition;
}

#define ISOMER_INSTANTIATE(Exec) template Decomposition<Exec> const& square<Exec>();
ISOMER_FOR_EACH_EXEC_IN_PLACE(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::in_place
