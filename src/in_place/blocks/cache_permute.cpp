// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/blocks/cache_permute.hpp"

#include <cstring>

#include "machine/host_kernels.hpp"
#include "tile/host/prefetch.hpp"

namespace isomer::in_place {

CachePermute::CachePermute(BlockPlanes const& planes) : planes_(planes) {
  if (int const log2 = tile::word_log2(planes.word); log2 >= 0)
    transpose_ = tile::kernels().squares.transpose[log2];
}

void CachePermute::move_plane(std::byte* out, std::byte const* in,
                              std::int64_t prefetch_distance) const {
  if (transpose_ == nullptr) {
    if (prefetch_distance != 0) tile::prefetch_lines(in + prefetch_distance, planes_.word);
    std::memcpy(out, in, static_cast<std::size_t>(planes_.word));
    return;
  }
  auto* const from = reinterpret_cast<char*>(const_cast<std::byte*>(in));  // only read
  transpose_(reinterpret_cast<char*>(out), planes_.out_stride,
             {from, planes_.in_stride, planes_.rows, planes_.cols}, prefetch_distance);
}

void CachePermute::operator()(std::byte* out, std::byte const* in, std::int64_t count,
                              std::int64_t prefetch_distance) const {
  for (std::int64_t k = 0; k < count; ++k) {
    detail::Odometer at = planes_.around;
    do move_plane(out + at.dst(), in + at.src(), prefetch_distance);
    while (at.advance());
    out += planes_.bytes;
    in += planes_.bytes;
  }
}

}  // namespace isomer::in_place
