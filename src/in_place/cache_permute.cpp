// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "in_place/cache_permute.hpp"

#include <algorithm>
#include <cstring>

#include "in_place/workers.hpp"

namespace isomer::in_place {

CachePermute::CachePermute(FusedAxes const& axes) {
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
    word_ = axes.element_bytes;
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
  // Shared out between workers is the longest loop, which therefore is the outermost.
  auto const longest = std::max_element(
      loops.begin(), loops.end(), [](Loop const& a, Loop const& b) { return a.extent < b.extent; });
  if (longest != loops.end()) std::rotate(loops.begin(), longest, longest + 1);
  loops_ = std::move(loops);
}

void CachePermute::innermost(std::byte* out, std::byte const* in, std::int64_t rows) const {
  if (run_bytes_ != 0) {
    std::memcpy(out, in, static_cast<std::size_t>(run_bytes_));
    return;
  }
  auto* const from = reinterpret_cast<char*>(const_cast<std::byte*>(in));  // only read
  transpose_(reinterpret_cast<char*>(out), out_stride_, {from, in_stride_, rows, cols_});
}

void CachePermute::part(std::byte* out, std::byte const* in, std::int64_t worker,
                        std::int64_t workers) const {
  if (loops_.empty()) {
    // One plane: its rows in groups of 64, the length of a row of squares in registers.
    constexpr std::int64_t group = 64;
    auto const [begin, end] = share_of(worker, workers, (rows_ + group - 1) / group);
    std::int64_t const first = begin * group;
    std::int64_t const rows = std::min(end * group, rows_) - first;
    if (rows > 0) innermost(out + first * word_, in + first * in_stride_, rows);
    return;
  }
  auto const [begin, end] = share_of(worker, workers, loops_[0].extent);
  if (begin == end) return;
  in += begin * loops_[0].in_stride;
  out += begin * loops_[0].out_stride;
  std::int64_t index[detail::max_axes] = {begin};
  for (;;) {
    innermost(out, in, rows_);
    std::size_t k = loops_.size();
    for (;;) {
      --k;
      in += loops_[k].in_stride;
      out += loops_[k].out_stride;
      ++index[k];
      if (k == 0) break;
      if (index[k] < loops_[k].extent) break;
      in -= loops_[k].extent * loops_[k].in_stride;
      out -= loops_[k].extent * loops_[k].out_stride;
      index[k] = 0;
    }
    if (index[0] == end) return;
  }
}

}  // namespace isomer::in_place
