// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <cstdlib>
#include <vector>

#include <isomer/advisor/detail/trace.hpp>

namespace isomer::records {

/// Calls visit(access, jumps) for the accesses of an item: whether it goes far from the record
/// before of its leaf, of which the first is the item's own.
template <class Visit>
void visit_jumps(detail::ItemTrace const& item, std::size_t leaves, Visit const& visit) {
  constexpr std::int64_t near = 64;
  std::vector<std::int64_t> last(leaves, item.item);
  for (detail::Access const& access : item.access) {
    std::int64_t& before = last[static_cast<std::size_t>(access.leaf)];
    visit(access, std::abs(access.record - before) > near);
    before = access.record;
  }
}

}  // namespace isomer::records
