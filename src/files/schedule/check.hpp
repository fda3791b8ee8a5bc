// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "files/group.hpp"

/// A schedule is checked before its first group runs: a crash behind a wrong one would lose data.
namespace isomer::files {

/// Throws isomer::Error with the group where the schedule breaks a rule:
/// - lag: a group writes no page that it or the group before it reads (unless through the ring);
/// - the writes of a group do not meet, nor do its reads in the buffer; boxes stay inside buffers;
/// - pages are inside the array's whole pages, the spare room or the new file, and each page is
///   written after it was read last (of a new file: once);
/// - pages that a group calls dead are not read any more.
/// Time is linear in page ranges (and in pages / 64), memory a bit or two for each page.
void check(Schedule const& schedule);

}  // namespace isomer::files
