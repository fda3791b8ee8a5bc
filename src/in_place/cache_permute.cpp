// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/cache_permute.hpp"

#include <algorithm>
#include <cstring>

namespace isomer::in_place {

CachePermute::CachePermute(FusedAxes const& axes) : bytes_(axes.bytes()) {
  auto const rank = axes.extent.size();
  std::vector<Loop> loops(rank);
  std::vector<std::int64_t> target_extent(rank);
  for (std::size_t k = 0; k < rank; ++k)
    target_extent[static_cast<std::size_t>(axes.target[k])] = axes.extent[k];
  std::int64_t in_stride = axes.element_bytes;
  for (std::size_t k = rank; k-- > 0; in_stride *= axes.extent[k]) {
    std::int64_t out_stride = axes.element_bytes;
    for (auto t = static_cast<std::size_t>(axes.target[k]) + 1; t < rank; ++t)
      out_stride *= target_extent[t];
    loops[k] = {axes.extent[k], in_stride, out_stride};
  }
  bool const shares_fastest = loops.back().out_stride == axes.element_bytes;
  if (shares_fastest || word_log2(axes.element_bytes) < 0) {
    run_bytes_ = axes.element_bytes;
    if (shares_fastest) {
      run_bytes_ *= loops.back().extent;
      loops.pop_back();
    }
  } else {
    transpose_ = word_kernels().transpose[word_log2(axes.element_bytes)];
    cols_ = loops.back().extent;
    out_stride_ = loops.back().out_stride;
    loops.pop_back();
    auto const fastest_out = std::find_if(loops.begin(), loops.end(), [&](Loop const& loop) {
      return loop.out_stride == axes.element_bytes;
    });
    rows_ = fastest_out->extent;
    in_stride_ = fastest_out->in_stride;
    loops.erase(fastest_out);
  }
  loops_ = std::move(loops);
}

void CachePermute::innermost(std::byte* out, std::byte const* in, std::int64_t ahead) const {
  if (run_bytes_ != 0) {
    if (ahead != 0)
      for (std::int64_t k = 0; k < run_bytes_; k += 64) __builtin_prefetch(in + k + ahead, 0, 2);
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
  if (loops_.empty()) return innermost(out, in, ahead);
  std::int64_t index[detail::max_axes] = {};
  for (;;) {
    innermost(out, in, ahead);
    std::size_t k = loops_.size();
    for (;;) {
      --k;
      in += loops_[k].in_stride;
      out += loops_[k].out_stride;
      if (++index[k] < loops_[k].extent) break;
      if (k == 0) return;
      in -= loops_[k].extent * loops_[k].in_stride;
      out -= loops_[k].extent * loops_[k].out_stride;
      index[k] = 0;
    }
  }
}

}  // namespace isomer::in_place
