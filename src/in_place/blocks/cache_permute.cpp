// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/blocks/cache_permute.hpp"

#include <algorithm>
#include <cstring>

#include "tile/host/prefetch.hpp"

namespace isomer::in_place {

CachePermute::CachePermute(FusedAxes const& axes) : bytes_(axes.bytes()) {
  std::vector<AxisSteps> loops = steps_of(axes);
  bool const shares_fastest = loops.back().out == axes.element_bytes;
  if (shares_fastest || tile::word_log2(axes.element_bytes) < 0) {
    run_bytes_ = axes.element_bytes;
    if (shares_fastest) {
      run_bytes_ *= loops.back().extent;
      loops.pop_back();
    }
  } else {
    transpose_ = tile::kernels().squares.transpose[tile::word_log2(axes.element_bytes)];
    cols_ = loops.back().extent;
    out_stride_ = loops.back().out;
    loops.pop_back();
    auto const fastest_out = std::find_if(loops.begin(), loops.end(), [&](AxisSteps const& loop) {
      return loop.out == axes.element_bytes;
    });
    rows_ = fastest_out->extent;
    in_stride_ = fastest_out->in;
    loops.erase(fastest_out);
  }
  std::reverse(loops.begin(), loops.end());
  for (AxisSteps const& loop : loops) loops_.add({loop.extent, loop.in, loop.out});
}

void CachePermute::innermost(std::byte* out, std::byte const* in, std::int64_t ahead) const {
  if (run_bytes_ != 0) {
    if (ahead != 0) tile::prefetch_lines(in + ahead, run_bytes_);
    std::memcpy(out, in, static_cast<std::size_t>(run_bytes_));
    return;
  }
  auto* const from = reinterpret_cast<char*>(const_cast<std::byte*>(in));  // only read
  transpose_(reinterpret_cast<char*>(out), out_stride_, {from, in_stride_, rows_, cols_}, ahead);
}

void CachePermute::operator()(std::byte* out, std::byte const* in, std::int64_t count,
                              std::int64_t ahead) const {
  for (std::int64_t k = 0; k < count; ++k) one(out + k * bytes_, in + k * bytes_, ahead);
}

void CachePermute::one(std::byte* out, std::byte const* in, std::int64_t ahead) const {
  detail::Odometer at = loops_;
  do innermost(out + at.dst(), in + at.src(), ahead);
  while (at.advance());
}

}  // namespace isomer::in_place
