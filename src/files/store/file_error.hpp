// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>

#include <isomer/error.hpp>

namespace isomer::files {

/// What no argument is to blame for: C has another status for it. Work that had begun can be
/// recovered if the text says so.
class Failure : public Error {
 public:
  using Error::Error;
};

/// What the system refused: path, operation and its reason.
class FileError : public Failure {
 public:
  FileError(std::string const& path, std::string const& operation, int code);

  int code() const { return code_; }  ///< as errno
  /// Whether the path leads to nothing, or to a folder: that is the caller's.
  bool is_of_path() const;

 private:
  int code_;
};

/// Work was cut short where `recover` goes on.
class Interrupted : public Failure {
 public:
  using Failure::Failure;
};

}  // namespace isomer::files
