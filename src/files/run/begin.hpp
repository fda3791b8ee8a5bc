// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "files/run/runner.hpp"
#include "files/run/work.hpp"

namespace isomer::files {

/// Opens the file for one process alone. Throws Error if another one has it.
std::unique_ptr<StoreFile> open_alone(Store& store, std::string const& path);

/// Throws Error if a rewriting of the file was begun.
void require_whole(Store& store, StoreFile& file, std::string const& path,
                   CompanionPlace const& place);

/// Throws Error unless the file, which is read to make another one, is whole and has its name and
/// that many bytes: at both ends of the work, so that nothing in between was read from another one.
void require_source(Store& store, StoreFile& file, std::string const& path,
                    std::string const& journal_directory, std::uint64_t bytes);

/// Throws Error where `begin` would for the file and its companion, whoever holds them: for calls
/// that only say what it would do.
void require_beginning(Store& store, std::string const& path, std::string const& journal_directory,
                       bool has_header);

/// Throws Error unless the file begins so.
void require_start(StoreFile& file, std::string const& path, std::string const& old_header);

/// Makes companion and, for `transfer`, the new file; marks the file last. Before the mark whatever
/// is wrong throws, and what was made is gone again. Nothing if `options.stop` said so while the
/// file was read to verify: then nothing was made.
std::optional<Work> begin(Store& store, Task const& task, RunOptions const& options);

}  // namespace isomer::files
