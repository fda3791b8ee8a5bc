// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/square.hpp"

#include <algorithm>

#include "in_place/fast_div.hpp"
#include "in_place/pair_order.hpp"
#include "in_place/piece.hpp"
#include "in_place/word_kernels.hpp"
#include "in_place/workers.hpp"
#include "plan/instantiate.hpp"

namespace isomer::in_place {

namespace {

/// The square matrices of a step: number k = (b, m) starts at b * item + m * side * chunk, its rows
/// are middle * side * chunk bytes apart.
struct Squares {
  explicit Squares(Step const& step)
      : by_middle(step.middle),
        count(step.batch * step.middle),
        side(step.rows),
        chunk(step.chunk_bytes),
        row_stride(step.middle * step.cols * step.chunk_bytes),
        item_bytes(step.item_bytes()) {}

  KOKKOS_INLINE_FUNCTION std::byte* origin(std::byte* data, std::int64_t number) const {
    std::int64_t const b = by_middle.quotient(number);
    return data + b * item_bytes + (number - b * by_middle.divisor()) * side * chunk;
  }

  FastDiv by_middle;
  std::int64_t count;
  std::int64_t side;
  std::int64_t chunk;
  std::int64_t row_stride;
  std::int64_t item_bytes;
};

/// Side of a tile: rows of about 512 bytes, which the memory delivers at full speed, and a pair of
/// tiles of about 64 KiB.
std::int64_t tile_side(std::int64_t chunk_bytes) {
  return std::clamp<std::int64_t>(512 / chunk_bytes, 1, 128);
}

/// Exchanges tiles of words in registers. Knows the pair to come, whose lines it asks for.
struct SwapWords {
  WordKernels::Swap kernel;

  void operator()(Rectangle const& a, char* b, NextPair const& next) const { kernel(a, b, next); }
};

/// Exchanges tiles of longer or odd chunks one by one.
struct SwapChunks {
  BytesPiece piece;

  void operator()(Rectangle const& a, char* b, NextPair const&) const {
    bool const diagonal = a.at == b;
    for (std::int64_t r = 0; r < a.rows; ++r)
      for (std::int64_t c = diagonal ? r + 1 : 0; c < a.cols; ++c)
        piece.swap(reinterpret_cast<std::byte*>(a.at + r * a.stride + c * piece.bytes),
                   reinterpret_cast<std::byte*>(b + c * a.stride + r * piece.bytes));
  }
};

template <class Swap>
struct SwapTiles {
  Squares squares;
  Swap swap;
  std::byte* data;
  std::int64_t tile;
  std::int64_t tiles;
  int workers;

  void operator()(std::int64_t worker) const {
    std::int64_t const pairs = PairOrder<int>::count(tiles);
    auto const [begin, end] = share_of(worker, workers, squares.count * pairs);
    // One pair late: when a pair is exchanged, the one after it is known.
    Pair last{};
    for (std::int64_t at = begin; at < end;) {
      std::int64_t const matrix = at / pairs;
      std::int64_t const until = std::min(end, (matrix + 1) * pairs);
      std::byte* const origin = squares.origin(data, matrix);
      auto visit = [&](std::int64_t i, std::int64_t j) {
        Pair const pair = pair_at(origin, i * tile, j * tile);
        if (last.b != nullptr) swap(last.a, last.b, {pair.a.at, pair.b});
        last = pair;
      };
      PairOrder order(at - matrix * pairs, until - matrix * pairs, visit);
      order.triangle(0, tiles);
      at = until;
    }
    if (last.b != nullptr) swap(last.a, last.b, {nullptr, nullptr});
  }

 private:
  struct Pair {
    Rectangle a;
    char* b;
  };

  Pair pair_at(std::byte* origin, std::int64_t row, std::int64_t col) const {
    auto* const base = reinterpret_cast<char*>(origin);
    return {{base + row * squares.row_stride + col * squares.chunk, squares.row_stride,
             std::min(tile, squares.side - row), std::min(tile, squares.side - col)},
            base + col * squares.row_stride + row * squares.chunk};
  }
};

/// One thread, one element: for devices.
struct SwapElements {
  Squares squares;
  BytesPiece piece;
  std::byte* data;
  FastDiv by_side;
  FastDiv by_square;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t index) const {
    std::int64_t const matrix = by_square.quotient(index);
    std::int64_t const within = index - matrix * by_square.divisor();
    std::int64_t const i = by_side.quotient(within);
    std::int64_t const j = within - i * by_side.divisor();
    if (i >= j) return;
    std::byte* const origin = squares.origin(data, matrix);
    piece.swap(origin + i * squares.row_stride + j * squares.chunk,
               origin + j * squares.row_stride + i * squares.chunk);
  }
};

template <class Exec>
class SquareMove final : public Move<Exec> {
 public:
  SquareMove(Step const& step, int workers) : squares_(step), workers_(workers) {}

  void run(Exec const& exec, std::byte* data, std::byte*) const override {
    if constexpr (is_host_v<Exec>) {
      if (int const word = word_log2(squares_.chunk); word >= 0)
        run_with(exec, data, SwapWords{word_kernels().swap[word]});
      else run_with(exec, data, SwapChunks{BytesPiece{squares_.chunk}});
    } else {
      using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
      std::int64_t const square = squares_.side * squares_.side;
      Kokkos::parallel_for("isomer::in_place::square", Policy(exec, 0, squares_.count * square),
                           SwapElements{squares_, BytesPiece{squares_.chunk}, data,
                                        FastDiv(squares_.side), FastDiv(square)});
    }
  }

 private:
  template <class Swap>
  void run_with(Exec const& exec, std::byte* data, Swap swap) const {
    std::int64_t const tile = tile_side(squares_.chunk);
    for_each_worker(
        exec, "isomer::in_place::square", workers_,
        SwapTiles<Swap>{squares_, swap, data, tile, (squares_.side + tile - 1) / tile, workers_});
  }

  Squares squares_;
  int workers_;
};

template <class Exec>
class Square final : public Decomposition<Exec> {
 public:
  std::string_view name() const override { return "square"; }

  std::optional<Estimate> estimate(Step const& step, Limits const& limits) const override {
    if (step.rows != step.cols) return std::nullopt;
    auto const& machine = limits.machine;
    Estimate estimate;
    estimate.seconds = machine.launch_seconds +
                       1.1 * 2.0 * static_cast<double>(step.bytes()) / machine.copy_bandwidth;
    estimate.bytes_read = estimate.bytes_written = step.bytes();
    return estimate;
  }

  std::unique_ptr<Move<Exec>> prepare(Step const& step, Limits const& limits) const override {
    return std::make_unique<SquareMove<Exec>>(step, limits.threads);
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
ISOMER_FOR_EACH_EXEC(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::in_place
