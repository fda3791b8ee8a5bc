// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "files/journal/journal.hpp"
#include "files/store/store.hpp"

namespace isomer::files {

/// Where a file's companion lies, and the link to it if that is in another folder.
struct CompanionPlace {
  std::string path{};
  std::string link{};  ///< made and removed with the companion; empty: there is none
  /// The companion lies beside the file, or a link does that leads to it or to nothing.
  bool is_linked = true;
};

/// `path` is the file's real one. A companion in the folder that is named comes first, then the
/// one beside the file or at the end of the link there; a new one lies in the folder that is named.
CompanionPlace companion_place(Store& store, std::string const& path,
                               std::string const& journal_directory);

/// `isomer recover FILE`, with the folder of a companion that nothing beside the file leads to.
std::string recover_call(Store& store, std::string const& path, CompanionPlace const& place);

/// Where the new file of `transfer` grows.
std::string fresh_path(std::string const& path);

/// What was found in a companion.
struct Found {
  std::optional<Description> description{};
  std::optional<Record> record{};  ///< the newest intact one
  /// No record behind the first was ever written: the array is the old one.
  bool is_untouched = true;
  std::uint64_t journal_bytes = 0;
};

Found look_into(StoreFile& companion);

/// Both copies of a record.
void write_record(StoreFile& companion, Id const& id, Record const& record);

/// The found record again, first over the older one, then over itself: it may be in the page cache
/// only, and a page that is written may tear.
void write_record_again(StoreFile& companion, Id const& id, Record const& record);

/// Companion and link, and their names, are gone from the disk. Before its link goes, the companion
/// has become one that was never complete: whoever finds it later plays nothing back.
void remove_companion(Store& store, CompanionPlace const& place);

}  // namespace isomer::files
