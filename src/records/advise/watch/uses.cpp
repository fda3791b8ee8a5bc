// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "records/advise/watch/uses.hpp"

#include <algorithm>

#include "records/advise/watch/number_map.hpp"

namespace isomer::records {

using detail::Access;
using detail::ItemTrace;

std::vector<Use> uses_of(std::vector<Access> const& all, std::size_t most) {
  NumberMap found;
  std::vector<Use> uses;
  for (Access const& access : all) {
    std::int64_t const number = value_number(access.record, access.leaf);
    if (std::int64_t const* const at = found.find(number)) {
      uses[static_cast<std::size_t>(*at)].is_written |= access.is_write;
    } else if (uses.size() < most) {
      found.add(number, static_cast<std::int64_t>(uses.size()));
      uses.push_back({access.record, access.leaf, !access.is_write, access.is_write});
    } else {
      break;
    }
  }
  return uses;
}

std::vector<std::int32_t> written_at_home(detail::KernelTrace const& kernel) {
  std::vector<std::int32_t> leaves;
  for (ItemTrace const& item : kernel.item)
    for (Access const& access : item.access)
      if (access.is_write && access.record == item.item &&
          std::find(leaves.begin(), leaves.end(), access.leaf) == leaves.end())
        leaves.push_back(access.leaf);
  return leaves;
}

}  // namespace isomer::records
