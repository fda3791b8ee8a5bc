// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

/// Records, in their order, the calls that decide what a crash leaves of a file: the test program
/// is linked so that fdatasync, fsync, msync, pwrite, posix_fallocate, ftruncate, linkat, renameat2
/// and rename come here first.
///
///     fsync file, fsync directory, link, rename, pwrite, reserve, truncate
///     sync X     msync of a file that starts with the magic string X: NUMPY, or ISOMR and the
///                letter of its stage
///
/// With `failing`, the first call of that name is not made and reports EIO.
class FileCalls {
 public:
  explicit FileCalls(std::string failing = {});
  FileCalls(FileCalls const&) = delete;
  FileCalls& operator=(FileCalls const&) = delete;
  ~FileCalls();

  std::vector<std::string> const& list() const { return list_; }

  /// SIGKILL ends the process at call `2 * n` or `2 * n + 1`: before call n is made, or behind it.
  void kill_at(int boundary) { kill_at_ = boundary; }

  /// Notes a call; false if it has to fail.
  bool note(std::string const& call);
  void end_call();

 private:
  void pass_boundary();

  std::string failing_;
  std::vector<std::string> list_;
  int kill_at_ = -1;
  int boundary_ = 0;
};
