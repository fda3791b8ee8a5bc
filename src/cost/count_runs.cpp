// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cost/count_runs.hpp"

#include <algorithm>
#include <cstdint>

#include "cost/lines.hpp"
#include "cost/real.hpp"
#include "problem/normalize.hpp"
#include "problem/order.hpp"

namespace isomer::detail {

Work count_runs(NormalProblem const& normal) {
  std::int64_t const word = normal.element_bytes;
  std::int64_t const dst_word = normal.dst_element_bytes();
  std::int64_t const words = normal.rank > 0 ? normal.axis[0].extent : 1;
  std::int64_t src = normal.src_offset;
  std::int64_t dst = normal.dst_offset;
  double runs = 1;
  for (int k = 1; k < normal.rank; ++k) {
    Axis const& axis = axis_at(normal, k);
    runs *= real(axis.extent);
    src |= axis.src_stride * word;
    dst |= axis.dst_stride * dst_word;
  }
  Work work;
  work.bytes = runs * real(words * (word + dst_word)) / 2;
  work.runs_read = runs;
  work.lines_read = runs * lines_touched(words * word, alignment_of(src));
  work.lines_partial = runs * lines_in_part(words * dst_word, alignment_of(dst));
  return work;
}

/// A line of either side is used for as many words as lie in it, unless a turn of the inner axis
/// drives it out of the cache.
Work count_words(NormalProblem const& normal, Machine const& machine) {
  std::int64_t const line = machine.line_bytes;
  std::int64_t const word = normal.element_bytes;
  Axis inner{1, 1, 1};
  if (normal.rank > 0) inner = axis_at(normal, normal.out_order[0]);
  double const words = real(normal.elements());
  bool const is_kept = inner.extent * line < machine.l2_bytes / 2;
  auto const lines = [&](std::int64_t stride, std::int64_t bytes) {
    std::int64_t const step = std::clamp<std::int64_t>(stride * bytes, bytes, line);
    return words * real(is_kept ? std::min(step, 2 * bytes) : step) / real(line);
  };
  double const turns = words / real(inner.extent);
  std::int64_t const step = std::min(machine.page_bytes, inner.src_stride * word);
  Work work;
  work.bytes = real(normal.mean_bytes());
  work.instructions = words;
  work.lines_read = lines(inner.src_stride, word);
  work.pages_read = words * real(step) / real(machine.page_bytes);
  work.lines_partial = lines(inner.dst_stride, normal.dst_element_bytes());
  work.runs_read = turns;
  // Each turn divides its number by all other extents.
  work.runs_written = turns * std::max(0, normal.rank - 1);
  return work;
}

}  // namespace isomer::detail
