// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/slabs.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "index/rounding.hpp"

namespace isomer::program {
namespace {

// Reads of fewer neighbouring bytes than a page would fetch lines and pages once for every slab.
constexpr std::int64_t min_run_bytes = 4096;
// Cuts at multiples of this many elements keep whole tiles on both sides.
constexpr std::int64_t tile = 64;

// How long the pieces along each axis of the input are.
std::vector<std::int64_t> piece_lengths(Rearrangement const& rearrangement,
                                        std::int64_t min_bytes) {
  auto const& from = rearrangement.from;
  auto const stride = strides(from);
  auto piece = from.shape;
  std::int64_t rest_bytes = byte_count(from);
  auto const rank = from.shape.size();
  for (std::size_t n = 0; n < rank; ++n) {
    auto const slowest_first = rearrangement.result_fortran_order ? rank - 1 - n : n;
    auto const axis = static_cast<std::size_t>(rearrangement.axes[slowest_first]);
    if (from.shape[axis] <= 1) continue;
    std::int64_t const below = rest_bytes / from.shape[axis];
    std::int64_t const run = stride[axis] * from.item_bytes;
    std::int64_t length =
        std::max(detail::ceil_div(min_bytes, below), detail::ceil_div(min_run_bytes, run));
    if (run < min_run_bytes) length = detail::round_up(length, tile);
    piece[axis] = std::min(from.shape[axis], length);
    // Only an axis that is cut into single indices leaves something to be cut further.
    if (piece[axis] > 1 || below <= min_bytes) break;
    rest_bytes = below;
  }
  return piece;
}

}  // namespace

std::vector<Slab> cut_into_slabs(Rearrangement const& rearrangement, std::int64_t min_bytes) {
  auto const& shape = rearrangement.from.shape;
  std::vector<Slab> slabs;
  if (byte_count(rearrangement.from) == 0) return slabs;
  auto const piece = piece_lengths(rearrangement, min_bytes);
  std::vector<std::int64_t> first(shape.size(), 0);
  for (bool more = true; more;) {
    Slab slab{first, piece};
    for (std::size_t k = 0; k < shape.size(); ++k)
      slab.extent[k] = std::min(piece[k], shape[k] - first[k]);
    slabs.push_back(std::move(slab));
    // Odometer: the axis that is fastest in the result turns first, so that output is written from
    // its start to its end.
    more = false;
    for (std::size_t n = shape.size(); n-- > 0 && !more;) {
      auto const position = rearrangement.result_fortran_order ? shape.size() - 1 - n : n;
      auto const axis = static_cast<std::size_t>(rearrangement.axes[position]);
      first[axis] += piece[axis];
      more = first[axis] < shape[axis];
      if (!more) first[axis] = 0;
    }
  }
  return slabs;
}

}  // namespace isomer::program
