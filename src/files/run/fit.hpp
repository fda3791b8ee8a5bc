// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>

#include "files/group.hpp"
#include "files/journal/journal.hpp"

namespace isomer::files {

/// Bytes of a file whose images a companion holds: from its start, or from the array's first page,
/// to the array's first whole page; and the page with the array's end, if others share it.
struct Edges {
  std::uint64_t top = 0;
  std::uint64_t top_end = 0;
  std::uint64_t bottom = 0;
  std::uint64_t bottom_end = 0;
};

Edges edges_of(Geometry const& geometry, bool has_header);

/// Pages in each of the ring's places; 0 where nothing goes through it.
std::uint64_t ring_pages_of(Schedule const& schedule, bool has_header);

/// Whether what a companion says can be of this schedule: before anything is written by it, for
/// lengths and places would lead out of buffers and files.
bool fits(Description const& description, Schedule const& schedule);

}  // namespace isomer::files
