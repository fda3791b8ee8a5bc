// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/blocks/word_permute.hpp"

#include <algorithm>
#include <cstring>

#include "machine/host_kernels.hpp"
#include "tile/host/prefetch.hpp"

namespace isomer::in_place {

namespace {

/// With more the table would push the blocks out of the first cache.
constexpr std::int64_t most_words = 1024;
/// Squares that cover so many times the words of a plane, moving some twice, take longer.
constexpr double most_overlap = 1.2;
/// With less, what a call costs beside the words would count.
constexpr std::int64_t usual_words = 256;

/// The same with axes of chunks instead of a fastest axis that stays where it is.
FusedAxes of_chunks(FusedAxes axes) {
  if (axes.target.back() + 1 != axes.rank()) return axes;
  axes.element_bytes *= axes.extent.back();
  axes.extent.pop_back();
  axes.target.pop_back();
  return axes;
}

template <std::int64_t Word>
void move_words(std::byte* out, std::byte const* in, std::uint16_t const* from,
                std::int64_t words) {
#pragma GCC unroll 4
  for (std::int64_t k = 0; k < words; ++k) std::memcpy(out + k * Word, in + from[k], Word);
}

using MoveWords = void (*)(std::byte* out, std::byte const* in, std::uint16_t const* from,
                           std::int64_t words);
constexpr MoveWords move_of[] = {move_words<1>, move_words<2>, move_words<4>, move_words<8>,
                                 move_words<16>};

}  // namespace

bool WordPermute::suits(FusedAxes const& fused) {
  FusedAxes const axes = of_chunks(fused);
  int const log2 = tile::word_log2(axes.element_bytes);
  if (log2 < 0 || axes.bytes() > most_words * axes.element_bytes) return false;
  auto const steps = steps_of(axes);
  auto const fastest_out = std::find_if(steps.begin(), steps.end(), [&](AxisSteps const& axis) {
    return axis.out == axes.element_bytes;
  });
  std::int64_t const rows = fastest_out->extent;
  auto const cols = axes.extent.back();
  std::int64_t const side = tile::kernels().squares.side[log2];
  std::int64_t const squares = (rows + side - 1) / side * ((cols + side - 1) / side);
  return std::min(rows, cols) < side || static_cast<double>(squares * side * side) >
                                            most_overlap * static_cast<double>(rows * cols);
}

WordPermute::WordPermute(FusedAxes const& fused) {
  FusedAxes const axes = of_chunks(fused);
  auto const steps = steps_of(axes);
  word_ = axes.element_bytes;
  block_words_ = axes.bytes() / word_;
  std::int64_t const blocks = std::max<std::int64_t>(1, usual_words / block_words_);
  from_.resize(static_cast<std::size_t>(blocks * block_words_));
  for (std::int64_t n = 0; n < blocks * block_words_; ++n) {
    std::int64_t to = n / block_words_ * axes.bytes();
    for (AxisSteps const& axis : steps) to += n * word_ / axis.in % axis.extent * axis.out;
    from_[static_cast<std::size_t>(to / word_)] = static_cast<std::uint16_t>(n * word_);
  }
}

void WordPermute::operator()(std::byte* out, std::byte const* in, std::int64_t count,
                             std::int64_t ahead) const {
  MoveWords const move = move_of[tile::word_log2(word_)];
  auto const at_once = static_cast<std::int64_t>(from_.size());
  for (std::int64_t left = count * block_words_; left > 0; left -= at_once) {
    std::int64_t const words = std::min(left, at_once);
    if (ahead != 0) tile::prefetch_lines(in + ahead, words * word_);
    move(out, in, from_.data(), words);
    out += words * word_;
    in += words * word_;
  }
}

}  // namespace isomer::in_place
