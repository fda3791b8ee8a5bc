// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

namespace isomer::records {

/// Which of the records are looked at: groups of neighbours, from the first to the last.
struct Groups {
  static constexpr std::int64_t most_groups = 4;
  static constexpr std::int64_t most_neighbours = 64;

  std::int64_t neighbours;  ///< of a group
  std::int64_t groups;

  explicit Groups(std::int64_t count)
      : neighbours(std::min(most_neighbours, count)),
        groups(neighbours == 0 ? 0 : std::min(most_groups, count / neighbours)),
        count_(count) {}

  /// Just behind the middle between multiples of a group, so that it sees where tiles end and,
  /// after its first item, where each line and stream begins.
  std::int64_t first(std::int64_t group) const {
    std::int64_t const even = groups == 1 ? 0 : group * ((count_ - neighbours) / (groups - 1));
    return std::min(even / neighbours * neighbours + neighbours / 2 + 1, count_ - neighbours);
  }

 private:
  std::int64_t count_;
};

}  // namespace isomer::records
