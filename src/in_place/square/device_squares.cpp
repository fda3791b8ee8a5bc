// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/square/device_squares.hpp"

#include <algorithm>
#include <cstdint>

#include "cost/gpu_time.hpp"
#include "in_place/piece.hpp"
#include "in_place/square/square_matrices.hpp"
#include "in_place/warp_instructions.hpp"
#include "in_place/work.hpp"
#include "team/exec_spaces.hpp"
#include "team/launch.hpp"
#include "team/run_teams.hpp"
#include "tile/warp/common_unit.hpp"
#include "tile/warp/swap_kernel.hpp"
#include "tile/warp/with_word.hpp"

namespace isomer::in_place {
namespace {

using detail::FastDiv;
using tile::warp::SwapByVectors;
using tile::warp::SwapByWords;
using tile::warp::SwapKernel;

tile::warp::SquareMatrices words_of(Step const& step) {
  Squares const squares(step);
  return {.batch = step.batch,
          .middle = step.middle,
          .side = squares.side,
          .word = squares.chunk,
          .row_stride = squares.row_stride,
          .matrix_step = squares.side * squares.chunk,
          .item_bytes = squares.item_bytes};
}

/// Whether each row begins where its chunks could be words.
bool has_aligned_rows(tile::warp::SquareMatrices const& squares) {
  return squares.row_stride % squares.word == 0 && squares.item_bytes % squares.word == 0;
}

/// One thread, one chunk.
struct SwapChunk {
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

}  // namespace

template <class Exec>
DeviceSquares<Exec>::DeviceSquares(Step const& step) : step_(step), squares_(words_of(step)) {
  if (has_aligned_rows(squares_)) swap_ = tile::warp::plan_swap(squares_);
}

template <class Exec>
void DeviceSquares<Exec>::run(Exec const& exec, std::byte* data) const {
  bool const is_aligned = tile::warp::common_unit(data, data, squares_.word) == squares_.word;
  if (!swap_ || !is_aligned) return swap_chunks(exec, data);
  tile::warp::with_word<1, 16>(static_cast<int>(squares_.word),
                               [&]<int W>() { swap_words<W>(exec, data); });
}

template <class Exec>
detail::Pass DeviceSquares<Exec>::pass(detail::Machine const& gpu) const {
  if (!swap_) {
    std::int64_t const bytes = squares_.batch * squares_.item_bytes;
    return scattered_pass(gpu, bytes, squares_.word, bytes / squares_.word);
  }
  detail::Pass pass{};
  tile::warp::with_word<1, 16>(static_cast<int>(squares_.word),
                               [&]<int W>() { pass = pass_of_words<W>(gpu); });
  return pass;
}

template <class Exec>
template <int W>
detail::Pass DeviceSquares<Exec>::pass_of_words(detail::Machine const& gpu) const {
  if constexpr (W < 16) {
    if (are_of_vectors(squares_)) return pass_of_kernel<SwapByVectors<W>>(gpu);
  }
  return pass_of_kernel<SwapByWords<W>>(gpu);
}

template <class Exec>
template <class How>
detail::Pass DeviceSquares<Exec>::pass_of_kernel(detail::Machine const& gpu) const {
  using Kernel = SwapKernel<How>;
  detail::Pass pass{
      detail::Kernel::swap, detail::Residency::memory, static_cast<double>(gpu.units), {}};
  pass.work.bytes = static_cast<double>(squares_.batch * squares_.item_bytes);
  pass.work.launches = 1;
  pass.work.instructions = loop_instructions(pass.work.bytes, 16, How::instructions) +
                           instructions_beside(swap_->blocks, Kernel::threads);
  pass.in_flight =
      blocks_of_unit(gpu, Kernel::threads, How::registers, Kernel::shared_bytes, swap_->blocks) *
      2 * How::side * How::side * How::word;
  return pass;
}

template <class Exec>
template <int W>
void DeviceSquares<Exec>::swap_words(Exec const& exec, std::byte* data) const {
  auto const run = [&](char const* label, auto const& kernel) {
    team::launch_warps(exec, label, swap_->blocks, kernel.shared_bytes, kernel);
  };
  if constexpr (W < 16) {
    if (are_of_vectors(squares_) && tile::warp::common_unit(data, data, 16) == 16)
      return run("isomer::in_place::square::swap16", SwapKernel<SwapByVectors<W>>{*swap_, data});
  }
  run("isomer::in_place::square::swap", SwapKernel<SwapByWords<W>>{*swap_, data});
}

template <class Exec>
void DeviceSquares<Exec>::swap_chunks(Exec const& exec, std::byte* data) const {
  Squares const squares(step_);
  std::int64_t const square = squares.side * squares.side;
  team::run_indices(
      exec, "isomer::in_place::square::chunks", squares.bytes(), squares.count * square, 1,
      SwapChunk{squares, BytesPiece{squares.chunk}, data, FastDiv(squares.side), FastDiv(square)});
}

#define ISOMER_INSTANTIATE(Exec) template class DeviceSquares<Exec>;
ISOMER_FOR_EACH_EXEC_IN_PLACE(ISOMER_INSTANTIATE)
#undef ISOMER_INSTANTIATE

}  // namespace isomer::in_place
