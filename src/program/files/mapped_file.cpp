// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program/files/mapped_file.hpp"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "program/failure.hpp"

namespace isomer::program {
namespace {

struct stat status_of(int descriptor, std::string const& path) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0) throw system_failure(path, "", errno);
  return status;
}

}  // namespace

FileDescriptor open_file(std::string const& path, Access access) {
  int const mode = access == Access::write ? O_RDWR : O_RDONLY;
  // O_NONBLOCK: a pipe is to be refused, not waited for.
  FileDescriptor file(open(path.c_str(), mode | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) throw system_failure(path, "", errno);
  auto const status = status_of(file.get(), path);
  if (S_ISDIR(status.st_mode)) throw system_failure(path, "", EISDIR);
  if (!S_ISREG(status.st_mode)) throw Failure(path + ": is no regular file");
  return file;
}

MappedFile::MappedFile(FileDescriptor file, std::string const& path, Access access)
    : file_(std::move(file)), access_(access) {
  size_ = static_cast<std::size_t>(status_of(file_.get(), path).st_size);
  if (size_ == 0) return;
  int const protection = access == Access::write ? PROT_READ | PROT_WRITE : PROT_READ;
  void* const start = mmap(nullptr, size_, protection, MAP_SHARED, file_.get(), 0);
  if (start == MAP_FAILED) throw system_failure(path, "cannot be mapped into memory", errno);
  data_ = static_cast<std::byte*>(start);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) munmap(data_, size_);
}

void MappedFile::grow(std::int64_t bytes, std::string const& path) {
  auto const fail = [&](std::string const& what, int error) {
    static_cast<void>(ftruncate(file_.get(), size()) == 0);
    throw system_failure(path, what, error);
  };
  int error = EINTR;
  while (error == EINTR) error = posix_fallocate(file_.get(), size(), bytes - size());
  if (error != 0) fail("no room for its " + std::to_string(bytes) + " bytes", error);
  void* const start = mremap(data_, size_, static_cast<std::size_t>(bytes), MREMAP_MAYMOVE);
  if (start == MAP_FAILED) fail("cannot be mapped into memory", errno);
  data_ = static_cast<std::byte*>(start);
  size_ = static_cast<std::size_t>(bytes);
}

void MappedFile::cut(std::int64_t bytes, std::string const& path) {
  if (ftruncate(file_.get(), bytes) != 0) throw system_failure(path, "cannot be shortened", errno);
  auto const size = static_cast<std::size_t>(bytes);
  if (size >= size_) return;
  void* const start = mremap(data_, size_, size, 0);
  if (start == MAP_FAILED) throw system_failure(path, "cannot be mapped into memory", errno);
  size_ = size;
}

void populate(std::byte const* start, std::int64_t bytes, Access access) {
#ifdef MADV_POPULATE_WRITE
  auto const page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  auto const first = reinterpret_cast<std::uintptr_t>(start) / page * page;
  auto const end = reinterpret_cast<std::uintptr_t>(start) + static_cast<std::uintptr_t>(bytes);
  // What goes wrong here shows again, with its reason, where the memory is used.
  madvise(reinterpret_cast<void*>(first), end - first,
          access == Access::write ? MADV_POPULATE_WRITE : MADV_POPULATE_READ);
#else
  static_cast<void>(start), static_cast<void>(bytes), static_cast<void>(access);
#endif
}

bool fits_in_memory(std::int64_t bytes) {
  return bytes / sysconf(_SC_PAGESIZE) <= sysconf(_SC_PHYS_PAGES) / 2;
}

}  // namespace isomer::program
