// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cerrno>

#include "files/store/file_error.hpp"
#include "files/store/store.hpp"

namespace isomer::files {

/// As StoreFile::lock, but true, too, where the file system has no locks. For files that one
/// process makes for itself: no other one makes the same name.
inline bool lock_if_possible(StoreFile& file) {
  try {
    return file.lock();
  } catch (FileError const& error) {
    bool const has_locks =
        error.code() != ENOSYS && error.code() != EOPNOTSUPP && error.code() != ENOLCK;
    if (has_locks) throw;
    return true;
  }
}

}  // namespace isomer::files
