// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files/store/file_error.hpp"

#include <system_error>

namespace isomer::files {

FileError::FileError(std::string const& path, std::string const& operation, int code)
    : Error(path + ": " + operation + ": " + std::generic_category().message(code)), code_(code) {}

}  // namespace isomer::files
