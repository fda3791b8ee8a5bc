// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include "files/group.hpp"
#include "files/offer/disk.hpp"

namespace isomer::files {

struct PassPrice {
  double seconds = 0;
  double read_bytes = 0;
  double written_bytes = 0;
  double reads = 0;  ///< requests
  double writes = 0;
  double flushes = 0;
};

struct Price {
  double seconds = 0;
  std::uint64_t read_bytes = 0;
  std::uint64_t written_bytes = 0;
  std::uint64_t reads = 0;
  std::uint64_t writes = 0;
  std::uint64_t flushes = 0;
  std::uint64_t group_bytes = 0;  ///< most of either buffer, of the groups that were looked at
  std::vector<PassPrice> passes{};
};

double bytes_of(std::vector<Pages> const& list, double page);
/// What follows each other in a file is one request, wherever it lies in memory.
double requests_of(std::vector<Pages> list);

/// What a schedule costs on a disk. Reads and writes share the disk, moving goes on beside them, a
/// flush beside the reads of the next group. Of more than `most_groups` groups as many are looked
/// at, evenly spread: those of a pass are alike.
Price price(Schedule const& schedule, Disk const& disk, std::uint64_t most_groups = 4096);

/// What room for a new file costs beside its writes, taken `groups_ahead` groups at a time.
void add_room(Price& price, Disk const& disk, std::uint64_t groups_ahead);

}  // namespace isomer::files
