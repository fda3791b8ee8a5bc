// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

/// Records, in their order, the calls that decide what a crash leaves of a file: the test program
/// is linked so that fsync, msync, linkat, renameat2 and rename come here first.
///
///     fsync file, fsync directory, link, rename
///     sync X     msync of a file that starts with the magic string X: ISOMR or NUMPY
///
/// With `failing`, the first call of that name is not made and reports EIO.
class FileCalls {
 public:
  explicit FileCalls(std::string failing = {});
  FileCalls(FileCalls const&) = delete;
  FileCalls& operator=(FileCalls const&) = delete;
  ~FileCalls();

  std::vector<std::string> const& list() const { return list_; }

  /// Notes a call; false if it has to fail.
  bool note(std::string const& call);

 private:
  std::string failing_;
  std::vector<std::string> list_;
};
