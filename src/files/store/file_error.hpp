// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include <isomer/error.hpp>

namespace isomer::files {

/// What the system refused: path, operation and its reason. Work that had begun can be recovered if
/// the text says so.
class FileError : public Error {
 public:
  FileError(std::string const& path, std::string const& operation, int code);

  int code() const { return code_; }  ///< as errno

 private:
  int code_;
};

/// Work was cut short where `recover` goes on.
class Interrupted : public Error {
 public:
  using Error::Error;
};

}  // namespace isomer::files
