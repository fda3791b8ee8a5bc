// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "file_calls.hpp"

#include <cerrno>
#include <csignal>
#include <utility>

#include <sys/stat.h>
#include <sys/types.h>

namespace {

FileCalls* recorder = nullptr;

/// Whether the call may be made.
bool passes(std::string const& call) {
  if (recorder == nullptr || recorder->note(call)) return true;
  errno = EIO;
  return false;
}

int end(int result) {
  int const error = errno;
  if (recorder != nullptr) recorder->end_call();
  errno = error;
  return result;
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
  pass_boundary();
  list_.push_back(call);
  if (call != failing_) return true;
  failing_.clear();
  return false;
}

void FileCalls::end_call() { pass_boundary(); }

void FileCalls::pass_boundary() {
  if (boundary_++ == kill_at_) std::raise(SIGKILL);
}

// What the linker's --wrap makes of the names.
extern "C" {

int __real_fdatasync(int descriptor);
int __real_fsync(int descriptor);
int __real_msync(void* start, std::size_t bytes, int flags);
ssize_t __real_pwrite(int descriptor, void const* bytes, std::size_t count, off_t place);
int __real_posix_fallocate(int descriptor, off_t start, off_t bytes);
int __real_ftruncate(int descriptor, off_t bytes);
int __real_linkat(int from_directory, char const* from, int to_directory, char const* to,
                  int flags);
int __real_renameat2(int from_directory, char const* from, int to_directory, char const* to,
                     unsigned flags);
int __real_rename(char const* from, char const* to);

int __wrap_fdatasync(int descriptor) {
  return passes("fsync " + kind_of(descriptor)) ? end(__real_fdatasync(descriptor)) : -1;
}

int __wrap_fsync(int descriptor) {
  return passes("fsync " + kind_of(descriptor)) ? end(__real_fsync(descriptor)) : -1;
}

int __wrap_msync(void* start, std::size_t bytes, int flags) {
  std::string magic(bytes >= 8 ? static_cast<char const*>(start) + 1 : "?????", 5);
  if (magic == "ISOMR") magic += std::string(" ") + static_cast<char const*>(start)[6];
  return passes("sync " + magic) ? end(__real_msync(start, bytes, flags)) : -1;
}

ssize_t __wrap_pwrite(int descriptor, void const* bytes, std::size_t count, off_t place) {
  if (!passes("pwrite")) return -1;
  ssize_t const written = __real_pwrite(descriptor, bytes, count, place);
  end(0);
  return written;
}

int __wrap_posix_fallocate(int descriptor, off_t start, off_t bytes) {
  return passes("reserve") ? end(__real_posix_fallocate(descriptor, start, bytes)) : EIO;
}

int __wrap_ftruncate(int descriptor, off_t bytes) {
  return passes("truncate") ? end(__real_ftruncate(descriptor, bytes)) : -1;
}

int __wrap_linkat(int from_directory, char const* from, int to_directory, char const* to,
                  int flags) {
  return passes("link") ? end(__real_linkat(from_directory, from, to_directory, to, flags)) : -1;
}

int __wrap_renameat2(int from_directory, char const* from, int to_directory, char const* to,
                     unsigned flags) {
  return passes("rename") ? end(__real_renameat2(from_directory, from, to_directory, to, flags))
                          : -1;
}

int __wrap_rename(char const* from, char const* to) {
  return passes("rename") ? end(__real_rename(from, to)) : -1;
}
}
