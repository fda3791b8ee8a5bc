// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/blocks/word_permute.hpp"

#include <algorithm>
#include <cstring>

#include "machine/host_kernels.hpp"
#include "tile/host/prefetch.hpp"

namespace isomer::in_place {

namespace {

/// With more the table would push the blocks out of the first cache.
constexpr std::int64_t max_words = 1024;
/// Planes of fewer cost more by their number than squares save (Zen 4, 8 x 10 doubles of 8 x 6 x
/// 10: 26 GB/s by squares of 4 x 4, 37 word by word).
constexpr std::int64_t min_plane_words = 100;
/// Squares that cover this many times the words of a plane, moving some twice, take longer.
constexpr double max_overlap = 1.2;
/// With fewer, what a call costs beside the words would count.
constexpr std::int64_t default_words = 256;

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

bool WordPermute::suits(BlockPlanes const& planes) {
  int const log2 = tile::word_log2(planes.word);
  if (log2 < 0 || planes.bytes > max_words * planes.word) return false;
  std::int64_t const side = tile::kernels().squares.least_side[log2];
  return std::min(planes.rows, planes.cols) < side || planes.rows * planes.cols < min_plane_words ||
         static_cast<double>(tile::covered_words(planes.rows, planes.cols, side)) >
             max_overlap * static_cast<double>(planes.rows * planes.cols);
}

WordPermute::WordPermute(BlockPlanes const& planes)
    : word_(planes.word), block_words_(planes.bytes / planes.word) {
  std::int64_t const blocks = std::max<std::int64_t>(1, default_words / block_words_);
  from_.resize(static_cast<std::size_t>(blocks * block_words_));
  detail::Odometer at = planes.around;
  do
    for (std::int64_t r = 0; r < planes.rows; ++r)
      for (std::int64_t c = 0; c < planes.cols; ++c) {
        std::int64_t const to = (at.dst() + c * planes.out_stride) / word_ + r;
        std::int64_t const from = at.src() + r * planes.in_stride + c * word_;
        for (std::int64_t block = 0; block < blocks; ++block)
          from_[static_cast<std::size_t>(block * block_words_ + to)] =
              static_cast<std::uint16_t>(block * planes.bytes + from);
      }
  while (at.advance());
}

void WordPermute::operator()(std::byte* out, std::byte const* in, std::int64_t count,
                             std::int64_t prefetch_distance) const {
  MoveWords const move = move_of[tile::word_log2(word_)];
  auto const at_once = static_cast<std::int64_t>(from_.size());
  for (std::int64_t left = count * block_words_; left > 0; left -= at_once) {
    std::int64_t const words = std::min(left, at_once);
    if (prefetch_distance != 0) tile::prefetch_lines(in + prefetch_distance, words * word_);
    move(out, in, from_.data(), words);
    out += words * word_;
    in += words * word_;
  }
}

}  // namespace isomer::in_place
