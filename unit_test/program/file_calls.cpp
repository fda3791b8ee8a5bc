// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "file_calls.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <sys/stat.h>

namespace {

FileCalls* recorder = nullptr;

/// Whether the call may be made.
bool passes(std::string const& call) {
  if (recorder == nullptr || recorder->note(call)) return true;
  errno = EIO;
  return false;
}

std::string kind_of(int descriptor) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0) return "nothing";
  return S_ISDIR(status.st_mode) ? "directory" : "file";
}

}  // namespace

FileCalls::FileCalls(std::string failing) : failing_(std::move(failing)) { recorder = this; }
FileCalls::~FileCalls() { recorder = nullptr; }

bool FileCalls::note(std::string const& call) {
  list_.push_back(call);
  if (call != failing_) return true;
  failing_.clear();
  return false;
}

// What the linker's --wrap makes of the names.
extern "C" {

int __real_fsync(int descriptor);
int __real_msync(void* start, std::size_t bytes, int flags);
int __real_linkat(int from_directory, char const* from, int to_directory, char const* to,
                  int flags);
int __real_renameat2(int from_directory, char const* from, int to_directory, char const* to,
                     unsigned flags);
int __real_rename(char const* from, char const* to);

int __wrap_fsync(int descriptor) {
  return passes("fsync " + kind_of(descriptor)) ? __real_fsync(descriptor) : -1;
}

int __wrap_msync(void* start, std::size_t bytes, int flags) {
  std::string magic(5, '?');
  if (bytes >= 6) std::memcpy(magic.data(), static_cast<char const*>(start) + 1, magic.size());
  return passes("sync " + magic) ? __real_msync(start, bytes, flags) : -1;
}

int __wrap_linkat(int from_directory, char const* from, int to_directory, char const* to,
                  int flags) {
  return passes("link") ? __real_linkat(from_directory, from, to_directory, to, flags) : -1;
}

int __wrap_renameat2(int from_directory, char const* from, int to_directory, char const* to,
                     unsigned flags) {
  return passes("rename") ? __real_renameat2(from_directory, from, to_directory, to, flags) : -1;
}

int __wrap_rename(char const* from, char const* to) {
  return passes("rename") ? __real_rename(from, to) : -1;
}
}
