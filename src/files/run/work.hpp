// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "files/group.hpp"
#include "files/journal/companion.hpp"
#include "files/journal/journal.hpp"
#include "files/run/totals.hpp"
#include "files/schedule/pages.hpp"
#include "files/store/buffer.hpp"
#include "files/store/store.hpp"

namespace isomer::files {

/// A place is used again when the record of the group two behind has reached the disk.
inline constexpr std::uint64_t ring_places = 4;

/// What was read to verify, of all that will be.
struct Verified {
  std::uint64_t bytes = 0;
  std::uint64_t of_bytes = 0;
  double seconds = 0;
};

/// What groups are read to and written from, by turns: taken before the file is marked, so that too
/// little memory changes nothing.
struct GroupBuffers {
  Totals totals{};
  std::array<Buffer, 2> in{};
  std::array<Buffer, 2> out{};
};

/// One rewriting that goes on: what its beginning, its groups, its end and recovery share.
struct Work {
  Store* store = nullptr;
  std::string path{};
  CompanionPlace place{};
  std::unique_ptr<StoreFile> file{};
  std::unique_ptr<StoreFile> companion{};  ///< not for `copy`
  std::unique_ptr<StoreFile> fresh{};      ///< only for `copy` and `transfer`
  std::string fresh_path{};
  std::shared_ptr<Schedule const> schedule{};
  Description description{};
  std::uint64_t journal_bytes = 0;  ///< of the companion, before its first spare page
  std::uint64_t done = 0;           ///< groups
  std::optional<GroupBuffers> buffers{};
  Verified verified{};
  double seconds = 0;  ///< that all attempts before this one took

  Geometry geometry() const { return schedule->geometry(); }
  bool has_header() const { return description.has_header; }
  bool goes_through_ring() const { return schedule->through_ring(); }
  bool makes_file() const {
    return schedule->way() == Way::copy || schedule->way() == Way::transfer;
  }
};

/// Bytes of the file's start that are written together with the mark.
constexpr std::uint64_t first_page_bytes(Geometry const& geometry) {
  std::uint64_t const bytes = round_up(mark_bytes, geometry.page);
  return bytes < geometry.file_bytes ? bytes : geometry.file_bytes;
}

}  // namespace isomer::files
