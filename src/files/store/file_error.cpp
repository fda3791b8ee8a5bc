// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/store/file_error.hpp"

#include <cerrno>
#include <system_error>

namespace isomer::files {

FileError::FileError(std::string const& path, std::string const& operation, int code)
    : Failure(path + ": " + operation + ": " + std::generic_category().message(code)),
      code_(code) {}

bool FileError::is_of_path() const {
  return code_ == ENOENT || code_ == ENOTDIR || code_ == EISDIR || code_ == ELOOP ||
         code_ == ENAMETOOLONG;
}

}  // namespace isomer::files
