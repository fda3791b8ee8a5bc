// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "team/findings.hpp"

#include <ostream>
#include <utility>

namespace isomer::test {

char const* name_of(Wrong what) {
  switch (what) {
    case Wrong::shared_race: return "race in shared memory";
    case Wrong::unwritten: return "reads shared bytes that nobody wrote";
    case Wrong::outside_shared: return "outside shared memory";
    case Wrong::before_wait: return "touches shared bytes before the copy to them was waited for";
    case Wrong::never_waited: return "ends with a copy under way";
    case Wrong::source_changed: return "writes bytes that a copy under way reads";
    case Wrong::missed_meeting: return "not all reach a barrier or shuffle";
    case Wrong::not_uniform: return "a uniform value differs between threads";
    case Wrong::misaligned: return "misaligned";
    case Wrong::outside_global: return "outside what it may touch of global memory";
    case Wrong::gap: return "writes into a gap";
    case Wrong::not_once: return "bytes of the destination not written exactly once";
    case Wrong::global_race: return "race between blocks";
    case Wrong::block_race: return "race of a block's threads in global memory";
    case Wrong::too_large: return "takes more shared memory than a block has";
    default: return "all resident blocks wait";
  }
}

void Findings::add(Finding finding) {
  if (count_[static_cast<std::size_t>(finding.what)]++ == 0) first_.push_back(std::move(finding));
}

std::ostream& operator<<(std::ostream& out, Findings const& findings) {
  for (Finding const& finding : findings.first_) {
    out << findings.kernel_ << ": " << name_of(finding.what) << " (" << findings.count(finding.what)
        << " times), first in block " << finding.block << ", thread " << finding.thread
        << ", offset " << finding.offset;
    if (!finding.where.empty()) out << " of " << finding.where;
    if (finding.line != 0) out << ", line " << finding.line;
    out << '\n';
  }
  return out;
}

}  // namespace isomer::test
