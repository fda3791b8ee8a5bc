// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <isomer/advisor/detail/trace.hpp>

namespace isomer::records {

/// What an item does to a leaf of a record, all its accesses together.
struct Use {
  std::int64_t record = 0;
  std::int32_t leaf = 0;
  bool is_read = false;  ///< before it is written: what is read later is in a register
  bool is_written = false;
  bool is_first = true;  ///< none of its neighbours before it uses it
};

/// A number for each leaf of each record, or of another count.
constexpr std::int64_t value_number(std::int64_t record, std::int32_t leaf) {
  constexpr std::int64_t more_than_leaves = 1 << 16;
  return record * more_than_leaves + leaf;
}

/// Each leaf of a record once, up to `most`.
std::vector<Use> uses_of(std::vector<detail::Access> const& all, std::size_t most);

/// The leaves that items write to in their own records.
std::vector<std::int32_t> written_at_home(detail::KernelTrace const& kernel);

}  // namespace isomer::records
