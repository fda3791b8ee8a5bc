// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/move/work.hpp"

#include <algorithm>

#include "cost/real.hpp"
#include "in_place/work.hpp"

namespace isomer::records {

using detail::Kernel;
using detail::real;

detail::Pass regroup_pass(Kernel kernel, PanelLayout const& src, PanelLayout const& dst,
                          std::int64_t count, in_place::Limits const& limits) {
  double const panels = real(count) / real(src.height);
  std::int64_t const bytes = std::max(src.bytes_of(count), dst.bytes_of(count));
  double words = 0;
  for (LeafRuns const& leaf : src.leaf)
    words += real(count) * std::max(1.0, real(leaf.bytes) / real(limits.machine.line_bytes));
  detail::Work work;
  work.launches = 1;
  work.bytes = real(bytes);
  work.lines_read = in_place::lines_from_memory(work.bytes, bytes, limits.machine);
  work.runs_read = panels * real(static_cast<std::int64_t>(src.segment.size()));
  work.runs_written = panels * real(static_cast<std::int64_t>(dst.segment.size()));
  work.instructions = words;
  return {kernel, in_place::residency_of(bytes, limits), real(limits.threads()), work};
}

detail::Pass pieces_pass(std::int64_t count, std::int64_t bytes, in_place::Limits const& limits) {
  detail::Work work;
  work.launches = 3;
  work.bytes = real(count * bytes);
  work.lines_read = in_place::lines_from_memory(work.bytes, count * bytes, limits.machine);
  work.runs_read = real(count);
  return {Kernel::record_pieces, in_place::residency_of(count * bytes, limits),
          real(limits.threads()), work};
}

}  // namespace isomer::records
