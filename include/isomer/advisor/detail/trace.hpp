// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace isomer::detail {

/// One access of a body to a leaf of a record.
struct Access {
  std::int64_t record = 0;
  std::int32_t leaf = 0;
  bool is_write = false;

  friend bool operator==(Access const&, Access const&) = default;
};

/// What a body did for one item, in order.
struct ItemTrace {
  std::int64_t item = 0;
  std::int64_t accesses = 0;  ///< all of them: more than `access` holds if that was full
  std::vector<Access> access;
};

/// What was seen of a kernel.
struct KernelTrace {
  std::string name;
  std::int64_t calls = 1;
  std::vector<ItemTrace> item;  ///< groups of neighbours, each of `group` items one after the other
  std::int64_t group = 1;
  /// Seconds a record that the body takes on one thread while all is in cache, in each arrangement
  /// of the offer; empty if it was not tried.
  std::vector<double> trial;
  /// Seconds of a call on all records, in each arrangement of the offer; 0 where the records could
  /// not be changed to it, empty if nothing was measured.
  std::vector<double> measured{};
  double watched_seconds = 0;  ///< what it took to find all that
};

/// The most accesses of an item that are kept.
inline constexpr std::int64_t most_accesses_of_item = 65536;

}  // namespace isomer::detail
